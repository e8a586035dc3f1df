import { ControlError, type JsonObject } from './service.ts';

/** Where a document permits several answers: for each name the permitted values, the default first. */
export type ChoiceTable = Readonly<Record<string, readonly [string | boolean | number, ...(string | boolean | number)[]]>>;

/** One value for each choice of a table. */
export type ChoicesOf<Table extends ChoiceTable> = { readonly [Name in keyof Table]: Table[Name][number] };

/** The defaults of a table with `chosen` over them. Throws ControlError for a name or value that the table has not. */
export function choose<Table extends ChoiceTable>(table: Table, chosen: JsonObject): ChoicesOf<Table> {
  for (const [name, value] of Object.entries(chosen)) {
    const permitted = table[name];
    if (permitted === undefined)
      throw new ControlError('mock-name-unknown', `there is no choice '${name}'`, `Choices are: ${Object.keys(table).join(', ')}.`);
    if (!permitted.some((candidate) => candidate === value))
      throw new ControlError(
        'mock-value',
        `choice '${name}' is ${JSON.stringify(value)}`,
        `Choose one of: ${permitted.map((candidate) => JSON.stringify(candidate)).join(', ')}.`,
      );
  }
  const complete = { ...Object.fromEntries(Object.entries(table).map(([name, [first]]) => [name, first])), ...chosen };
  if (isComplete(table, complete)) return complete;
  throw new ControlError('mock-value-missing', 'the choices are not complete', `Choices are: ${Object.keys(table).join(', ')}.`);
}

function isComplete<Table extends ChoiceTable>(table: Table, choices: JsonObject): choices is ChoicesOf<Table> {
  return Object.entries(table).every(([name, permitted]) => permitted.some((value) => value === choices[name]));
}

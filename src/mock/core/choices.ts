import { ControlError, type Data } from './service.ts';

/** Where a document permits several answers: for each name the permitted values, the default first. */
export type ChoiceTable = Readonly<Record<string, readonly [string | boolean | number, ...(string | boolean | number)[]]>>;

/** One value for each choice of a table. */
export type ChoicesOf<Table extends ChoiceTable> = { readonly [Name in keyof Table]: Table[Name][number] };

/** The defaults of a table with `chosen` over them. Throws ControlError for a name or value that the table has not. */
export function choose<Table extends ChoiceTable>(table: Table, chosen: Data): ChoicesOf<Table> {
  for (const [name, value] of Object.entries(chosen)) {
    const permitted = table[name];
    if (permitted === undefined) throw new ControlError(`there is no choice '${name}'`, `Choices are: ${Object.keys(table).join(', ')}.`);
    if (!permitted.some((candidate) => candidate === value)) throw new ControlError(`choice '${name}' is ${JSON.stringify(value)}`, `Choose one of: ${permitted.map((candidate) => JSON.stringify(candidate)).join(', ')}.`);
  }
  const defaults = Object.entries(table).map(([name, [first]]) => [name, first]);
  // Object.fromEntries loses the names; the loop above has proven that each entry is of the table
  return { ...Object.fromEntries(defaults), ...chosen } as ChoicesOf<Table>;
}

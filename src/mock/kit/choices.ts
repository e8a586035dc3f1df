import { recordOf } from './json.ts';
import { ControlError, type JsonObject } from './service.ts';

type Value = string | boolean | number;

/** Where a document permits several answers: for each name the permitted values, the default first. */
export type ChoiceTable = Readonly<Record<string, readonly [Value, ...Value[]]>>;

/** One value for each choice of a table. */
export type ChoicesOf<Table extends ChoiceTable> = { readonly [Name in keyof Table]: Table[Name][number] };

/** The defaults of a table with `chosen` over them. Throws ControlError for a name or value that the table has not. */
export function choose<Table extends ChoiceTable>(table: Table, chosen: JsonObject): ChoicesOf<Table>;
export function choose(table: ChoiceTable, chosen: JsonObject): object {
  for (const [name, value] of Object.entries(chosen)) permittedValue(table, name, value, (one) => one === value);
  return { ...recordOf(Object.keys(table), (name) => table[name]?.[0]), ...chosen };
}

/** The permitted value that is `given`; a refusal calls the choice by `place`. Throws ControlError for a name or value that the table has not. */
export function permittedValue(
  table: ChoiceTable,
  name: string,
  given: unknown,
  isGiven: (one: Value) => boolean,
  place: string = name,
): Value {
  const permitted = Object.hasOwn(table, name) ? table[name] : undefined;
  if (permitted === undefined)
    throw new ControlError('mock-name-unknown', `there is no choice '${place}'`, `Choices are: ${Object.keys(table).join(', ')}.`);
  const value = permitted.find(isGiven);
  if (value !== undefined) return value;
  throw new ControlError('mock-value', `choice '${place}' is ${JSON.stringify(given)}`, `Choose one of: ${permitted.join(', ')}.`);
}

import fc from 'fast-check';
import { readChoices, choiceTables, presetChoices } from '../mock/kit/choice-settings.ts';
import type { EmbeddedTarget, ProfileFile } from '../model/types.ts';
import { RunError } from './run-error.ts';
import { isDocumentName } from '../mock/kit/documents.ts';
import { ControlError } from '../mock/kit/service.ts';
import { SpecError } from '../model/errors.ts';
import { didYouMean, placeOfKey } from '../model/yaml-file.ts';

type Choices = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** What a command chooses of the embedded mock, over its profile. */
export interface ChoiceFlags {
  readonly preset?: string;
  /** such as `authentication.factorsKey=factors` */
  readonly choices?: readonly string[];
}

/** The profile with what the flags choose. Throws ControlError for what the mock does not have, RunError where the target is another one. */
export function chosenProfile(source: ProfileFile, { preset, choices = [] }: ChoiceFlags): ProfileFile {
  if (preset === undefined && choices.length === 0) return source;
  demandOwn(source, preset === undefined ? '--choice' : '--preset');
  return withChoices(source, presetChoices(preset, readChoices(choices)));
}

/** The profile with these choices over its own, where it is of the embedded mock. */
export function withChoices(source: ProfileFile, chosen: Choices): ProfileFile {
  if (source.embedded === undefined) return source;
  const { choices = {}, ...embedded } = source.embedded;
  const documents = [...new Set([...Object.keys(choices), ...Object.keys(chosen)])];
  const all = Object.fromEntries(documents.map((document) => [document, { ...choices[document], ...chosen[document] }]));
  return { ...source, embedded: { ...embedded, choices: all } };
}

/** The embedded mock's choices: what the profile fixes, and of what it lets vary the value that the seed picks. */
export function chooseBySeed({ choices = {}, vary = {} }: EmbeddedTarget, seed: number): Choices {
  const documents = [...new Set([...Object.keys(choices), ...Object.keys(vary)])];
  return Object.fromEntries(documents.map((document) => [document, { ...pick(vary[document] ?? {}, seed), ...choices[document] }]));
}

function pick(options: Readonly<Record<string, readonly unknown[]>>, seed: number): Readonly<Record<string, unknown>> {
  const arbitrary = fc.record(Object.fromEntries(Object.entries(options).map(([name, values]) => [name, fc.constantFrom(...values)])));
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] ?? {};
}

/** Only the embedded deployment has faults and choices. Throws RunError where another target is to be given some by this flag. */
export function demandOwn({ embedded, name }: ProfileFile, flag: string): void {
  if (embedded === undefined)
    throw new RunError('not-the-embedded-mock', `${flag} is for the embedded deployment: '${name}' is another one. Leave it out`);
}

/** Choices of the embedded mock that it does not have would leave it another deployment than was meant. Throws SpecError. */
export function checkChoices({ embedded = {} }: ProfileFile, file: string): void {
  const { choices = {}, vary = {}, byChoice = {} } = embedded;
  const ofValues = [
    ...rowsOf('choices', choices).map(({ value, ...row }) => ({ ...row, values: [value] })),
    ...rowsOf('vary', vary).map(({ value, ...row }) => ({ ...row, values: value })),
  ].flatMap(({ key, document, name, values }) => {
    const message = mistakeIn(document, name, values);
    return message === undefined ? [] : [{ key, message }];
  });
  const ofSettings = Object.keys(byChoice).flatMap((setting) => {
    const message = mistakeInSetting(setting);
    return message === undefined ? [] : [{ key: 'embedded.byChoice', message }];
  });
  const mistakes = [...ofValues, ...ofSettings].map(({ key, message }) => `${placeOfKey(file, key)}  ${message}`);
  if (mistakes.length > 0) throw new SpecError('choice-malformed', mistakes.join('\n'));
}

function mistakeInSetting(setting: string): string | undefined {
  try {
    readChoices([setting]);
    return undefined;
  } catch (error) {
    if (error instanceof ControlError) return error.message;
    throw error;
  }
}

interface Row<Value> {
  readonly key: string;
  readonly document: string;
  readonly name: string;
  readonly value: Value;
}

function rowsOf<Value>(part: string, byDocument: Readonly<Record<string, Readonly<Record<string, Value>>>>): readonly Row<Value>[] {
  return Object.entries(byDocument).flatMap(([document, rows]) =>
    Object.entries(rows).map(([name, value]) => ({ key: `embedded.${part}.${document}.${name}`, document, name, value })),
  );
}

function mistakeIn(document: string, name: string, values: readonly unknown[]): string | undefined {
  const documents = Object.keys(choiceTables);
  if (!isDocumentName(document))
    return `expected a document (${documents.join(', ')}), found '${document}'${didYouMean(document, documents)}`;
  const table = choiceTables[document];
  const names = Object.keys(table);
  const permitted = Object.hasOwn(table, name) ? table[name] : undefined;
  if (permitted === undefined) return `expected a choice of ${document} (${names.join(', ')}), found '${name}'${didYouMean(name, names)}`;
  const wrong = values.find((value) => !permitted.some((one) => one === value));
  return wrong === undefined ? undefined : `expected one of ${permitted.join(', ')}, found ${JSON.stringify(wrong)}`;
}

import fc from 'fast-check';
import { readChoices } from '../mock/kit/choice-settings.ts';
import { presetChoices } from '../mock/kit/presets.ts';
import type { EmbeddedTarget, ProfileFile } from '../model/types.ts';
import { demandOwn } from './demand-own.ts';

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

import { DEPTHS, MOST_WALKS, type Depth } from '../plan/fit-depth.ts';
import type { Shard, Specs } from '../model/types.ts';
import { didYouMean } from '../model/yaml-file.ts';
import type { Environment } from '../profile/credential.ts';
import type { Progress } from '../report/progress.ts';
import type { ChoiceFlags } from './choices.ts';
import { MOST_REPEATS } from './rerun-failures.ts';
import { RunError } from './run-error.ts';
import type { Filters } from './selection-of.ts';

/** What decides which requests are sent, as the flags of `assay run` do. */
export interface PlanOptions extends Filters {
  /** the profile's file, or the name of one of the package's own; the embedded mock unless told */
  readonly target?: string;
  /** of order, identities and data: the same seed sends the same requests; 1 unless told */
  readonly seed?: number;
  /** how much of the suite: quick has one place of each oracle family and no walks, thorough 500 walks; standard unless told */
  readonly depth?: Depth;
  /** so many random walks over all documents; as many as the depth has unless told */
  readonly walks?: number;
  /** where credentials and `${NAME}` in addresses come from; the environment of this process unless told */
  readonly env?: Environment;
  /** the package's own unless told */
  readonly specs?: Specs;
}

/** What is asked of a run. */
export interface RunOptions extends PlanOptions, ChoiceFlags {
  /** defects of the embedded mock, by id */
  readonly faults?: readonly string[];
  /** each failing case is driven so often again; 3 unless told */
  readonly repeat?: number;
  /** so many violated clauses end the run, whose report is partial then */
  readonly bail?: number;
  /** drive this part alone; {@link merge} joins all of them */
  readonly shard?: Shard;
  /** the run's own folder, new or empty; `reports/<run-id>` unless told */
  readonly out?: string;
  /** ends the run early: what is on record by then is judged, and the report says that it is partial */
  readonly signal?: AbortSignal;
  /** told of what is worth knowing before the run */
  readonly onNotice?: (notice: string) => void;
  /** told of each step: `done` of `total` in a phase */
  readonly onProgress?: (now: Progress) => void;
}

/** What the value of an option has to be: programs without types pass anything. */
export interface OptionRule {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

type Rules<Options> = Readonly<Record<keyof Options, OptionRule>>;

export const TEXT: OptionRule = { expected: 'a string', holds: (value) => typeof value === 'string' };
export const BOOLEAN: OptionRule = { expected: 'true or false', holds: (value) => typeof value === 'boolean' };
const NAMES: OptionRule = { expected: 'a list of strings', holds: areTexts };
const FILTER: OptionRule = { expected: 'a list of at least one string', holds: (value) => areTexts(value) && value.length > 0 };
const OBJECT: OptionRule = { expected: 'an object', holds: (value) => typeof value === 'object' && value !== null };
const FUNCTION: OptionRule = { expected: 'a function', holds: (value) => typeof value === 'function' };

export const PLAN_RULES: Rules<PlanOptions> = {
  target: TEXT,
  document: FILTER,
  feature: FILTER,
  clause: FILTER,
  exclude: NAMES,
  seed: wholeNumber(0),
  depth: { expected: DEPTHS.join(', '), holds: (value) => DEPTHS.some((depth) => depth === value) },
  walks: wholeNumber(0, MOST_WALKS),
  env: OBJECT,
  specs: OBJECT,
};

export const RUN_RULES: Rules<RunOptions> = {
  ...PLAN_RULES,
  faults: NAMES,
  preset: TEXT,
  choices: NAMES,
  repeat: wholeNumber(0, MOST_REPEATS),
  bail: wholeNumber(1),
  shard: { expected: '{ number, of }, number from 1 to of', holds: isShard },
  out: TEXT,
  signal: OBJECT,
  onNotice: FUNCTION,
  onProgress: FUNCTION,
};

/** Throws RunError for an option that there is not, and for a value that an option cannot have. */
export function demandOptions(about: string, options: object, rules: Readonly<Record<string, OptionRule>>): void {
  const names = Object.keys(rules);
  for (const [name, value] of Object.entries(options)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined)
      throw new RunError('value-unknown', `${about}: there is no option '${name}'. Known: ${names.join(', ')}${didYouMean(name, names)}`);
    if (value !== undefined && !rule.holds(value))
      throw new RunError('value-unknown', `${about}: ${name}: expected ${rule.expected}, found ${JSON.stringify(value) ?? typeof value}`);
  }
}

export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): OptionRule {
  return {
    expected: `a whole number of at least ${least}${most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`}`,
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most,
  };
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function isShard(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('number' in value) || !('of' in value)) return false;
  const { number, of } = value;
  return wholeNumber(1).holds(of) && wholeNumber(1, Number(of)).holds(number);
}

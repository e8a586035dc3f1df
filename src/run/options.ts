import { DEPTHS, MOST_WALKS, type Depth } from '../plan/fit-depth.ts';
import type { Shard, Specs } from '../model/types.ts';
import {
  FILTER,
  FUNCTION,
  has,
  NAMES,
  OBJECT,
  optionMistake,
  SIGNAL,
  SPECS,
  TEXT,
  valueMistake,
  wholeNumber,
  type OptionRule,
  type OptionRules,
} from '../model/options.ts';
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

export const PLAN_RULES: OptionRules<PlanOptions> = {
  target: TEXT,
  document: FILTER,
  feature: FILTER,
  clause: FILTER,
  exclude: NAMES,
  seed: wholeNumber(0),
  depth: { expected: DEPTHS.join(', '), holds: (value) => DEPTHS.some((depth) => depth === value) },
  walks: wholeNumber(0, MOST_WALKS),
  env: OBJECT,
  specs: SPECS,
};

export const MOCK: OptionRule = has('a running mock, as startMock answers it', 'services', 'control');

export const RUN_RULES: OptionRules<RunOptions> = {
  ...PLAN_RULES,
  faults: NAMES,
  preset: TEXT,
  choices: NAMES,
  repeat: wholeNumber(0, MOST_REPEATS),
  bail: wholeNumber(1),
  shard: { expected: '{ number, of }, number from 1 to of', holds: isShard },
  out: TEXT,
  signal: SIGNAL,
  onNotice: FUNCTION,
  onProgress: FUNCTION,
};

/** Throws RunError for an option that there is not, and for a value that an option cannot have. */
export function demandOptions(about: string, options: unknown, rules: Readonly<Record<string, OptionRule>>): void {
  const mistake = optionMistake(about, options, rules);
  if (mistake !== undefined) throw new RunError('value-unknown', mistake);
}

/** Throws RunError for an argument that is missing, or of another kind. */
export function demandArgument(about: string, value: unknown, rule: OptionRule): void {
  const mistake = valueMistake(about, value, rule);
  if (mistake !== undefined) throw new RunError('value-unknown', mistake);
}

function isShard(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('number' in value) || !('of' in value)) return false;
  const { number, of } = value;
  return wholeNumber(1).holds(of) && wholeNumber(1, Number(of)).holds(number);
}

export const HEADERS: OptionRule = { expected: 'an object of header fields, or pairs of a name and a value', holds: areHeaders };
const REQUEST_RULES = { method: TEXT, url: TEXT, headers: HEADERS, body: TEXT };
const RESPONSE_RULES = { status: wholeNumber(100, 599), headers: HEADERS, body: TEXT };

/** Throws RunError for what programs without types pass in the place of a request and its response. */
export function demandExchange(exchange: unknown): void {
  demandOptions('judgeExchange', exchange, { request: OBJECT, response: OBJECT });
  const { request, response }: { readonly request?: unknown; readonly response?: unknown } = { ...Object(exchange) };
  // What has to be there is not an option.
  demandOptions('judgeExchange: request', typeof request === 'object' ? { method: null, url: null, ...request } : request, REQUEST_RULES);
  demandOptions('judgeExchange: response', typeof response === 'object' ? { status: null, ...response } : response, RESPONSE_RULES);
}

function areHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!(Symbol.iterator in value)) return Object.values(value).every((one) => typeof one === 'string');
  // Some can be gone through once only, and that is for whoever reads them.
  return (
    !Array.isArray(value) ||
    value.every((field) => Array.isArray(field) && field.length === 2 && field.every((part) => typeof part === 'string'))
  );
}

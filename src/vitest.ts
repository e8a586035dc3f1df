// `import … from 'assay/vitest'`: a conformance run as tests of vitest, one for each clause.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import type * as Vitest from 'vitest';
import {
  readTrace,
  run,
  startMock,
  type MockOptions,
  type RunningMock,
  type ClauseResult,
  type Failure,
  type FinishedRun,
  type Progress,
  type Report,
  type RunOptions,
} from './index.ts';
import { fc, openModel, type ModelOptions } from './fast-check.ts';
import { defined } from './model/defined.ts';
import { loadSpecs } from './model/load.ts';
import { BOOLEAN, TEXT, wholeNumber, type OptionRules } from './model/options.ts';
import { isJudgeable, isSelected } from './model/selection.ts';
import type { DocumentSpec, IndexedClause } from './model/types.ts';
import { transitionsOf } from './plan/transition-system.ts';
import { NO_RESPONSE } from './plan/why.ts';
import type { PublicProfile } from './profile/profile.ts';
import { mistakesOf, outcomeText } from './report/outcome.ts';
import { renderProgress } from './report/progress.ts';
import { evidenceOf, showEvidence, type Evidence } from './report/allure-steps.ts';
import { numberedSteps, replayCommand } from './report/steps.ts';
import { judgeError, judgeResponse, type ResponseVerdict, type SentRequest } from './run/judge-response.ts';
import { profileToPlan } from './run/profile-to-plan.ts';
import { demandOptions, RUN_RULES } from './run/options.ts';
import { RunError } from './run/run-error.ts';
import { demandReplaceable, replaceRun, runFolder } from './run/run-folder.ts';
import { selectionOf } from './run/selection-of.ts';
import { profileFile } from './run/targets.ts';

/** What a suite drives, and how strictly its verdicts are taken. */
export interface SuiteOptions extends Omit<RunOptions, 'shard' | 'out' | 'onNotice' | 'onProgress'> {
  /** the profile's file, or `mock` for the embedded deployment */
  readonly target: string;
  /** a clause that could not be judged is red, instead of skipped with its reason */
  readonly strict?: boolean;
  /** where the run is moved once it is over: an earlier one there is replaced, unless it is certified. `reports/<run-id>` unless told */
  readonly out?: string;
  /**
   * so many random walks over each document are driven as a property test, beside those of the run; none unless told. Takes what a red one
   * says in place of the number, `{ seed, path, endOnFailure }`, and drives that walk again
   */
  readonly propertyWalks?: number | WalkParameters;
}

/** What decides which walks fast-check draws, by its names. */
export type WalkParameters = Pick<fc.Parameters, 'numRuns' | 'seed' | 'path' | 'endOnFailure'>;

const { shard: _shard, onNotice: _onNotice, onProgress: _onProgress, ...RUN } = RUN_RULES;

const WALK_RULES: OptionRules<WalkParameters> = {
  numRuns: wholeNumber(1),
  seed: wholeNumber(Number.MIN_SAFE_INTEGER),
  path: TEXT,
  endOnFailure: BOOLEAN,
};

const SUITE_RULES: OptionRules<SuiteOptions> = {
  ...RUN,
  strict: BOOLEAN,
  propertyWalks: {
    expected: `a number of walks, or ${Object.keys(WALK_RULES).join(', ')}`,
    holds: (value) => (typeof value === 'object' && value !== null) || wholeNumber(0).holds(value),
  },
};

const OUT = 'conformanceSuite: out ';

/** The one test that takes the whole run. */
const PROMISES = 'the promises of the profile';

/**
 * Defines the tests of a conformance run: one for each clause, under its document and feature, and one for each documented transition. The
 * target is driven once, before the first of them, for those clauses whose tests are to run: `-t` narrows the run. A violated clause is red
 * with what was expected and received, the sequence, and the command that replays it; one that could not be judged is skipped with its
 * reason.
 *
 * @throws RunError, SpecError for a mistake in options or profile: the file of the suite is red then
 * @example
 * // conformance.suite.ts
 * import { conformanceSuite } from 'assay/vitest';
 *
 * conformanceSuite({ target: 'acme.yaml', document: ['authentication'] });
 */
export function conformanceSuite(options: SuiteOptions): void {
  demandSuiteOptions(options);
  const { strict = false, propertyWalks = 0, specs = loadSpecs(), document, feature, clause, exclude, out, ...asked } = options;
  const filters = defined({ document, feature, clause, exclude });
  const profile = profileToPlan(profileFile(options.target, 'target'), specs, options.env ?? process.env);
  const selection = selectionOf(filters, specs);
  const clauses = [...specs.clauses.values()].filter(
    (one) => profile.services[one.document] !== undefined && isJudgeable(one) && isSelected(one, selection),
  );
  const documents = Object.values(specs.documents).filter((spec) => clauses.some((one) => one.document === spec.name));
  /** the clauses that each test looks at, by its title */
  const looksAt = new Map<string, readonly string[]>();
  const place = placeOfCall(conformanceSuite);
  let finished: FinishedRun | undefined;
  let evidence: Evidence | undefined;

  const define = (title: string, rests: readonly string[], check: (report: Report) => Outcome): void => {
    looksAt.set(title, rests);
    // The verdict stands: to take it again would only say it again.
    vitestTest(title, { retry: 0 }, async (context) => {
      if (finished === undefined) throw new Error('the target was not driven');
      const outcome = check(finished.report);
      if (evidence !== undefined) await showEvidence(evidence, rests);
      if (outcome.kind === 'violated') throw shownAt(place, new Violation(outcome.failures, finished, outcome.about));
      if (outcome.kind === 'passed') return;
      if (outcome.kind === 'unsound') throw shownAt(place, new RunError('run-stopped', outcome.why));
      if (strict && outcome.kind === 'open') throw shownAt(place, new Error(outcome.why));
      context.skip(outcome.why);
    });
  };

  describe(`conformance of ${profile.name}`, () => {
    beforeAll(
      // vitest reads from the text of the function what it wants of the context.
      // oxlint-disable-next-line no-empty-pattern
      async ({}, suite) => {
        demandRealTimers(place);
        const titles = titlesToRun(suite);
        const wanted = new Set(titles.flatMap((title) => looksAt.get(title) ?? []));
        const isWhole = titles.includes(PROMISES) || wanted.size === clauses.length;
        // A run that is interrupted leaves the one before where it is.
        const folder = runFolder(undefined, String(asked.seed ?? 1));
        if (out !== undefined) demandReplaceable(out, OUT);
        const driven = await run({
          ...asked,
          specs,
          out: folder,
          onNotice: (notice) => say(`note: ${notice}`),
          onProgress: tellProgress(),
          ...(isWhole ? filters : { clause: [...wanted] }),
        });
        if (out !== undefined) replaceRun(folder, out, OUT);
        const placed = resolve(out ?? folder);
        const files = driven.files.map((file) => ({ ...file, path: join(placed, relative(folder, file.path)) }));
        const { report } = driven;
        finished = { report, files };
        const { stopped, outcome } = report;
        if (stopped !== undefined) throw shownAt(place, new RunError('run-stopped', stopped.map(({ message }) => message).join('\n')));
        if (outcome === 'error') throw new Error(`Assay itself failed: ${files.map(({ path }) => path).join(', ')}`);
        evidence = evidenceOf(report, () => files.flatMap(({ about, path }) => (about === 'trace' ? readTrace(path).events : [])));
      },
      // It ends by the budget of its profile.
      Number.POSITIVE_INFINITY,
    );
    const tested = new Set(clauses.map(({ id }) => id));
    define(PROMISES, [], (report) => outcomeOfRest(tested, report));
    for (const spec of documents) {
      const own = clauses.filter((one) => one.document === spec.name);
      describe(spec.document.title, () => {
        for (const feature of new Set(own.map((one) => one.feature))) {
          describe(feature, () => {
            for (const { id, says } of own.filter((one) => one.feature === feature))
              define(`${id}  ${says}`, [id], (report) => outcomeOfClause(id, report));
          });
        }
        const transitions = transitionsShowing(spec, profile, own);
        if (transitions.size > 0)
          describe('transitions', () => {
            for (const [id, shown] of transitions) define(id, shown, (report) => outcomeOfTransition(id, shown, report));
          });
      });
    }
  });
  if (propertyWalks !== 0)
    describe(`random walks over ${profile.name}`, () => {
      const { target, seed, faults, env } = options;
      const drawn = typeof propertyWalks === 'number' ? { numRuns: propertyWalks } : propertyWalks;
      for (const { name, document: about } of documents)
        vitestTest(about.title, { retry: 0, timeout: Number.POSITIVE_INFINITY }, () =>
          demandWalks(
            { target, document: name, specs, ...defined({ feature, clause, exclude, seed, faults, env }) },
            { ...defined({ seed }), ...drawn },
            place,
          ),
        );
    });
}

/** Where a suite is defined, as the lines of a stack. */
function placeOfCall(of: typeof conformanceSuite): string {
  const here = { stack: '' };
  Error.captureStackTrace(here, of);
  return here.stack.slice(here.stack.indexOf('\n'));
}

/** The error, shown at that place: where in here it was thrown says nothing of the target. */
function shownAt(place: string, error: Error): Error {
  error.stack = `${error.name}: ${error.message}${place}`;
  return error;
}

/** On a clock that stands still, no request would ever end. */
function demandRealTimers(place: string): void {
  if (!vi.isFakeTimers()) return;
  throw shownAt(
    place,
    new RunError(
      'fake-timers',
      'conformanceSuite: fake timers are on, and a target answers in real time. Call vi.useRealTimers() before, or have vi.useFakeTimers() in the files of other tests alone',
    ),
  );
}

declare module 'vitest' {
  // The parameter is vitest's.
  // oxlint-disable-next-line no-unused-vars
  interface Matchers<T> {
    /**
     * The response of an operation violates no clause that it can violate by itself or beside its request, and shows at least one.
     * Takes responses of fetch, undici and clients such as supertest and axios; `sent` is the request, where the response does not tell it.
     *
     * @throws RunError for an operation that the target does not have, what is no response, and a body that was read before
     * @example
     * await expect(await fetch(`${mock.services.authentication}/api/v1/authn`, { method: 'POST' })).toConformTo('authenticate');
     */
    toConformTo(operation: string, sent?: SentRequest): Promise<void>;
    /**
     * The response is the documented error of this name, with its status and its text.
     *
     * @throws RunError for a name that no document has, and what is no response
     * @example
     * await expect(response).toBeDocumentedError('E0000004');
     */
    toBeDocumentedError(name: string): Promise<void>;
  }
}

/** The property that the walks over a document have: fast-check shrinks what contradicts it, and names the seed and path that replay it. */
async function demandWalks(options: ModelOptions, parameters: WalkParameters, place: string): Promise<void> {
  demandRealTimers(place);
  const model = await openModel(options);
  try {
    await fc.assert(fc.asyncProperty(model.walks, model.holds), { ...parameters, includeErrorInReport: true });
  } finally {
    await model.close();
  }
}

/** Whose documents and bindings the matchers go by. */
export type MatcherOptions = Pick<RunOptions, 'target' | 'env' | 'specs'>;

const MATCHER_RULES: OptionRules<MatcherOptions> = { target: RUN_RULES.target, env: RUN_RULES.env, specs: RUN_RULES.specs };

/**
 * Adds `toConformTo` and `toBeDocumentedError` to the `expect` of vitest. Both are to be awaited. They judge by the checks that a run has
 * for single responses.
 *
 * @throws RunError, SpecError for a mistake in options or profile
 * @example
 * // setup.ts, named by `setupFiles`
 * import { addMatchers } from 'assay/vitest';
 *
 * addMatchers({ target: 'acme.yaml' });
 */
export function addMatchers(options: MatcherOptions = {}): void {
  demandOptions('addMatchers', options, MATCHER_RULES);
  const { target = 'mock', env = process.env, specs = loadSpecs() } = options;
  const of = { specs, profile: profileToPlan(profileFile(target, 'target'), specs, env) };
  expect.extend({
    toConformTo: async (response: unknown, operation: string, sent?: SentRequest) =>
      matched(await judgeResponse(response, operation, of, sent), `a response that does not conform to ${operation}`),
    toBeDocumentedError: async (response: unknown, name: string) =>
      matched(await judgeError(response, name, of), `another response than the error ${name}`),
  });
}

/** As vitest takes what a matcher says; `otherwise` is what was expected after `.not`. */
function matched(verdict: ResponseVerdict, otherwise: string): Vitest.MatcherResult {
  if (verdict.ok) return { pass: true, message: () => `expected ${otherwise}; it shows ${verdict.clauses.join(', ')}` };
  const { expected, received: actual, message } = verdict;
  return { pass: false, expected, actual, message: () => message };
}

/** What tests with a mock are given. */
export interface MockFixtures {
  /** of the mock of each test; none of its faults are on unless told */
  readonly mockOptions: MockOptions;
  /** a mock of the test's own on free ports of 127.0.0.1, which closes after it */
  readonly mock: RunningMock;
}

const { beforeAll, describe, expect, test: vitestTest, vi } = await vitest();

/**
 * The `test` of vitest, with a mock for each test that asks for one.
 *
 * @example
 * import { test } from 'assay/vitest';
 *
 * test('the client signs in', async ({ mock }) => {
 *   await signIn(mock.services.authentication);
 * });
 * @example
 * const slow = test.extend({ mockOptions: { limiter: { kind: 'fixed-first', limit: 60, periodMs: 10_000 } } });
 */
export const test = vitestTest.extend<MockFixtures>({
  mockOptions: [{}, { injected: true }],
  mock: async ({ mockOptions }, use) => {
    const mock = await startMock(mockOptions);
    await use(mock);
    await mock.close();
  },
});

/** What a run says while it lasts, as tests print: `--silent` hides it. */
function say(text: string): void {
  // oxlint-disable-next-line no-console
  console.info(text);
}

/** Tells every ten seconds where a run stands. */
function tellProgress(): (now: Progress) => void {
  let before: { readonly phase: string; readonly begunAt: number } | undefined;
  let toldAt = Date.now();
  return (now) => {
    const at = Date.now();
    if (before?.phase !== now.phase) before = { phase: now.phase, begunAt: at };
    if (at - toldAt < 10_000) return;
    toldAt = at;
    say(renderProgress(undefined, now, { tty: false, color: false, width: 80, elapsedMs: at - before.begunAt }).trimEnd());
  };
}

/** vitest is the user's: Assay comes without it. */
async function vitest(): Promise<typeof Vitest> {
  const loaded = await import('vitest').catch((error: unknown) => {
    throw new RunError(
      'vitest-missing',
      `assay/vitest: vitest cannot be loaded: ${String(error)}. Install it: npm install --save-dev vitest`,
    );
  });
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('vitest/package.json'), 'utf8'),
  );
  const [major = 0, minor = 0] = version.split('.').map(Number);
  // Earlier ones hand no suite to a hook in this place.
  if (major > 4 || (major === 4 && minor >= 1)) return loaded;
  throw new RunError(
    'vitest-outdated',
    `assay/vitest: expected vitest 4.1 or newer, found ${version}. Install it: npm install --save-dev vitest@latest`,
  );
}

/** Throws RunError for a mistake in the options, and for a suite without target: an empty suite would be green. */
function demandSuiteOptions(options: SuiteOptions): void {
  if (options?.target === undefined)
    throw new RunError(
      'target-missing',
      "conformanceSuite: expected a target, found none: conformanceSuite({ target: 'acme.yaml' }), or 'mock'",
    );
  demandOptions('conformanceSuite', options, SUITE_RULES);
  const { propertyWalks } = options;
  if (typeof propertyWalks === 'object') demandOptions('conformanceSuite: propertyWalks', propertyWalks, WALK_RULES);
}

/** The titles of the tests below a suite that are to run. */
function titlesToRun({ tasks }: Pick<Vitest.RunnerTestSuite, 'tasks'>): readonly string[] {
  return tasks.flatMap((task) => {
    if (task.type === 'suite') return titlesToRun(task);
    return task.mode === 'run' ? [task.name] : [];
  });
}

/** The documented transitions that show any of these clauses, by id. */
function transitionsShowing(
  spec: DocumentSpec,
  profile: PublicProfile,
  clauses: readonly IndexedClause[],
): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(clauses.map(({ id }) => id));
  const documented = transitionsOf(spec, profile).filter((transition) => transition.documented);
  const shown = documented.map(({ id, row }) => [id, row.clauses.filter((clause) => ids.has(clause))] as const);
  return new Map(shown.filter(([, of]) => of.length > 0));
}

type Outcome =
  | { readonly kind: 'passed' }
  | { readonly kind: 'violated'; readonly failures: readonly Failure[]; readonly about: ClauseResult }
  /** it was claimed, and could not be judged; or it was not claimed */
  | { readonly kind: 'open' | 'aside'; readonly why: string }
  /** green and skipped tests say too little of the target, or what the run goes by has to be changed */
  | { readonly kind: 'unsound'; readonly why: string };

function outcomeOfClause(id: string, { clauses, failures, partial }: Report): Outcome {
  const about = clauses.find((clause) => clause.id === id);
  if (about === undefined) return { kind: 'open', why: partial ?? 'the run has not come to it' };
  const { verdict, reason = 'no reason is known', blame, waived } = about;
  if (verdict === 'pass') return { kind: 'passed' };
  if (verdict === 'fail' && waived === true) return { kind: 'aside', why: `waived: ${reason}` };
  if (verdict === 'fail') return { kind: 'violated', failures: failures.filter(({ clause }) => clause === id), about };
  return {
    kind: verdict === 'skipped' ? 'aside' : 'open',
    why: `${verdict ?? 'not judged'}${blame === undefined ? '' : ` (${blame})`}: ${reason}`,
  };
}

/**
 * What the documents leave open and the profile declares or binds is judged as well. Where nothing was judged at all, where the run ended early
 * or the target stopped answering, and where a waiver has to be changed, no green test may hide it.
 */
function outcomeOfRest(tested: ReadonlySet<string>, report: Report): Outcome {
  const { clauses, failures } = report;
  if (report.outcome === 'usage')
    return {
      kind: 'unsound',
      why: mistakesOf(report)
        .map(({ message }) => message)
        .join('\n'),
    };
  const open = clauses.filter(({ verdict }) => verdict === 'inconclusive');
  const [first] = open;
  if (!clauses.some(({ verdict }) => verdict === 'pass' || verdict === 'fail'))
    return {
      kind: 'unsound',
      why:
        first === undefined
          ? `${outcomeText(report).why}: none of the selected clauses is one that the profile claims`
          : `none of ${open.length} clauses could be judged (${first.blame ?? 'harness'}): ${report.partial ?? first.reason ?? 'no reason is known'}`,
    };
  const about = clauses.find(({ id, verdict, waived }) => verdict === 'fail' && waived !== true && !tested.has(id));
  if (about !== undefined) return { kind: 'violated', failures: failures.filter(({ clause }) => !tested.has(clause)), about };
  if (report.partial !== undefined) return { kind: 'unsound', why: outcomeText(report).why };
  const lost = open.filter(({ blame, reason = '' }) => blame === 'network' && reason.includes(NO_RESPONSE));
  const [silent] = lost;
  if (silent !== undefined)
    return { kind: 'unsound', why: `${lost.length} clauses could not be judged, ${silent.id} among them: ${silent.reason ?? ''}` };
  return { kind: 'passed' };
}

function outcomeOfTransition(id: string, clauses: readonly string[], report: Report): Outcome {
  const results = report.transitions.filter((result) => result.id === id);
  if (results.length > 0 && results.every(({ verdict }) => verdict === 'pass')) return { kind: 'passed' };
  const outcomes = clauses.map((clause) => outcomeOfClause(clause, report));
  const left = results
    .filter(({ verdict }) => verdict !== 'pass')
    .map(({ from, to, verdict }) => `${from} to ${to}: ${verdict ?? 'not taken'}`);
  return (
    outcomes.find(({ kind }) => kind === 'violated') ??
    outcomes.find(({ kind }) => kind !== 'passed') ?? { kind: 'open', why: left.join('; ') || 'not taken' }
  );
}

/** A contradiction, as vitest shows one: a diff of what was expected and received, and what led there. */
class Violation extends Error {
  override readonly name = 'Violation';
  readonly expected: string;
  readonly actual: string;
  readonly showDiff = true;

  constructor(failures: readonly Failure[], { report, files }: FinishedRun, { id, document, section, says, reason }: ClauseResult) {
    const page = files.find(({ about }) => about === 'report');
    super(
      [
        says ?? id,
        `${document}, ${section}`,
        ...(failures.length === 0 ? [reason ?? ''] : []),
        ...failures.flatMap((failure) => [
          '',
          `expected  ${failure.expected}`,
          `received  ${failure.received}`,
          ...numberedSteps(failure),
          `replay    ${replayCommand(report, failure.replay)}`,
          'curl',
          ...failure.curl
            .trimEnd()
            .split('\n')
            .map((line) => `  ${line}`),
        ]),
        ...(page === undefined ? [] : [`report    ${page.path}`]),
      ].join('\n'),
    );
    this.expected = failures[0]?.expected ?? '';
    this.actual = failures[0]?.received ?? '';
  }
}

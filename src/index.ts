// The library: what `import … from 'assay'` gives. Like the command, it is where the process's own surroundings come in.
import type { Dispatcher } from 'undici';
import { loadSpecs } from './model/load.ts';
import type { Comparison, HarEntry, Report, Selection, Specs, TestResult } from './model/types.ts';
import type { Judgement } from './judge/judgement.ts';
import type { Environment } from './profile/credential.ts';
import { readProfile, resolveProfile, type EmbeddedAddresses } from './profile/load-profile.ts';
import { publicPart, type Profile, type PublicProfile } from './profile/profile.ts';
import type { TraceEvent } from './trace/events.ts';
import { isEvent } from './trace/reader.ts';
import type { RunningMock } from './mock/kit/start-mock.ts';
import { chooseFaults, knownFaults, noSuchFault } from './mock/kit/known-faults.ts';
import { globPattern } from './model/selection.ts';
import { defined } from './model/defined.ts';
import { compareReports } from './report/diff/compare.ts';
import { DEFAULT_BAND } from './report/diff/drift.ts';
import { FAIL_ON, type FailOn } from './report/diff/rule.ts';
import {
  BOOLEAN,
  FILTER,
  FUNCTION,
  NAMES,
  OBJECT,
  SIGNAL,
  SPECS,
  TEXT,
  text,
  wholeNumber,
  type OptionRule,
  type OptionRules,
} from './model/options.ts';
import type { Qualification, Trial } from './qualify/qualification.ts';
import type { TargetQualification } from './qualify/target/target-qualification.ts';
import type { OfferedTrial } from './qualify/target/try-offered.ts';
import { demandSameKind, demandSameTarget, isLoadRun, readRun } from './run/baseline.ts';
import { testResult } from './report/certificate/statement.ts';
import { startPhase, type Progress } from './report/progress.ts';
import { demandUncertified, examine, signRun } from './run/certificate/certify.ts';
import { readPrivateKey, readPublicKey } from './run/certificate/keys.ts';
import { worst } from './run/certificate/refusals.ts';
import type { Verification } from './report/certificate/verification.ts';
import { verifyRun } from './run/certificate/verify.ts';
import { withChoices } from './run/choices.ts';
import { runConformance } from './run/conformance-run.ts';
import { forecast, type Forecast } from './run/forecast.ts';
import { mergeShards } from './run/merge/merge-shards.ts';
import { WALKS } from './plan/fit-depth.ts';
import {
  demandArgument,
  demandExchange,
  demandOptions,
  MOCK,
  PLAN_RULES,
  RUN_RULES,
  type PlanOptions,
  type RunOptions,
} from './run/options.ts';
import { plansFor } from './run/plans.ts';
import { profileToPlan } from './run/profile-to-plan.ts';
import { runFolder } from './run/run-folder.ts';
import { selectionOf } from './run/selection-of.ts';
import { shownAt } from './run/shown-at.ts';
import { judgedAgain, reportAgain } from './run/rejudge.ts';
import { demandViews, isPublicProfile, readStoredTrace } from './run/stored-trace.ts';
import { RunError } from './run/run-error.ts';
import { running, type Running } from './run/running.ts';
import { profileFile } from './run/targets.ts';
import { recorder } from './run/conformance-recorder.ts';
import { judgeTraffic as judgeEntries, readTraffic, type JudgedTraffic } from './run/traffic.ts';
import type { FinishedRun, RegeneratedReport } from './run/write-reports.ts';

export { startMock } from './mock/kit/start-mock.ts';
export type { MockOptions, RunningMock } from './mock/kit/start-mock.ts';
export type { Injection } from './mock/kit/injections.ts';
export type { ControlEvent } from './mock/kit/control.ts';
export type { LimiterSettings } from './mock/kit/limiter.ts';
export type { JsonObject } from './mock/kit/service.ts';
export type { JournalEntry, JournalFilter, JournalPage } from './mock/kit/journal.ts';
export { ControlError } from './mock/kit/service.ts';
export { loadSpecs, loadSpecsBeside } from './model/load.ts';
export { SpecError } from './model/errors.ts';
export type { DocumentName, DocumentSpec, IndexedClause, Selection, Specs } from './model/types.ts';
export type { Environment } from './profile/credential.ts';
export type { Profile, PublicProfile } from './profile/profile.ts';
export { readTrace, TraceError } from './trace/reader.ts';
export type { StoredTrace } from './trace/reader.ts';
export type { TraceEvent } from './trace/events.ts';
export type { Finding, Observation } from './judge/finding.ts';
export type { Flake } from './judge/flakes.ts';
export type { ClauseVerdict, Judgement, Verdict } from './judge/judgement.ts';
export { RunError } from './run/run-error.ts';
export type { ClauseResult, Comparison, Failure, Report, Shard, TestResult, TransitionResult } from './model/types.ts';
export type { FailOn } from './report/diff/rule.ts';
export type { Progress } from './report/progress.ts';
export type { Running } from './run/running.ts';
export type { PlanOptions, RunOptions } from './run/options.ts';
export type { Forecast } from './run/forecast.ts';
export type { FinishedRun, RegeneratedReport } from './run/write-reports.ts';
export type { Verification } from './report/certificate/verification.ts';
export type { Qualification, Trial } from './qualify/qualification.ts';
export type { TargetQualification } from './qualify/target/target-qualification.ts';
export type { OfferedTrial } from './qualify/target/try-offered.ts';
export type { JudgedTraffic } from './run/traffic.ts';

const RUN_FOLDER = text("the folder of a run, such as 'reports/acme'");
const COMPARED = text("the folder of a run, such as 'reports/acme', or its report.json");
const SPECS_RULES: OptionRules<Pick<PlanOptions, 'specs'>> = { specs: SPECS };

/** What a profile leaves to whoever loads it. */
export interface ProfileOptions {
  /** where credentials and `${NAME}` in addresses come from; the environment of this process unless told */
  readonly env?: Environment;
  /** the running mock that an embedded profile, such as `mock`, is about */
  readonly mock?: EmbeddedAddresses & Partial<Pick<RunningMock, 'choices'>>;
  /** the package's own unless told */
  readonly specs?: Specs;
}

const PROFILE_RULES: OptionRules<ProfileOptions> = { env: OBJECT, mock: MOCK, specs: SPECS };

/**
 * Loads the profile of a target, ready for use: checked, limits filled in, addresses and credentials fetched.
 *
 * @param target the profile's file, or the name of one of the package's own, such as `mock`
 * @returns with credentials in clear; {@link judge} and reports take only what is public of it
 * @throws RunError where there is no such file, or an embedded profile without its mock; SpecError with file, line, column and key of
 *   each mistake in it
 * @example
 * const mock = await startMock();
 * const { services, credentials } = loadProfile('mock', { mock });
 * await mock.close();
 */
export function loadProfile(target: string, options: ProfileOptions = {}): Profile {
  demandArgument('loadProfile: target', target, text("the file of a profile, such as 'acme.yaml', or 'mock'"));
  demandOptions('loadProfile', options, PROFILE_RULES);
  const { env = process.env, mock, specs = loadSpecs() } = options;
  const file = profileFile(target, 'loadProfile');
  const source = readProfile(file, specs);
  if (source.embedded !== undefined && mock === undefined)
    throw new RunError(
      'mock-not-started',
      `${file}: it is about the embedded deployment: start it and pass it on, loadProfile('${target}', { mock: await startMock() })`,
    );
  return resolveProfile(withChoices(source, mock?.choices ?? {}), file, env, mock);
}

/** What a trace is judged by, where it is other than what the trace itself says. */
export interface JudgeOptions {
  /** whose bindings, claims and declarations count; those that the trace begins with unless told */
  readonly profile?: PublicProfile;
  /** the package's own unless told */
  readonly specs?: Specs;
  /** which clauses are looked at: by document, feature or pattern; what the run was narrowed to unless told */
  readonly selection?: Selection;
}

const JUDGE_RULES: OptionRules<JudgeOptions> = { profile: OBJECT, specs: SPECS, selection: OBJECT };
const JUDGED: OptionRule = {
  expected: "the folder of a run, such as 'reports/acme', or the events of its trace, as readTrace gives them",
  holds: (value) => typeof value === 'string' || (Array.isArray(value) && value.every(isEvent)),
};

/**
 * Judges what a run has recorded: a pure function of trace, profile and specs, so that a stored run can be judged again, offline, by a
 * profile that binds or declares something else, or by the judges of a later version.
 *
 * @param run the folder of a run, or the events of its trace, as {@link readTrace} gives them
 * @returns a verdict for each clause, the findings behind them, what was seen only at times, and what was observed where the documents are
 *   silent; exchanges are told by their `seq` in the trace
 * @throws RunError for a folder that is no run, a trace that was changed, and events that name no profile where none is given; SpecError for
 *   a line that no run writes
 * @example
 * const { clauses } = judge('reports/last-night');
 * for (const { clause, reason } of clauses.filter(({ verdict }) => verdict === 'fail')) console.log(clause.id, reason);
 */
export function judge(run: string | readonly TraceEvent[], options: JudgeOptions = {}): Judgement {
  demandArgument('judge: run', run, JUDGED);
  demandOptions('judge', options, JUDGE_RULES);
  const events = typeof run === 'string' ? readStoredTrace(run).events : run;
  const start = events.find((event) => event.type === 'run');
  const profile = options.profile ?? start?.profile;
  if (profile === undefined || !isPublicProfile(profile))
    throw new RunError(
      'profile-missing',
      `${typeof run === 'string' ? run : 'judge'}: expected the events to begin with one of type 'run' that holds the profile of the target, ` +
        `found ${events[0]?.type ?? 'none'}. Pass the profile: judge(events, { profile })`,
    );
  demandViews(profile, 'judge');
  return judgedAgain(options.specs ?? loadSpecs(), publicPart(profile), events, options.selection ?? start?.selection ?? {});
}

/** Whose traffic it is. */
interface TrafficOptions extends Pick<JudgeOptions, 'specs'> {
  /** of the target that answered; requests to other addresses are skipped and counted */
  readonly profile: PublicProfile;
  /**
   * true where nobody else changed the target meanwhile: responses are then judged by what others have shown before of the same object,
   * list or page too
   */
  readonly undisturbed?: boolean;
}

const TRAFFIC_RULES: OptionRules<TrafficOptions> = { profile: OBJECT, specs: SPECS, undisturbed: BOOLEAN };

/**
 * Judges recorded traffic by every clause that a response can violate by itself, beside its request, or by what its transaction, token or
 * first page has said before. Nothing is sent.
 *
 * @param file an HTTP Archive (HAR 1.2) with response bodies, as browsers and proxies write it, or the `trace.ndjson` of a run
 * @throws SpecError for a file that is neither; RunError without a profile
 * @example
 * const { clauses, exitCode } = judgeTraffic('session.har', { profile: loadProfile('acme.yaml'), undisturbed: true });
 */
export function judgeTraffic(file: string, options: TrafficOptions): JudgedTraffic {
  demandArgument('judgeTraffic: file', file, text("a file of recorded traffic, such as 'session.har'"));
  const { profile, specs, undisturbed } = demandTraffic('judgeTraffic', options);
  return judgeEntries(readTraffic(file), profile, specs, { undisturbed });
}

/** Throws RunError where nobody says whose traffic it is. */
function demandTraffic(about: string, options: TrafficOptions): Required<TrafficOptions> {
  const profile = options?.profile;
  if (typeof profile !== 'object' || !isPublicProfile(profile))
    throw new RunError(
      'profile-missing',
      `${about}: expected the profile of the target, found none. Pass it: { profile: loadProfile('acme.yaml') }`,
    );
  demandOptions(about, options, TRAFFIC_RULES);
  const { specs = loadSpecs(), undisturbed = false } = options;
  return { profile, specs, undisturbed };
}

/** A request and its response, with the texts of their bodies. */
export interface RecordedExchange {
  readonly request: { readonly method: string; readonly url: string; readonly headers?: HeaderFields; readonly body?: string };
  readonly response: { readonly status: number; readonly headers?: HeaderFields; readonly body?: string };
}

type HeaderFields = Readonly<Record<string, string>> | Iterable<readonly [name: string, value: string]>;

/**
 * Judges one exchange by every clause that its response can violate. Nothing is sent.
 *
 * @returns as {@link judgeTraffic} of a file with this one entry; exit code 3 where it is of no operation of the target
 * @throws RunError without a profile, and for what is no exchange
 * @example
 * const request = { method: 'GET', url: 'http://127.0.0.1:8080/v1/teams/acme/groups' };
 * const response = { status: 404, headers: { 'content-type': 'application/json' }, body: '{}' };
 * const { exitCode } = judgeExchange({ request, response }, { profile: loadProfile('acme.yaml') });
 */
export function judgeExchange(exchange: RecordedExchange, options: TrafficOptions): JudgedTraffic {
  const { profile, specs } = demandTraffic('judgeExchange', options);
  demandExchange(exchange);
  const { request, response } = exchange;
  const fieldsOf = (headers: HeaderFields = {}): HarEntry['request']['headers'] =>
    [...(Symbol.iterator in headers ? headers : Object.entries(headers))].map(([name, value]) => ({ name, value }));
  const entry = {
    startedDateTime: new Date().toISOString(),
    request: {
      ...request,
      method: request.method.toUpperCase(),
      headers: fieldsOf(request.headers),
      ...defined({ postData: request.body === undefined ? undefined : { text: request.body } }),
    },
    response: { ...response, headers: fieldsOf(response.headers), content: { text: response.body ?? '' } },
  };
  return judgeEntries([entry], profile, specs);
}

/** Records the requests of a client, and judges them. */
export interface ConformanceRecorder {
  /** of undici: `setGlobalDispatcher(new Agent().compose(interceptor))` records every `fetch` */
  readonly interceptor: <Dispatch extends (options: never, handler: never) => boolean>(dispatch: Dispatch) => Dispatch;
  /** what the responses until now come to */
  judged(): JudgedTraffic;
}

/** What a request without an origin is recorded under where the target has several: it counts as foreign (RFC 6761, section 6.4). */
const UNKNOWN_ORIGIN = 'http://origin.invalid';

/**
 * Records what a client sends and receives in its own tests, for the clauses that the responses can violate. Changes and sends nothing. A Client
 * or Pool of undici does not tell its origin: what passes through it is taken as sent to the target, where all of the profile has one origin.
 *
 * @example
 * const recorder = conformance({ profile: loadProfile('acme.yaml') });
 * // Of undici, before the tests of the client: setGlobalDispatcher(new Agent().compose(recorder.interceptor));
 * const { clauses } = recorder.judged();
 * console.log(clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id));
 */
export function conformance(options: TrafficOptions): ConformanceRecorder {
  const { profile, specs, undisturbed } = demandTraffic('conformance', options);
  const entries: HarEntry[] = [];
  const origins = new Set(Object.values(profile.services).map(({ baseUrl }) => new URL(baseUrl).origin));
  const [only = UNKNOWN_ORIGIN] = origins.size === 1 ? origins : [];
  const intercept = recorder((entry) => void entries.push(entry), only);
  // Types of undici need those of Node: whoever uses neither reads these as well.
  function interceptor<Dispatch extends (options: never, handler: never) => boolean>(dispatch: Dispatch): Dispatch;
  function interceptor(dispatch: Dispatcher.Dispatch): Dispatcher.Dispatch {
    return intercept(dispatch);
  }
  return {
    interceptor,
    judged: () => judgeEntries(entries, profile, specs, { undisturbed }),
  };
}

/**
 * The conformance run: drives the target, judges every clause, writes the reports into a folder of its own. It ends with the budget of the
 * profile, whatever the target does.
 *
 * @returns the report, as `report.json` has it, and what was written; `report.stopped` tells what is wrong with the configuration where
 *   nothing could be judged. To be awaited, or looped over for its progress first
 * @throws RunError, SpecError for a mistake in options or profile, before anything is sent; ControlError for a fault that there is not
 * @example
 * const driving = run({ target: 'mock', clause: ['authn.errors.e0000004.*'] });
 * for await (const { phase, done, total } of driving) console.log(phase, done, total);
 * const { report } = await driving;
 * console.log(report.outcome, report.failures.map(({ clause, expected, received }) => [clause, expected, received]));
 */
export function run(options: RunOptions = {}): Running<FinishedRun> {
  return running((tell) => drive(options, tell));
}

async function drive(options: RunOptions, tell: (now: Progress) => void): Promise<FinishedRun> {
  demandOptions('run', options, RUN_RULES);
  const { target = 'mock', seed = 1, env = process.env, specs = loadSpecs(), faults = [], out } = options;
  const { repeat, bail, shard, preset, choices, onNotice = () => undefined, onProgress = () => undefined } = options;
  const { depth, walks = WALKS[depth ?? 'standard'], signal = new AbortController().signal } = options;
  return runConformance(
    {
      specs,
      profileFile: profileFile(target, 'target'),
      ...(target === 'mock' ? {} : { target }),
      faults: chooseFaults(faults).map(({ id }) => id),
      seed,
      selection: selectionOf(options, specs),
      walks,
      folder: runFolder(out, String(seed)),
      env,
      node: process.version,
      ...defined({ depth, repeat, bail, shard, preset, choices }),
    },
    {
      signal,
      onNotice,
      onPlan: () => undefined,
      onProgress(now) {
        tell(now);
        onProgress(now);
      },
    },
  );
}

/**
 * What a run would judge, what not and why, and about how many requests and milliseconds it would take. Nothing is sent.
 *
 * @throws RunError, SpecError for a mistake in options or profile
 * @example
 * const { clauses, requests } = plan({ target: 'acme.yaml' });
 * console.log(requests, clauses.filter(({ will }) => !will).map(({ id, why }) => [id, why]));
 */
export function plan(options: PlanOptions = {}): Forecast {
  demandOptions('plan', options, PLAN_RULES);
  const { target = 'mock', seed = 1, depth, walks = WALKS[depth ?? 'standard'], env = process.env, specs = loadSpecs() } = options;
  const selection = selectionOf(options, specs);
  const profile = profileToPlan(profileFile(target, 'target'), specs, env);
  return forecast(
    specs,
    profile,
    [...plansFor(specs, profile, { seed, selection, walks, ...defined({ depth }) }).values()],
    selection,
    shownAt(specs.digest),
  );
}

/**
 * Makes every report of a stored run again, from its trace alone, which is judged anew.
 *
 * @param folder of the run, which is written into
 * @throws RunError for a folder that is no run or is certified; nothing is overwritten then
 * @example
 * const { report: again } = report('reports/killed');
 */
export function report(folder: string, options: Pick<PlanOptions, 'specs'> = {}): RegeneratedReport {
  demandArgument('report: folder', folder, RUN_FOLDER);
  demandOptions('report', options, SPECS_RULES);
  return reportAgain(folder, options.specs ?? loadSpecs());
}

/**
 * Joins the shards of a run in a folder of its own, and judges the whole as one.
 *
 * @param shards the folders of all shards of one run, in any order
 * @throws RunError for shards that are not all of one run, each once; nothing is written then
 * @example
 * const { report: whole } = merge(['shard-1', 'shard-2'], 'whole');
 */
export function merge(shards: readonly string[], out: string, options: Pick<PlanOptions, 'specs'> = {}): RegeneratedReport {
  demandArgument('merge: shards', shards, { ...NAMES, expected: "a list of the shards' folders, such as ['shard-1', 'shard-2']" });
  demandArgument('merge: out', out, text("a new folder for the whole run, such as 'whole'"));
  demandOptions('merge', options, SPECS_RULES);
  return mergeShards(shards, out, options.specs ?? loadSpecs());
}

/**
 * What has changed between two stored runs of a target: verdicts, what the documents leave open, latency, the suite.
 *
 * @param before a run's folder or its report.json
 * @param failOn what makes `exitCode` 1; what fails newly unless told
 * @param latencyBand tolerated change of median and 90th percentile, as a factor
 * @throws RunError for runs that cannot be compared
 * @example
 * const { clauses, exitCode } = diff('reports/monday', 'reports/tuesday');
 */
export function diff(
  before: string,
  after: string,
  options: { readonly failOn?: readonly FailOn[]; readonly latencyBand?: number } = {},
): Comparison {
  demandArgument('diff: before', before, COMPARED);
  demandArgument('diff: after', after, COMPARED);
  demandOptions('diff', options, DIFF_RULES);
  const { failOn = ['newly-failing'], latencyBand = DEFAULT_BAND.factor } = options;
  const [was, is] = [readRun(before), readRun(after)];
  demandSameTarget(before, was, is.target.name);
  demandSameKind(before, was, isLoadRun(is));
  return compareReports(was, is, { failOn, band: { ...DEFAULT_BAND, factor: latencyBand } });
}

const DIFF_RULES: OptionRules<NonNullable<Parameters<typeof diff>[2]>> = {
  failOn: {
    expected: `a list of ${FAIL_ON.join(', ')}`,
    holds: (value) => Array.isArray(value) && value.every((one) => FAIL_ON.some((known) => known === one)),
  },
  latencyBand: { expected: 'a factor of at least 1', holds: (value) => typeof value === 'number' && value >= 1 },
};

/** The key that signs, or that is to have signed. */
interface KeyOptions extends Pick<PlanOptions, 'specs'> {
  readonly key?: string;
}

const KEY_RULES: OptionRules<KeyOptions> = { key: TEXT, specs: SPECS };

/** A run that was certified, or why it was not. */
export type Certification =
  | {
      readonly certified: true;
      readonly exitCode: 0;
      /** as it was certified */
      readonly report: Report;
      /** of the in-toto statement: the clauses that passed, and those that are waived */
      readonly predicate: TestResult;
      /** the certificate, the key's id and the number of files that the signature covers; absent without a key */
      readonly signed?: { readonly file: string; readonly keyId: string; readonly files: number };
    }
  | { readonly certified: false; readonly exitCode: number; readonly reasons: readonly string[] };

/**
 * Certifies a stored run: signs all that it consists of, and writes `certificate.json` into its folder. Nothing is overwritten.
 *
 * @param key file of an Ed25519 private key, PKCS#8 PEM; without it nothing is signed or written
 * @returns `reasons` where the run is not fit: filtered, partial, inconclusive or violating, or of a suite that is no release
 * @throws RunError for a folder that is no run or has its certificate, and for a key that cannot be read
 * @example
 * const { certified } = certify('reports/acme', { key: 'key.pem' });
 */
export function certify(folder: string, options: KeyOptions = {}): Certification {
  demandArgument('certify: folder', folder, RUN_FOLDER);
  demandOptions('certify', options, KEY_RULES);
  const { key, specs = loadSpecs() } = options;
  const signer = key === undefined ? undefined : readPrivateKey(key);
  if (signer !== undefined) demandUncertified(folder);
  const examined = examine(folder, specs);
  if ('refusals' in examined)
    return { certified: false, exitCode: worst(examined.refusals), reasons: examined.refusals.map(({ reason }) => reason) };
  const { fit } = examined;
  const base = { certified: true, exitCode: 0, report: fit.report } as const;
  if (signer === undefined) return { ...base, predicate: testResult(fit) };
  const { predicate, ...signed } = signRun(folder, fit, signer);
  return { ...base, predicate, signed };
}

/**
 * Checks a certified run: the signature, every file, and all that the certificate states, made of the trace again.
 *
 * @param key file of the Ed25519 public key of whom you trust, SPKI PEM; without it nobody knows who signed
 * @example
 * const { exitCode, flaws } = verify('acme', { key: 'key.pub.pem' });
 */
export function verify(folder: string, options: KeyOptions = {}): Verification {
  demandArgument('verify: folder', folder, RUN_FOLDER);
  demandOptions('verify', options, KEY_RULES);
  const { key, specs = loadSpecs() } = options;
  return verifyRun(folder, specs, key === undefined ? undefined : readPublicKey(key));
}

/** Which of the mock's faults are tried, and how. */
export interface QualifyOptions {
  /** patterns of ids, such as `pam-*`; `**` crosses dots. All unless told */
  readonly faults?: readonly string[];
  /** so many of them, drawn by the seed */
  readonly sample?: number;
  /** of the runs and of the sample; 1 unless told */
  readonly seed?: number;
  /** random walks of the suite; 50 unless told */
  readonly walks?: number;
  /** every fault against the whole suite, instead of up to its first kill */
  readonly full?: boolean;
  /** refuse every operation in every way, instead of in a sample of them */
  readonly unwilling?: boolean;
  /** faults tried at a time, each in a thread; 0, which is meant unless told, tries all of them in this one */
  readonly threads?: number;
  /** told of each fault that was tried: `done` of `total`; `failed` were not killed by then */
  readonly onProgress?: (now: Progress, trial: Trial) => void;
}

const QUALIFY_RULES: OptionRules<QualifyOptions> = {
  faults: FILTER,
  sample: wholeNumber(1),
  seed: RUN_RULES.seed,
  walks: RUN_RULES.walks,
  full: BOOLEAN,
  unwilling: BOOLEAN,
  threads: wholeNumber(0),
  onProgress: FUNCTION,
};

/** Which faults of a deployment are tried, and how. */
export interface QualifyTargetOptions extends Pick<QualifyOptions, 'faults' | 'sample' | 'seed' | 'walks'> {
  /** profile of a deployment that injects its own faults (key `faults`) */
  readonly target: string;
  /** faults tried at a time, each on a deployment of its own; 1 unless told */
  readonly jobs?: number;
  /** where credentials and `${NAME}` in addresses come from; the environment of this process unless told */
  readonly env?: Environment;
  /** ends it after the cases or faults that are under way */
  readonly signal?: AbortSignal;
  /** told of what is worth knowing before the trials */
  readonly onNotice?: (notice: string) => void;
  /** told how many requests the suite sends without a fault, and how many faults are to be tried */
  readonly onUnfaulted?: (requests: number, faults: number) => void;
  /** told of each fault that was tried: `done` of `total`; `failed` were not killed */
  readonly onProgress?: (now: Progress, trial: OfferedTrial) => void;
}

const QUALIFY_TARGET_RULES: OptionRules<QualifyTargetOptions> = {
  faults: QUALIFY_RULES.faults,
  sample: QUALIFY_RULES.sample,
  seed: QUALIFY_RULES.seed,
  walks: QUALIFY_RULES.walks,
  target: TEXT,
  jobs: wholeNumber(1),
  env: OBJECT,
  signal: SIGNAL,
  onNotice: FUNCTION,
  onUnfaulted: FUNCTION,
  onProgress: FUNCTION,
};

/**
 * Mutation analysis of the suite: tries it against the mock with each of its faults, in process, where nothing is sent; with `target`
 * against a deployment, over HTTP, with each fault that it offers.
 *
 * @returns the figures, a row for each fault, and as `exitCode` 0 where every fault was killed and both controls hold
 * @throws RunError where no fault matches; RunError, SpecError for a mistake in the profile
 * @example
 * const { faults, exitCode } = await qualify({ faults: ['authn-refused-with-*'], walks: 0 });
 * console.log(faults.behavioural, exitCode);
 */
export function qualify(options: QualifyTargetOptions): Running<TargetQualification & { readonly exitCode: number }>;
export function qualify(options?: QualifyOptions): Running<Qualification & { readonly exitCode: number }>;
export function qualify(options: QualifyOptions | QualifyTargetOptions = {}): Running<Qualification & { readonly exitCode: number }> {
  return running(async (tell) => {
    const isTarget = typeof options === 'object' && options !== null && 'target' in options;
    demandOptions('qualify', options, isTarget ? QUALIFY_TARGET_RULES : QUALIFY_RULES);
    return isTarget ? qualifyDeployment(options, tell) : qualifyMock(options, tell);
  });
}

async function qualifyDeployment(
  {
    target,
    faults,
    sample,
    seed = 1,
    walks = WALKS.standard,
    jobs = 1,
    env = process.env,
    signal = new AbortController().signal,
    onNotice = () => undefined,
    onUnfaulted = () => undefined,
    onProgress = () => undefined,
  }: QualifyTargetOptions,
  tell: (now: Progress) => void,
): Promise<TargetQualification & { readonly exitCode: number }> {
  const { qualifyTarget } = await import('./qualify/target/qualify-target.ts');
  const { targetExitCode } = await import('./qualify/target/target-qualification.ts');
  const file = profileFile(target, 'target');
  const specs = loadSpecs();
  let failed = 0;
  const result = await qualifyTarget(specs, readProfile(file, specs), file, {
    env,
    seed,
    walks,
    jobs,
    signal,
    onNotice,
    onUnfaulted,
    ...defined({ sample, fault: faults?.join(',') }),
    onProgress(done, total, trial) {
      if (trial.outcome === 'missed' || trial.outcome === 'broken') failed += 1;
      const now = { ...startPhase('qualify', total), done, failed, current: trial.fault };
      tell(now);
      onProgress(now, trial);
    },
  });
  return { ...result, exitCode: targetExitCode(result) };
}

async function qualifyMock(
  { faults, seed = 1, walks = WALKS.standard, threads = 0, onProgress = () => undefined, ...options }: QualifyOptions,
  tell: (now: Progress) => void,
): Promise<Qualification & { readonly exitCode: number }> {
  // Who only runs has no need of it.
  const { qualify: tryFaults } = await import('./qualify/qualify.ts');
  const { qualificationExitCode } = await import('./qualify/qualification.ts');
  const idle = faults?.find((glob) => !knownFaults().some(({ id }) => globPattern(glob).test(id)));
  if (idle !== undefined) throw new RunError('fault-unknown', noSuchFault(idle));
  let failed = 0;
  const file = profileFile('mock');
  const specs = loadSpecs();
  const result = await tryFaults(specs, readProfile(file, specs), file, {
    ...options,
    seed,
    walks,
    threads,
    ...defined({ fault: faults?.join(',') }),
    onProgress(done, total, trial) {
      if (trial.caughtBy.length === 0) failed += 1;
      const now = { ...startPhase('qualify', total), done, failed, current: trial.fault };
      tell(now);
      onProgress(now, trial);
    },
  });
  return { ...result, exitCode: qualificationExitCode(result) };
}

import { grouped } from '../model/grouped.ts';
import type { PublicProfile } from '../profile/profile.ts';
import { blocksIn, exchangesIn, statesIn, type CaseEvidence, type Evidence } from './evidence.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import type { Check, Finding, Times } from './finding.ts';

/** What may make a failure come and go without the target contradicting a clause. */
export type Noise = 'timing' | 'transport' | 'provider-state';

/** A failure that was not seen again when it was driven again, and that noise can explain. */
export interface Flake extends Times {
  readonly finding: Finding;
  readonly because: Noise;
}

/** What nobody has driven again. */
const ONCE: Times = { runs: 1, failed: 1 };

export interface Settled {
  readonly findings: readonly Finding[];
  readonly flakes: readonly Flake[];
}

/** What of specs and profile tells noise from a violation. */
export interface Surroundings {
  /** checks that look at nothing but whether and how a request is served */
  readonly outcomeChecks: () => readonly Check[];
  readonly sources: PublicProfile['sources'];
}

/**
 * Says of each failure how often it showed when it was driven again. One counterexample is a violation, however seldom it shows; a
 * failure that was never seen again is flaky only where timing, transport or a provider state can explain it. That a
 * service was not available, as may come to any request, is noise unless it came each time.
 */
export function settleFlakes({ cases, events }: Evidence, all: readonly Finding[], surroundings: Surroundings): Settled {
  const again = new Set(cases.filter(({ case: event }) => event.again !== undefined).map(({ case: event }) => event.case));
  if (again.size === 0) return { findings: all, flakes: [] };
  const owners = new Map(events.flatMap((event) => (event.type === 'exchange' ? [[event.seq, event.case] as const] : [])));
  const owned = all.map((finding) => ({ ...finding, ...ownerOf(finding, owners) }));
  // What cannot be judged in a repetition has been judged before.
  const findings = owned.filter(({ verdict, case: owner }) => verdict !== 'inconclusive' || owner === undefined || !again.has(owner));
  const timesOfEach = timesOf(cases, findings);
  const entries = new Map(cases.map((entry) => [entry.case.case, entry]));
  const noiseOf = noiseIn(entries, surroundings);
  const flakes = new Map<string, Flake>();
  const failures = findings.filter(({ verdict }) => verdict === 'fail');
  const isEachTime = ({ runs, failed }: Times): boolean => runs > 1 && failed === runs;
  const wasUnavailable = unavailableIn(entries, failures, (finding) => isEachTime(timesOfEach.get(checkKey(finding)) ?? ONCE));
  for (const [key, shown] of grouped(failures, checkKey)) {
    const times = timesOfEach.get(key) ?? ONCE;
    if (isEachTime(times)) continue;
    const because = shown.map(times.failed === 1 && times.runs > 1 ? noiseOf : wasUnavailable);
    // A single failure without an excuse is a violation.
    const [finding, noise] = [shown[0], because.includes(undefined) ? undefined : because[0]];
    if (finding !== undefined && noise !== undefined) flakes.set(key, { finding, because: noise, ...times });
  }
  return {
    findings: findings.map((finding) => {
      if (finding.verdict !== 'fail') return finding;
      const key = checkKey(finding);
      const [flake, times] = [flakes.get(key), timesOfEach.get(key)];
      if (flake !== undefined) return asFlaky(finding, flake);
      return times === undefined ? finding : { ...finding, times };
    }),
    flakes: [...flakes.values()],
  };
}

/** One check may speak for several clauses in one finding and for one in the next: they stand and fall together. */
export function checkKey({ check, clauses }: Pick<Finding, 'check' | 'clauses'>): string {
  return `${check} ${clauses.join(' ')}`;
}

/** Laws over several cases name none: theirs is the one of the exchange that decides. */
function ownerOf({ case: owner, exchanges }: Finding, owners: ReadonlyMap<number, string>): { readonly case?: string } {
  const found = owner ?? owners.get(exchanges.at(-1) ?? 0);
  return found === undefined ? {} : { case: found };
}

/** For each check that failed and was driven again: of the case or walk that failed most often, how often it was driven, and how often it failed. */
export function timesOf(cases: readonly CaseEvidence[], findings: readonly Finding[]): ReadonlyMap<string, Times> {
  const unitOf = new Map(cases.map(({ case: event }) => [event.case, event.walk?.id ?? event.case]));
  const runs = repeatsOf(cases, unitOf);
  const failing = new Map<string, Set<string>>();
  for (const finding of findings) {
    const unit = unitOf.get(finding.case ?? '');
    if (finding.verdict !== 'fail' || unit === undefined) continue;
    failing.set(checkKey(finding), (failing.get(checkKey(finding)) ?? new Set()).add(unit));
  }
  return new Map(
    [...failing].flatMap(([key, units]) => {
      const tried = runs.map((own) => ({ runs: own.length, failed: own.filter((unit) => units.has(unit)).length }));
      const most = tried.filter(({ failed }) => failed > 0).toSorted((one, other) => other.failed - one.failed)[0];
      return most === undefined ? [] : [[key, most]];
    }),
  );
}

/** What was driven several times, each time from fresh provider states; what anybody but the target has kept from that does not count. */
function repeatsOf(cases: readonly CaseEvidence[], unitOf: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const runs = new Map<string, Set<string>>();
  for (const entry of cases) {
    const { again, case: id } = entry.case;
    if (again?.to !== 'repeat' || blocksIn(entry).some(({ blame }) => blame !== 'target')) continue;
    const first = unitOf.get(again.of) ?? again.of;
    runs.set(first, (runs.get(first) ?? new Set([first])).add(unitOf.get(id) ?? id));
  }
  return [...runs.values()].map((units) => [...units]);
}

type Entries = ReadonlyMap<string, CaseEvidence>;

/** Laws that hold moments of two clocks against each other. */
const OF_MOMENTS = /^law\/(token\.|expiry\.|rate-limit\.(passes-at-retry-at|full-at-reset)$)/;

/** The law that an operation is served at all has looked at each request of the run: that none was is no noise, driven again or not. */
const OF_WHOLE_RUNS = /^law\/served\./;

/** What can explain that a failure shows once. No noise puts a wrong value into a response: only outcomes and moments can be due to it. */
function noiseIn(entries: Entries, { outcomeChecks, sources }: Surroundings): (finding: Finding) => Noise | undefined {
  let outcomes: ReadonlySet<string> | undefined;
  const prepared = new Set(sources.filter(({ kind }) => kind === 'accounts').map(({ key }) => key));
  return (finding) => {
    if (OF_MOMENTS.test(finding.check)) return 'timing';
    const entry = entries.get(finding.case ?? '');
    if (entry !== undefined && isUnavailable(entry, finding)) return 'transport';
    outcomes ??= new Set(outcomeChecks().map(({ id, clauses }) => checkKey({ check: id, clauses })));
    if (entry === undefined || !outcomes.has(checkKey(finding))) return undefined;
    if (isDisturbed(entry, finding)) return 'transport';
    if (isLate(entry, finding)) return 'timing';
    return statesIn(entry).some(({ by = '' }) => prepared.has(by)) ? 'provider-state' : undefined;
  };
}

/**
 * What excuses a failure however often it was driven, if not each time: that the service was not available. Where nobody has driven it again,
 * its operation must not have been found unavailable each time elsewhere.
 */
function unavailableIn(
  entries: Entries,
  failures: readonly Finding[],
  isEachTime: (finding: Finding) => boolean,
): (finding: Finding) => Noise | undefined {
  const operationOf = (finding: Finding): string | undefined => {
    const entry = entries.get(finding.case ?? '');
    if (entry === undefined || OF_WHOLE_RUNS.test(finding.check) || !isUnavailable(entry, finding)) return undefined;
    return untilDecided(entry, finding).at(-1)?.operation;
  };
  const down = new Set(failures.filter(isEachTime).map(operationOf));
  return (finding) => {
    const operation = operationOf(finding);
    return operation === undefined || down.has(operation) ? undefined : 'transport';
  };
}

/** What decides is a service that is not available: whatever was asked for, nothing was returned that could be wrong. */
function isUnavailable(entry: CaseEvidence, finding: Finding): boolean {
  return (untilDecided(entry, finding).at(-1)?.response?.status ?? 0) >= 500;
}

/** A request of the case was not answered. */
function isDisturbed(entry: CaseEvidence, finding: Finding): boolean {
  return untilDecided(entry, finding).some(({ response }) => response === undefined);
}

function untilDecided(entry: CaseEvidence, { exchanges }: Finding): readonly ExchangeEvent[] {
  const last = exchanges.at(-1) ?? Infinity;
  return exchangesIn(entry).filter(({ seq }) => seq <= last);
}

/** By so much a case may take longer after a turn of the clock than where nothing holds it up. */
const STALL_MS = 1_000;

/** The rate limit has made the case wait, or it stood still between a turn of the clock and the response that decides. */
function isLate(entry: CaseEvidence, { exchanges }: Finding): boolean {
  const decisive = exchangesIn(entry).find(({ seq }) => seq === exchanges.at(-1));
  const until = decisive === undefined ? entry.events : entry.events.slice(0, entry.events.indexOf(decisive));
  if (until.some((event) => (event.type === 'clock' ? event.waits === true : event.type === 'exchange' && event.response?.status === 429)))
    return true;
  const turn = until.findLastIndex(({ type }) => type === 'clock');
  const before = until.slice(0, turn + 1).findLast((event) => event.type === 'exchange');
  const from = before ?? until.slice(turn + 1).find((event) => event.type === 'exchange') ?? decisive;
  return turn !== -1 && decisive !== undefined && from !== undefined && decisive.sentAt + decisive.durationMs - from.sentAt > STALL_MS;
}

const EXCUSES: Readonly<Record<Noise, string>> = {
  timing: 'timing can explain it',
  transport: 'transport can explain it',
  'provider-state': 'an account that is not in its provider state can explain it',
};

function asFlaky({ expected = '', received = '', ...finding }: Finding, { failed, runs, because }: Flake): Finding {
  const times =
    runs === 1 ? 'it failed once and was not driven again' : `it failed in ${failed} of ${runs} runs from fresh provider states`;
  const shown = `${times}, and ${EXCUSES[because]}`;
  const blame = because === 'provider-state' ? because : 'target';
  return { ...finding, verdict: 'inconclusive', blame, reason: `${shown}: expected ${expected}; received ${received}` };
}

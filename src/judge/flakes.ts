import { blocksIn } from './evidence.ts';
import type { CaseEvidence, Evidence } from './evidence.ts';
import type { Finding } from './finding.ts';

/** How often something that failed was driven from fresh provider states, and how often it failed. */
export interface Times {
  readonly runs: number;
  readonly failed: number;
}

/** A failure that was never seen again when what had shown it was driven again. */
export interface Flake extends Times {
  readonly finding: Finding;
}

export interface Settled {
  readonly findings: readonly Finding[];
  readonly flakes: readonly Flake[];
}

/**
 * Weighs failures by what came of driving them again. A check that failed again in one case or walk that was repeated stands; one that
 * did so in none is told as flaky, and settles nothing. What nobody could repeat stands as it is.
 */
export function settleFlakes({ cases, events }: Evidence, all: readonly Finding[]): Settled {
  const again = new Set(cases.filter(({ case: event }) => event.again !== undefined).map(({ case: event }) => event.case));
  if (again.size === 0) return { findings: all, flakes: [] };
  const owners = new Map(events.flatMap((event) => (event.type === 'exchange' ? [[event.seq, event.case] as const] : [])));
  const owned = all.map((finding) => ({ ...finding, ...ownerOf(finding, owners) }));
  // What cannot be judged in a repetition has been judged before.
  const findings = owned.filter(({ verdict, case: owner }) => verdict !== 'inconclusive' || owner === undefined || !again.has(owner));
  const flakes = new Map<string, Flake>();
  for (const [key, times] of timesOf(cases, findings)) {
    const shown = findings.find((finding) => finding.verdict === 'fail' && checkKey(finding) === key);
    if (times.failed === 1 && times.runs > 1 && shown !== undefined) flakes.set(key, { finding: shown, ...times });
  }
  return {
    findings: findings.map((finding) => {
      const flake = finding.verdict === 'fail' ? flakes.get(checkKey(finding)) : undefined;
      return flake === undefined ? finding : asFlaky(finding, flake);
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

/** For each check that failed: of the case or walk that failed most often, how often it was driven, and how often it failed. */
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

function asFlaky({ expected = '', received = '', ...finding }: Finding, { failed, runs }: Flake): Finding {
  const reason = `it failed in ${failed} of ${runs} runs from fresh provider states: expected ${expected}; received ${received}`;
  return { ...finding, verdict: 'inconclusive', blame: 'target', reason };
}

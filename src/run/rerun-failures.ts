import { weightOnRecord } from '../drive/stock.ts';
import type { Finding } from '../judge/finding.ts';
import { checkKey } from '../judge/flakes.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Specs } from '../model/types.ts';
import type { Case } from '../plan/case.ts';
import { variationSeed } from '../plan/negative-data.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { Walk } from '../plan/walk.ts';
import type { Profile } from '../profile/profile.ts';
import type { Source } from '../profile/sources.ts';
import { lengthOf } from '../report/preceding-steps.ts';
import { startPhase, type Progress } from '../report/progress.ts';
import type { TraceEvent } from '../trace/events.ts';
import { driveItem, itemAgain, type Driver, type Item } from './drive-plans.ts';
import { openDrive } from './open-drive.ts';
import { drivenBy, type PlannedRun, type RunWatch } from './planned-run.ts';
import type { Redactor } from '../drive/redactor.ts';
import { lastSeq, type RunTrace } from './run-trace.ts';
import { shorten } from './shorten.ts';

/** Follows the failures of a run up over HTTP, in the run's own trace. Answers false where there was nothing to follow up. */
export async function rerunFailures(
  run: PlannedRun,
  trace: RunTrace,
  judgement: Judgement,
  earlier: Redactor,
  { signal, onProgress }: Pick<RunWatch, 'signal' | 'onProgress'>,
): Promise<boolean> {
  const { specs, plans, plan } = run;
  const { events } = trace;
  const findings = failingFindings(judgement);
  if (signal.aborted || findings.length === 0) return false;
  const { drive, close } = openDrive({
    ...drivenBy(run),
    profile: withReusableAccounts(specs, run.profile),
    trace,
    sent: lastSeq(events),
    stored: weightOnRecord(events),
    scope: 'again-',
    earlier,
    signal,
  });
  let progress: Progress | undefined;
  try {
    await followUp({
      drive,
      plans: [...plans.values()],
      events,
      findings,
      repeats: plan.repeat ?? DEFAULT_REPEATS,
      onProgress: (done, total) => {
        const now = { ...startPhase('again', total), done };
        onProgress(now, progress);
        progress = now;
      },
    });
  } finally {
    await close();
  }
  return true;
}

export interface FollowUp extends Driver {
  readonly plans: readonly DocumentPlan[];
  readonly findings: readonly Finding[];
  /** how often each is driven from fresh provider states */
  readonly repeats: number;
  readonly onProgress: (done: number, total: number) => void;
}

/** How often a failing case is driven again unless the run is told otherwise, and most often. */
export const DEFAULT_REPEATS = 2;
export const MOST_REPEATS = 1_000;

/** Cases that are driven again in one run; requests that all of them together may cost for each repetition, or a little more. */
const MOST_CASES = 12;
const REQUESTS_PER_REPEAT = 300;

/**
 * Drives what failed again: in fewer steps, as long as the failure still shows, and then from fresh provider states, to see whether it
 * shows once more. All of it goes into the trace, where judges and reports find it.
 */
export async function followUp(bench: FollowUp): Promise<void> {
  const { drive } = bench;
  const failing = failingCases(bench.events, bench.findings).slice(0, MOST_CASES);
  const from = drive.exchanger.nextSeq();
  const most = Math.max(bench.repeats, DEFAULT_REPEATS) * REQUESTS_PER_REPEAT;
  for (const [done, failingCase] of failing.entries()) {
    bench.onProgress(done, failing.length);
    if (drive.signal.aborted || drive.pacer.usedUp() !== undefined || drive.exchanger.nextSeq() - from > most) return;
    await follow(bench, failingCase);
  }
  bench.onProgress(failing.length, failing.length);
}

/** Failures of clauses that the run looks at and the profile claims. */
export function failingFindings({ clauses, findings }: Judgement): readonly Finding[] {
  const failed = new Set(clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id));
  return findings.filter((finding) => finding.verdict === 'fail' && finding.clauses.some((clause) => failed.has(clause)));
}

async function follow(bench: FollowUp, failingCase: FailingCase): Promise<void> {
  const origin = originOf(bench, failingCase.case);
  const [first] = failingCase.findings;
  if (origin === undefined || first === undefined) return;
  const { plan, item, walk } = origin;
  // What shows in a clean-up shows again only where it looks again.
  const cleanUps = new Set(bench.events.flatMap((event) => (event.type === 'exchange' && event.purpose === 'clean-up' ? [event.seq] : [])));
  const looks = failingCase.findings.some(({ exchanges }) => exchanges.some((seq) => cleanUps.has(seq)));
  const short = walk === undefined || looks ? undefined : await shorten(bench, plan, walk, first, failingCase.case);
  const again = await repeat(bench, short ?? item, looks);
  // What only the long way shows, or shows again, is driven the long way again.
  const isOpen = failingCase.findings.some((finding) => !again.has(checkKey(finding)));
  if (isOpen && short !== undefined) await repeat(bench, item, looks);
}

interface Origin {
  readonly plan: DocumentPlan;
  readonly item: Item;
  /** undefined where nothing can be left out: the steps of a probe belong together */
  readonly walk: Walk | undefined;
}

/** What the plan says of a case that was driven. */
function originOf({ plans, events, drive }: FollowUp, id: string): Origin | undefined {
  const event = events.find((one) => one.type === 'case' && one.case === id);
  for (const plan of plans) {
    const planned = plan.cases.find((one) => one.id === id);
    if (planned !== undefined) return { plan, item: { planned }, walk: tourAsWalk(planned) ?? improperAsWalk(plan, planned, drive.seed) };
    const walk = event?.type === 'case' ? plan.walks.find((one) => one.id === event.walk?.id) : undefined;
    if (walk !== undefined) return { plan, item: { walk }, walk };
  }
  return undefined;
}

function tourAsWalk({ id, document, given, steps }: Case): Walk | undefined {
  const moves = steps.flatMap(({ takes, vary }) =>
    takes === undefined ? [] : [{ transition: takes, vary: vary === undefined ? undefined : Number(vary.split('/').at(-1)) }],
  );
  return moves.length === 0 ? undefined : { document, sequences: [{ kind: 'path', name: id, given: given[0], moves }], turns: [] };
}

function improperAsWalk({ parts }: DocumentPlan, { id, document }: Case, seed: number): Walk | undefined {
  const improper = parts.improper.find((one) => one.id === id);
  if (improper === undefined) return undefined;
  const picks = improper.variations.map(({ at }) => ({ at, seed: variationSeed(seed, improper, at) }));
  return { document, sequences: [{ kind: 'improper', name: id, improper, picks }], turns: [] };
}

/** Drives it from fresh provider states; answers which checks fail again. */
async function repeat(bench: FollowUp, item: Item, looks: boolean): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for (let time = 1; time <= bench.repeats && !bench.drive.signal.aborted; time++)
    for (const finding of await driveItem(bench, itemAgain(item, `again-${time}`, looks))) failed.add(checkKey(finding));
  return failed;
}

/** A case that showed failures: those for which nothing shorter showed them, the earliest first. */
export interface FailingCase {
  readonly case: string;
  readonly findings: readonly Finding[];
}

/** For each check of these failures the shortest case that shows it; few cases, in the order in which they were driven. */
export function failingCases(events: readonly TraceEvent[], findings: readonly Finding[]): readonly FailingCase[] {
  const shortest = new Map<string, { readonly finding: Finding; readonly length: number; readonly owner: string }>();
  for (const finding of findings) {
    const { length, owner: last } = lengthOf(events, finding);
    const owner = finding.case ?? last;
    const known = shortest.get(checkKey(finding));
    if (owner !== undefined && (known === undefined || length < known.length)) shortest.set(checkKey(finding), { finding, length, owner });
  }
  const byCase = new Map<string, Finding[]>();
  for (const { finding, owner } of shortest.values()) byCase.set(owner, [...(byCase.get(owner) ?? []), finding]);
  return [...byCase].map(([id, own]) => ({ case: id, findings: own.toSorted((one, other) => decidedAt(one) - decidedAt(other)) }));
}

function decidedAt({ exchanges }: Finding): number {
  return exchanges.at(-1) ?? Infinity;
}

/** The profile without the accounts that a use spends: whoever drives something again cannot know which of them are left. */
export function withReusableAccounts(specs: Specs, profile: Profile): Profile {
  const states = Object.values(specs.documents).flatMap(({ providerStates }) => providerStates.states);
  const isSpent = (state: string): boolean => states.find(({ name }) => name === state)?.consumable === true;
  const lasting = (source: Source): Source =>
    source.kind === 'accounts'
      ? { ...source, accounts: source.accounts.filter(({ consumable, state }) => !(consumable ?? isSpent(state))) }
      : source;
  return { ...profile, sources: profile.sources.map(lasting) };
}

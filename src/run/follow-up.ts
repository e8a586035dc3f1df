import { checkKey } from '../judge/flakes.ts';
import type { Finding } from '../judge/finding.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Case } from '../plan/case.ts';
import { variationSeed } from '../plan/negative-data.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { Walk } from '../plan/walk.ts';
import { driveItem, itemAgain } from './drive-item.ts';
import type { Driver, Item } from './drive-item.ts';
import { shorten } from './shorten.ts';
import { suspectsIn } from './suspects.ts';
import type { Suspect } from './suspects.ts';

export interface FollowUp extends Driver {
  readonly plans: readonly DocumentPlan[];
  readonly findings: readonly Finding[];
  readonly onProgress: (done: number, total: number) => void;
}

/** Cases that are driven again in one run, and how often each; requests that all of them together may cost, or a little more. */
const MOST_SUSPECTS = 12;
const REPEATS = 2;
const MOST_REQUESTS = 600;

/**
 * Drives what failed again: in fewer steps, as long as the failure still shows, and then from fresh provider states, to see whether it
 * shows once more. All of it goes into the trace, where judges and reports find it.
 */
export async function followUp(bench: FollowUp): Promise<void> {
  const { drive } = bench;
  const suspects = suspectsIn(bench.events, bench.findings).slice(0, MOST_SUSPECTS);
  const from = drive.exchanger.nextSeq();
  for (const [done, suspect] of suspects.entries()) {
    bench.onProgress(done, suspects.length);
    if (drive.signal.aborted || drive.pacer.usedUp() !== undefined || drive.exchanger.nextSeq() - from > MOST_REQUESTS) return;
    await follow(bench, suspect);
  }
  bench.onProgress(suspects.length, suspects.length);
}

/** Failures of clauses that the run looks at and the profile claims. */
export function failingFindings({ clauses, findings }: Judgement): readonly Finding[] {
  const failed = new Set(clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id));
  return findings.filter((finding) => finding.verdict === 'fail' && finding.clauses.some((clause) => failed.has(clause)));
}

async function follow(bench: FollowUp, suspect: Suspect): Promise<void> {
  const origin = originOf(bench, suspect.case);
  const [first] = suspect.findings;
  if (origin === undefined || first === undefined) return;
  const { plan, item, walk } = origin;
  const short = walk === undefined ? undefined : await shorten(bench, plan, walk, first, suspect.case);
  const again = await repeat(bench, short ?? item);
  // What only the long way shows, or shows again, is driven the long way again.
  const isOpen = suspect.findings.some((finding) => !again.has(checkKey(finding)));
  if (isOpen && short !== undefined) await repeat(bench, item);
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
async function repeat(bench: FollowUp, item: Item): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for (let time = 1; time <= REPEATS && !bench.drive.signal.aborted; time++)
    for (const finding of await driveItem(bench, itemAgain(item, `again-${time}`))) failed.add(checkKey(finding));
  return failed;
}

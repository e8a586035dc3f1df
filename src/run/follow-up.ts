import type { Again } from '../spec/types.ts';
import type { Drive } from '../drive/drive.ts';
import { executeCase } from '../drive/execute-case.ts';
import { executeWalk } from '../drive/execute-walk.ts';
import { checkKey } from '../judge/flakes.ts';
import type { Finding } from '../judge/finding.ts';
import { judge } from '../judge/judgement.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { Case } from '../plan/case.ts';
import { readable } from '../plan/plan.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { requestsPlanned } from '../plan/steps.ts';
import { planWalk } from '../plan/walk.ts';
import type { PlannedWalk, Walk } from '../plan/walk.ts';
import { walkCode } from '../plan/walk-code.ts';
import { shorterWalks } from '../plan/walk-cuts.ts';
import type { TraceEvent } from '../trace/events.ts';
import { spotOf } from './spot.ts';
import { suspectsIn } from './suspects.ts';
import type { Suspect } from './suspects.ts';

export interface FollowUp {
  /** drives on in the trace of the run */
  readonly drive: Drive;
  readonly plans: readonly DocumentPlan[];
  /** what has happened so far, and, growing, what this drive adds to it */
  readonly events: readonly TraceEvent[];
  readonly findings: readonly Finding[];
  readonly onProgress: (done: number, total: number) => void;
}

/** Cases that are driven again in one run, and how often each; requests that one failure, and all of them, may cost. */
const MOST_SUSPECTS = 12;
const REPEATS = 2;
const MOST_TO_SHORTEN = 150;
const MOST_IN_ALL = 600;

/**
 * Drives what failed again: in fewer steps, as long as the failure still shows, and then from fresh provider states, to see whether it
 * shows each time. All of it goes into the trace, where judges and reports find it.
 */
export async function followUp(bench: FollowUp): Promise<void> {
  const suspects = suspectsIn(bench.events, bench.findings).slice(0, MOST_SUSPECTS);
  const from = bench.drive.exchanger.nextSeq();
  for (const [done, suspect] of suspects.entries()) {
    bench.onProgress(done, suspects.length);
    const isOver = bench.drive.signal.aborted || bench.drive.pacer.usedUp() !== undefined;
    if (isOver || bench.drive.exchanger.nextSeq() - from > MOST_IN_ALL) return;
    await follow(bench, suspect);
  }
  bench.onProgress(suspects.length, suspects.length);
}

/** Failures of clauses that the run looks at and the profile claims. */
export function failingFindings({ clauses, findings }: Judgement): readonly Finding[] {
  const failed = new Set(clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id));
  return findings.filter((finding) => finding.verdict === 'fail' && finding.clauses.some((clause) => failed.has(clause)));
}

/** Something that was driven, and which of the suspect's checks it showed. */
interface Shown {
  readonly item: { readonly walk: PlannedWalk } | { readonly planned: Case };
  readonly keys: ReadonlySet<string>;
}

async function follow(bench: FollowUp, suspect: Suspect): Promise<void> {
  const origin = originOf(bench, suspect.case);
  if (origin === undefined) return;
  const shortest = await shorten(bench, suspect, origin);
  const again = await repeat(bench, shortest.item);
  // What only the long way shows, or shows again, is driven the long way again.
  const open = suspect.findings.filter((finding) => !again.has(checkKey(finding)));
  if (open.length === 0) return;
  if (shortest !== origin) await repeat(bench, origin.item);
}

interface Origin extends Shown {
  readonly plan: DocumentPlan;
  /** undefined where nothing can be left out: the steps of a probe belong together */
  readonly walk: Walk | undefined;
}

/** What the plan says of a case that was driven. */
function originOf({ plans, events, findings }: FollowUp, id: string): Origin | undefined {
  const event = events.find((one) => one.type === 'case' && one.case === id);
  const keys = new Set(findings.filter((finding) => finding.case === id).map(checkKey));
  for (const plan of plans) {
    const planned = plan.cases.find((one) => one.id === id);
    if (planned !== undefined) return { plan, item: { planned }, keys, walk: tourAsWalk(planned) };
    const walk = event?.type === 'case' ? plan.walks.find((one) => one.id === event.walk?.id) : undefined;
    if (walk !== undefined) return { plan, item: { walk }, keys, walk };
  }
  return undefined;
}

function tourAsWalk({ id, document, given, steps }: Case): Walk | undefined {
  const moves = steps.flatMap(({ takes, vary }) =>
    takes === undefined ? [] : [{ transition: takes, vary: vary === undefined ? undefined : Number(vary.split('/').at(-1)) }],
  );
  return moves.length === 0 ? undefined : { document, sequences: [{ kind: 'path', name: id, given: given[0], moves }], turns: [] };
}

/** The shortest legal walk found that still shows the suspect's first failure; the original where there is none. */
async function shorten(bench: FollowUp, suspect: Suspect, origin: Origin): Promise<Shown> {
  const [wanted] = suspect.findings;
  let best: Shown = origin;
  let finding = wanted;
  let walk = origin.walk;
  const tried = new Set<string>();
  const from = bench.drive.exchanger.nextSeq();
  for (let goesOn = true; goesOn && walk !== undefined && finding !== undefined;) {
    goesOn = false;
    for (const candidate of shorterWalks(walk, spotOf(bench.events, finding), origin.plan.parts.transitions)) {
      const code = walkCode(candidate);
      if (tried.has(code)) continue;
      const planned = attemptAt(bench, origin.plan, candidate, `${suspect.case}/shorter-${tried.size + 1}`, suspect.case);
      const cost = requestsPlanned(planned.cases.flatMap(({ steps }) => steps));
      if (bench.drive.exchanger.nextSeq() - from + cost > MOST_TO_SHORTEN || bench.drive.signal.aborted) return best;
      tried.add(code);
      const found = await failuresOf(bench, () => executeWalk(bench.drive, planned));
      const same = found.find((one) => wanted !== undefined && checkKey(one) === checkKey(wanted));
      if (same === undefined) continue;
      best = { item: { walk: planned }, keys: new Set(found.map(checkKey)) };
      [walk, finding, goesOn] = [candidate, same, true];
      break;
    }
  }
  return best;
}

function attemptAt({ drive }: FollowUp, { spec }: DocumentPlan, walk: Walk, id: string, of: string): PlannedWalk {
  const planned = planWalk(id, walk, walkCode(walk));
  return { ...planned, cases: planned.cases.map((one) => again(readable(spec, drive.profile, one), { of, to: 'shorten' })) };
}

function again(planned: Case, why: Again): Case {
  return { ...planned, steps: planned.steps.map((step) => ({ ...step, purpose: 'follow-up' })), again: why };
}

/** Drives it from fresh provider states, with the same data and identities of their own; answers which checks fail again. */
async function repeat(bench: FollowUp, item: Shown['item']): Promise<ReadonlySet<string>> {
  const { drive } = bench;
  const failed = new Set<string>();
  for (let time = 1; time <= REPEATS && !drive.signal.aborted; time++) {
    if ('planned' in item) {
      const { planned } = item;
      const id = `${planned.id}/again-${time}`;
      const once: Case = { ...again(planned, { of: planned.id, to: 'repeat' }), id, data: planned.id };
      for (const finding of await failuresOf(bench, () => executeCase(drive, once))) failed.add(checkKey(finding));
    } else {
      const id = `${item.walk.id}/again-${time}`;
      const cases = item.walk.cases.map((planned, index): Case => ({
        ...again(planned, { of: planned.id, to: 'repeat' }),
        id: `${id}/${index + 1}`,
        ...(planned.walk === undefined ? {} : { walk: { ...planned.walk, id } }),
      }));
      for (const finding of await failuresOf(bench, () => executeWalk(drive, { ...item.walk, id, cases }))) failed.add(checkKey(finding));
    }
  }
  return failed;
}

/** What fails in that which is driven now, judged by itself. */
async function failuresOf({ drive, events }: FollowUp, execute: () => Promise<unknown>): Promise<readonly Finding[]> {
  const before = events.length;
  await execute();
  const surroundings = events.slice(0, before).filter(({ type }) => type === 'run' || type === 'secret');
  const { findings } = judge(drive.specs, drive.profile, [...surroundings, ...events.slice(before)]);
  return findings.filter(({ verdict }) => verdict === 'fail');
}

import { checkKey } from '../judge/flakes.ts';
import type { Finding } from '../judge/finding.ts';
import { readable, type DocumentPlan } from '../plan/plan.ts';
import { requestsPlanned } from '../plan/steps.ts';
import { planWalk, type PlannedWalk, type Walk } from '../plan/walk.ts';
import { walkCode } from '../plan/walk-code.ts';
import { shorterWalks, WalkArbitrary, type Spot } from '../plan/walk-cuts.ts';
import { driveItem, followsUp, type Driver } from './drive-plans.ts';
import type { TraceEvent } from '../trace/events.ts';
import { drivenWith } from '../report/preceding-steps.ts';
import fc from 'fast-check';
import type { Step } from '../model/types.ts';
import type { Variation } from '../plan/negative-data.ts';

/** A walk that still shows a failure, as it was driven, and everything that failed in it. */
export interface Shortened {
  readonly walk: PlannedWalk;
  readonly findings: readonly Finding[];
}

/** Requests that shortening one failure may cost, and values that are tried in place of one. */
const MOST_REQUESTS = 150;
const MOST_VALUES = 40;

/**
 * The shortest walk that still shows a failure: what the model allows to be left out is left out, one thing after the other, as long
 * as the same check fails; then the value that was sent becomes as simple as it can. Undefined where nothing can be left out.
 */
export async function shorten(
  driver: Driver,
  plan: DocumentPlan,
  long: Walk,
  wanted: Finding,
  name: string,
): Promise<Shortened | undefined> {
  const attempts = attemptsAt(driver, plan, wanted, name);
  let best: Shortened | undefined;
  let last = { walk: long, finding: wanted };
  const walks = new WalkArbitrary(
    () => long,
    () => shorterWalks(last.walk, positionOf(driver.events, last.finding), plan.parts.transitions),
  );
  const holds = async (walk: Walk): Promise<boolean> => {
    if (walk === long) return false;
    const shown = await attempts.drive(walk);
    if (shown === undefined) return true;
    best = shown.shortened;
    last = { walk, finding: shown.finding };
    return false;
  };
  await fc.check(fc.asyncProperty(walks, holds), { numRuns: 1 });
  return (await simplify(driver, last.walk, last.finding, attempts)) ?? best;
}

interface Attempts {
  /** drives a walk; undefined where the failure does not show in it, it was driven before, or enough was sent */
  drive(walk: Walk): Promise<{ readonly shortened: Shortened; readonly finding: Finding } | undefined>;
}

function attemptsAt({ drive, events }: Driver, { spec }: DocumentPlan, wanted: Finding, name: string): Attempts {
  const tried = new Set<string>();
  const from = drive.exchanger.nextSeq();
  return {
    drive: async (walk) => {
      const code = walkCode(walk);
      const planned = planWalk(`${name}/shorter-${tried.size + 1}`, walk, code);
      const cases = planned.cases.map((one) => followsUp(readable(spec, drive.profile, one), { of: name, to: 'shorten' }));
      const cost = requestsPlanned(cases.flatMap(({ steps }) => steps));
      const isEnough = drive.exchanger.nextSeq() - from + cost > MOST_REQUESTS || drive.signal.aborted;
      if (tried.has(code) || isEnough) return undefined;
      tried.add(code);
      const attempt: PlannedWalk = { ...planned, cases };
      const findings = await driveItem({ drive, events }, { walk: attempt });
      const finding = findings.find((one) => checkKey(one) === checkKey(wanted));
      return finding === undefined ? undefined : { shortened: { walk: attempt, findings }, finding };
    },
  };
}

/** Where one improper request shows the failure: the same with the simplest value that still does. */
async function simplify({ events }: Driver, walk: Walk, finding: Finding, attempts: Attempts): Promise<Shortened | undefined> {
  const { sequence: index, at } = positionOf(events, finding);
  const sequence = walk.sequences[index];
  if (sequence?.kind !== 'improper') return undefined;
  const pick = sequence.picks.find((one) => one.at === at);
  const variation = sequence.improper.variations.find((one) => one.at === at);
  if (pick === undefined || variation === undefined) return undefined;
  let simplest: Shortened | undefined;
  await shrinkStep(variation, pick.seed, MOST_VALUES, async (step) => {
    const picks = sequence.picks.map((one) => (one === pick ? { ...pick, step } : one));
    const shown = await attempts.drive({ ...walk, sequences: walk.sequences.with(index, { ...sequence, picks }) });
    if (shown !== undefined) simplest = shown.shortened;
    return shown !== undefined;
  });
  return simplest;
}

/** Where in its walk a failure showed: by the intents that the trace has up to the exchange that decides. */
export function positionOf(events: readonly TraceEvent[], finding: Finding): Spot {
  const decided = finding.exchanges.at(-1) ?? Infinity;
  const shown = events.find((event) => event.type === 'exchange' && event.seq === decided);
  const owner = shown?.type === 'exchange' ? shown.case : (finding.case ?? '');
  const together = [...drivenWith(events, owner)].toSorted((one, other) => ordinal(one) - ordinal(other));
  const intents = events.filter((event) => event.type === 'intent').filter((event) => event.case === owner && event.exchange <= decided);
  const last = intents.at(-1);
  // What prepares a transition comes before the step that is meant to take it.
  const isAhead = shown?.type === 'exchange' && last !== undefined && shown.place.row !== `transition:${last.transition}`;
  const at = shown?.type === 'exchange' ? shown.place.at : undefined;
  return { at, sequence: Math.max(0, together.indexOf(owner)), moves: Math.max(1, intents.length + (isAhead ? 1 : 0)) };
}

/** Cases of a walk are numbered from 1. */
function ordinal(id: string): number {
  return Number(id.split('/').at(-1));
}

/**
 * The simplest step of a variation, by fast-check's lights, that still fails; the one that the seed draws comes first. At most so many
 * are tried: what has been found by then stands. Undefined where not even the first one fails.
 */
export async function shrinkStep(
  { step }: Variation,
  seed: number,
  most: number,
  fails: (step: Step) => Promise<boolean>,
): Promise<Step | undefined> {
  let best: Step | undefined;
  let left = most;
  const holds = async (candidate: Step): Promise<boolean> => {
    if (left <= 0) return true;
    left -= 1;
    if (!(await fails(candidate))) return true;
    best = candidate;
    return false;
  };
  await fc.check(fc.asyncProperty(step, holds), { seed, numRuns: 1 });
  return best;
}

/** One stage of a ramp: a constant arrival rate, held against the thresholds. */
export interface Stage {
  readonly phase: 'stage' | 'bisection' | 'confirmation';
  /** requests a second */
  readonly rate: number;
  readonly p99: number;
  /** thresholds that it has not kept; none where it has kept them all */
  readonly missed: readonly string[];
  /** nothing more can be sent: interrupted, out of budget, unreachable */
  readonly isOver: boolean;
}

export interface RampOrder {
  /** of the stages, in order, until one keeps the thresholds and another does not */
  readonly rates: readonly number[];
  readonly stageMs: number;
  readonly confirmMs: number;
}

export interface Ramp {
  /** the highest rate that has kept the thresholds for the longer time of a confirmation */
  readonly confirmed: number | undefined;
  /** the rate from which latency rises faster than the load; undefined where it shows none */
  readonly knee: number | undefined;
  /** why no higher rate was confirmed */
  readonly bound: string;
}

/** Between what was kept and what was not so much of the latter may lie. */
const PRECISION = 0.02;
const MOST_BISECTIONS = 10;
/** What a short stage has kept and a long one has not is tried again at so much of the rate. */
const BACK = 0.97;
const MOST_CONFIRMATIONS = 6;

/** How long a ramp may take. */
export function longestRamp({ rates, stageMs, confirmMs }: RampOrder): number {
  return (rates.length + MOST_BISECTIONS) * stageMs + MOST_CONFIRMATIONS * confirmMs;
}

/**
 * Finds the highest rate that keeps the thresholds: stage by stage until it is between two of them, then by bisection, then confirmed for a
 * longer time. What is kept at a rate is taken to be kept at every lower one, whatever a stage there has shown by chance.
 */
export async function searchCapacity<S extends Stage>(
  { rates, stageMs, confirmMs }: RampOrder,
  drive: (phase: Stage['phase'], rate: number, durationMs: number) => Promise<S>,
): Promise<Ramp & { readonly stages: readonly S[] }> {
  const stages: S[] = [];
  const kept = (): number => Math.max(0, ...stages.flatMap((one) => (isKept(one) ? [one.rate] : [])));
  /** Answers whether more can be sent. */
  async function run(phase: Stage['phase'], rate: number, durationMs: number): Promise<boolean> {
    const stage = await drive(phase, rate, durationMs);
    stages.push(stage);
    return !stage.isOver;
  }
  const done = (confirmed: number | undefined, bound: string) => ({ stages, confirmed, knee: kneeOf(stages), bound });
  const over = 'nothing more could be sent';

  for (const rate of rates) {
    if (kept() > 0 && lowestMissed(stages, kept()) !== undefined) break;
    if (!(await run('stage', rate, stageMs))) return done(undefined, over);
  }
  for (let time = 0; time < MOST_BISECTIONS; time++) {
    const low = kept();
    const high = lowestMissed(stages, low)?.rate;
    if (high === undefined) break;
    const isNear = high - low <= PRECISION * high;
    // One stage may miss by chance: it takes two to bound what is found.
    if (isNear && stages.filter(({ rate }) => rate === high).length > 1) break;
    if (!(await run('bisection', isNear ? high : rounded((low + high) / 2), stageMs))) return done(undefined, over);
  }
  let rate = kept();
  if (rate === 0) return done(undefined, `no rate down to ${lowestMissed(stages, 0)?.rate ?? 0} a second has kept the thresholds`);
  for (let time = 0; time < MOST_CONFIRMATIONS; time++) {
    if (!(await run('confirmation', rate, confirmMs))) return done(undefined, over);
    if (stages.at(-1)?.missed.length === 0) return done(rate, boundAbove(stages, rate));
    rate = rounded(rate * BACK);
  }
  return done(
    undefined,
    `what was kept in ${stageMs / 1000} s was not in ${confirmMs / 1000} s, down to ${stages.at(-1)?.rate ?? 0} a second`,
  );
}

function isKept({ missed, isOver }: Stage): boolean {
  return missed.length === 0 && !isOver;
}

/** The lowest of the stages above a rate that did not keep the thresholds. */
export function lowestMissed<S extends Pick<Stage, 'rate' | 'missed'>>(stages: readonly S[], above: number): S | undefined {
  const missed = stages.filter((one) => one.missed.length > 0 && one.rate > above);
  return missed.toSorted((one, other) => one.rate - other.rate)[0];
}

/** What ended the ascent. */
function boundAbove(stages: readonly Stage[], confirmed: number): string {
  const stage = lowestMissed(stages, confirmed);
  return stage === undefined ? 'it is the highest rate that was tried' : `at ${stage.rate} a second: ${stage.missed.join(', ')}`;
}

/** To as many digits as stages tell apart. */
function rounded(rate: number): number {
  return Number(rate.toPrecision(rate < 100 ? 3 : 4));
}

/** What a stage has missed where its figures are not the target's. */
export const HELD_UP = 'the generator was the bottleneck';

/** So much further than an even rise latency has to stay behind, of all that it rises by. */
const CLEAR = 0.1;

/** Where the 99th percentile lies furthest below the straight line from its lowest rate to its highest (Satopää et al., 2011). */
export function kneeOf(stages: readonly Pick<Stage, 'rate' | 'p99'>[]): number | undefined {
  const points = stages.toSorted((one, other) => one.rate - other.rate);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || points.length < 3 || last.p99 <= first.p99 || last.rate <= first.rate) return undefined;
  const below = ({ rate, p99 }: Pick<Stage, 'rate' | 'p99'>): number =>
    (rate - first.rate) / (last.rate - first.rate) - (p99 - first.p99) / (last.p99 - first.p99);
  const knee = points.reduce((best, point) => (below(point) > below(best) ? point : best), first);
  return below(knee) > CLEAR ? knee.rate : undefined;
}

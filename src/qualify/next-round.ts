import type { Check } from '../judge/finding.ts';
import type { FaultSummary } from '../mock/kit/control.ts';
import { wireFaultOf } from '../mock/kit/known-faults.ts';
import type { Pool } from './pool.ts';
import { proven, type Trial } from './qualification.ts';
import { alike, answeringFirst, reached, soonest, type Coverage } from './coverage.ts';
import { ownClauses, type Task } from './trial.ts';

/** What has been tried, and what all of it is to prove. */
export interface RoundInput {
  readonly faults: readonly FaultSummary[];
  readonly checks: readonly Check[];
  /** clauses that a run without a fault judges */
  readonly judged: readonly string[];
  readonly trials: readonly Trial[];
  readonly seed: number;
  readonly coverage: Coverage;
}

/** So many further seeds are tried for what the choices and the races of the ones before keep from being asked. */
const FURTHER_SEEDS = 4;

/**
 * Whoever stops at the first failure leaves checks behind that would have failed too. Round by round, each of them and each clause gets
 * the next fault that may turn it red, until it has, or there is none left. Faults that were not caught are tried with every seed.
 * @param reachUnder what a run of another seed shows
 */
export async function nextRound(
  pool: Pool<Task, Trial>,
  asked: RoundInput,
  reachUnder: (seed: number) => Promise<Coverage>,
): Promise<readonly Trial[]> {
  const further: Trial[] = [];
  further.push(...(await rounds(pool, asked, [], goalsOf(asked, further))));
  const askUnder = async (seed: number): Promise<void> => {
    const missed = notCaught(asked, further);
    const open = goalsOf(asked, further).filter((goal) => candidates(asked.faults, goal).length > 0);
    // Which checks and clauses a seed may turn red, only a run of it tells; a fault is tried in all units anyway.
    const coverage = open.length > 0 ? await reachUnder(seed) : asked.coverage;
    const tasks = missed.map((fault) => taskFor(fault, seed, coverage, 'caught'));
    further.push(...(await pool.run(tasks, () => undefined)));
    const asking = open.filter(({ kind, id }) => (kind === 'checks' ? coverage.byCheck : coverage.byClause).has(id));
    further.push(...(await rounds(pool, { ...asked, seed, coverage }, further, asking)));
  };
  await askUnder(asked.seed + 1);
  // That an operation is served at all, without which its refusals contradict nothing, other units may show.
  further.push(...(await rounds(pool, asked, further, goalsOf(asked, further), true)));
  for (let seed = asked.seed + 2; seed <= asked.seed + FURTHER_SEEDS; seed++) await askUnder(seed);
  return further;
}

/** The units that can show the fault first: one for each check before a second for any. */
export function taskFor(fault: FaultSummary, seed: number, coverage: Coverage, until: 'caught' | 'end'): Task {
  const showing = until === 'end' ? [] : soonest(coverage, ownClauses(fault));
  const units = answeringFirst(coverage, showing, wireFaultOf(fault)?.where ?? {});
  return { fault: fault.id, seed, units, andOthers: alike(coverage, ownClauses(fault)), until };
}

/** Faults that no trial has caught. */
function notCaught({ faults, trials }: RoundInput, further: readonly Trial[]): readonly FaultSummary[] {
  const caught = new Set([...trials, ...further].filter(({ caughtBy }) => caughtBy.length > 0).map(({ fault }) => fault));
  return faults.filter(({ id }) => !caught.has(id));
}

/** A check or a clause that nothing has turned red yet. */
interface Goal {
  readonly kind: 'checks' | 'clauses';
  readonly id: string;
  readonly clauses: readonly string[];
}

function goalsOf({ checks, judged, trials }: RoundInput, further: readonly Trial[]): readonly Goal[] {
  const { failed, killed } = proven([...trials, ...further]);
  return [
    ...checks.filter(({ id }) => !failed.has(id)).map(({ id, clauses }): Goal => ({ kind: 'checks', id, clauses })),
    ...judged.filter((id) => !killed.has(id)).map((id): Goal => ({ kind: 'clauses', id, clauses: [id] })),
  ];
}

async function rounds(
  pool: Pool<Task, Trial>,
  asked: RoundInput,
  before: readonly Trial[],
  goals: readonly Goal[],
  andOthers = false,
): Promise<readonly Trial[]> {
  const found: Trial[] = [];
  const tried = new Set<string>();
  for (;;) {
    const open = new Set(goalsOf(asked, [...before, ...found]).map(keyOf));
    const tasks = tasksFor(
      goals.filter((goal) => open.has(keyOf(goal))),
      asked,
      tried,
      andOthers,
    );
    if (tasks.length === 0) return found;
    found.push(...(await pool.run(tasks, () => undefined)));
  }
}

function keyOf({ kind, id }: Goal): string {
  return `${kind} ${id}`;
}

/** For each goal the next fault that has not been tried for it; goals with the same fault share one task. */
function tasksFor(goals: readonly Goal[], { faults, seed, coverage }: RoundInput, tried: Set<string>, andOthers: boolean): readonly Task[] {
  const wanted = new Map<string, Goal[]>();
  for (const goal of goals) {
    const next = candidates(faults, goal).find((fault) => !tried.has(`${fault.id} ${keyOf(goal)}`));
    if (next === undefined) continue;
    tried.add(`${next.id} ${keyOf(goal)}`);
    const known = wanted.get(next.id);
    if (known === undefined) wanted.set(next.id, [goal]);
    else known.push(goal);
  }
  return [...wanted].map(([fault, some]) => {
    const ids = (kind: Goal['kind']): readonly string[] => some.filter((goal) => goal.kind === kind).map(({ id }) => id);
    const checks = ids('checks');
    // A check that nothing asks where all is well may be asked where something is wrong.
    const unasked = some.filter(({ kind, id }) => kind === 'checks' && !coverage.byCheck.has(id)).flatMap(({ clauses }) => clauses);
    const units = reached(coverage, [...ids('clauses'), ...unasked], checks);
    return { fault, seed, units, andOthers: andOthers ? [] : false, until: { checks, clauses: ids('clauses') } };
  });
}

/** The faults that may turn a goal red, the ones that name fewest clauses first. */
function candidates(faults: readonly FaultSummary[], { clauses }: Goal): readonly FaultSummary[] {
  return faults
    .filter((fault) => ownClauses(fault).some((clause) => clauses.includes(clause)))
    .toSorted((a, b) => a.alsoBreaks.length - b.alsoBreaks.length);
}

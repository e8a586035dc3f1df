import type { DocumentName } from '../model/types.ts';
import type { Finding } from '../judge/finding.ts';
import { judgeEvents } from '../judge/judgement.ts';
import type { FaultSummary } from '../mock/kit/control.ts';
import { openInProcessTarget, type InProcessTarget } from './in-process.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { Unit } from '../run/drive-plans.ts';
import type { Trial } from './qualification.ts';
import type { Suite } from './suite.ts';
import { defined } from '../model/defined.ts';

/** One fault to be tried, where, and until when. */
export interface Task {
  readonly fault: string;
  /** of the suite */
  readonly seed: number;
  /** ids of the units to begin with, in this order */
  readonly units: readonly string[];
  /** and then all others of the fault's document, these first */
  readonly andOthers: false | readonly string[];
  /** a kill, the end, or a kill by each of these checks and for each of these clauses */
  readonly until: 'caught' | 'end' | { readonly checks: readonly string[]; readonly clauses: readonly string[] };
}

/** A fault that makes the suite send so many requests keeps it from ending: a whole run has a tenth of them. */
const MOST_REQUESTS = 30_000;

/** Tries one fault on a deployment of its own. */
export async function tryFault(suite: Suite, fault: FaultSummary, task: Task): Promise<Trial> {
  let sent = 0;
  const bench = openInProcessTarget(suite, {
    faults: [fault.id],
    note: () => {
      sent += 1;
      if (sent > MOST_REQUESTS) bench.abort();
    },
  });
  const failures: Finding[] = [];
  try {
    const units = unitsFor(suite, fault, task);
    for (const [index, unit] of units.entries()) {
      failures.push(...(await failuresIn(suite, bench, unit, fault.document)));
      // Some rules hold over all that was sent: what one unit alone shows does not contradict them.
      const isSeenThrough = index + 1 === task.units.length || index + 1 === units.length;
      if (isSeenThrough && !isSettled(fault, failures, task)) failures.push(...failuresAmong(suite, bench.events, fault.document));
      if (sent > MOST_REQUESTS) return trialOf(fault, failures, sent, `more than ${MOST_REQUESTS} requests were sent`);
      if (isSettled(fault, failures, task)) break;
    }
  } catch (error) {
    return trialOf(fault, failures, sent, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  return trialOf(fault, failures, sent);
}

/** A fault that no unit is known to show may still be caught by any. */
function unitsFor({ units }: Suite, fault: FaultSummary, { units: first, andOthers }: Task): readonly Unit[] {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const others =
    andOthers === false ? [] : [...andOthers, ...units.flatMap(({ id, document }) => (document === fault.document ? [id] : []))];
  return [...new Set([...first, ...others])].flatMap((id) => byId.get(id) ?? []);
}

/** What the judges forbid of one unit, driven alone; the numbers of its exchanges go on from those before. */
async function failuresIn(
  suite: Suite,
  { drive, events }: InProcessTarget,
  unit: Unit,
  document: DocumentName,
): Promise<readonly Finding[]> {
  const before = events.length;
  await unit.execute(drive);
  return failuresAmong(suite, events.slice(before), document);
}

function failuresAmong({ specs, profile }: Suite, events: readonly TraceEvent[], document: DocumentName): readonly Finding[] {
  return judgeEvents(specs, profile, events, [document]).findings.filter(({ verdict }) => verdict === 'fail');
}

/** The fault's own clause, and those that it breaks just as much. */
export function ownClauses({ clause, alsoBreaks }: Pick<FaultSummary, 'clause' | 'alsoBreaks'>): readonly string[] {
  return [clause, ...alsoBreaks];
}

/** Failures of a clause that the fault names: these alone are kills. */
function killsAmong(fault: FaultSummary, failures: readonly Finding[]): readonly Finding[] {
  const own = ownClauses(fault);
  return failures.filter(({ clauses }) => clauses.some((clause) => own.includes(clause)));
}

function isSettled(fault: FaultSummary, failures: readonly Finding[], { until }: Task): boolean {
  if (until === 'end') return false;
  const kills = killsAmong(fault, failures);
  if (until === 'caught') return kills.length > 0;
  return (
    until.checks.every((id) => kills.some(({ check }) => check === id)) &&
    until.clauses.every((id) => kills.some(({ clauses }) => clauses.includes(id)))
  );
}

function trialOf(fault: FaultSummary, failures: readonly Finding[], sent: number, broke?: string): Trial {
  const own = ownClauses(fault);
  const kills = broke === undefined ? killsAmong(fault, failures) : [];
  const red = new Set(failures.flatMap(({ clauses }) => clauses));
  const first = Math.min(...kills.map(({ exchanges }) => exchanges.at(-1) ?? Infinity));
  return {
    fault: fault.id,
    caughtBy: [...new Set(kills.map(({ check }) => check))],
    killed: own.filter((clause) => kills.some(({ clauses }) => clauses.includes(clause))),
    requests: Number.isFinite(first) ? first : sent,
    collateral: [...red].filter((clause) => !own.includes(clause)).toSorted(),
    ...defined({ broke }),
  };
}

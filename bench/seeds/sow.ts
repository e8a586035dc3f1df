import type { Selection } from '../../src/model/types.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { isJudgeable } from '../../src/model/selection.ts';
import type { ClauseVerdict } from '../../src/judge/judgement.ts';
import { limiterKinds } from '../../src/mock/kit/limiter.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { defined } from '../../src/model/defined.ts';
import { chosenProfile } from '../../src/run/choices.ts';
import { profileFile } from '../../src/run/targets.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';
import { openPool } from '../../src/qualify/pool.ts';
import type { Hand, Pool } from '../../src/qualify/pool.ts';
import { withOtherLimiter } from './other-limiter.ts';

/** What every thread that runs seeds must know; plain data, because it crosses into a worker. */
export interface SowOrder {
  /** of the mock's choices; undefined for what its profile leaves to the seed */
  readonly preset: string | undefined;
  readonly selection: Selection;
  readonly walks: number;
  /** requests in a minute that the limiter lets pass; its kind takes turns from seed to seed. Undefined without a limit */
  readonly limit: number | undefined;
}

/** What the suite says of a mock without a fault under one seed. */
export interface Sown {
  readonly falseAlarms: number;
  /** judgeable clauses that did not pass, and are no alarm */
  readonly unjudged: number;
  /** a line for each of both */
  readonly lines: readonly string[];
  readonly requests: number;
  /** of all requests in their order */
  readonly digest: string;
}

/** Runs many seeds, as many at a time as there are threads. */
export function openSeedPool(order: SowOrder, threads: number): Pool<number, Sown> {
  return openPool(new URL('./sow-worker.js', import.meta.url), order, threads, openSowing);
}

/** Runs the suite in process, one seed after the other. */
export function openSowing({ preset, selection, walks, limit }: SowOrder): Hand<number, Sown> {
  const specs = loadSpecs();
  const file = profileFile('mock');
  const chosen = chosenProfile(readProfile(file, specs), defined({ preset }));
  const source = limit === undefined ? chosen : withOtherLimiter(chosen);
  return async (seed) => {
    const kind = limiterKinds[seed % limiterKinds.length] ?? 'none';
    const limiter = limit === undefined ? {} : { limiter: { kind, limit, periodMs: 60_000 } };
    const run = await runInProcess(specs, source, file, { seed, selection, walks, ...limiter });
    const alarms = run.judgement.clauses.filter(isAlarm);
    const open = run.judgement.clauses.filter((one) => !isAlarm(one) && isJudgeable(one.clause) && one.verdict !== 'pass');
    return {
      falseAlarms: alarms.length,
      unjudged: open.length,
      lines: [...alarms, ...open].map((one) => `seed ${seed}  ${describeVerdict(one)}`),
      requests: run.requests,
      digest: run.requestsDigest,
    };
  };
}

function isAlarm({ verdict }: ClauseVerdict): boolean {
  return verdict === 'fail' || verdict === 'error';
}

function describeVerdict({ clause, verdict, reason = '', findings }: ClauseVerdict): string {
  const shown = findings.find((finding) => finding.verdict === verdict);
  const where = shown === undefined ? '' : ` (${[shown.check, ...(shown.case === undefined ? [] : [shown.case])].join(' in ')})`;
  return `${verdict}  ${clause.id}: ${reason}${where}`;
}

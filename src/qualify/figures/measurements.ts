import type { Report } from '../../spec/types.ts';
import type { Qualification } from '../qualification.ts';
import { byDifficulty } from '../qualification-text.ts';

/** A command that measures, and what its output says for each row of the table. */
export interface Measurement {
  /** by which it is chosen */
  readonly name: string;
  readonly command: string;
  readonly rows: readonly {
    readonly what: string;
    /** @param tookMs undefined where the output was not made just now */
    readonly figure: (output: string, tookMs?: number) => string;
  }[];
}

/** Every measurement, in the order of the table. A script that measures one thing says it in its last line. */
export const MEASUREMENTS: readonly Measurement[] = [
  { name: 'specs', command: 'npm run --silent specs:check', rows: [{ what: 'clauses in the ledgers', figure: claimsOf }] },
  {
    name: 'run',
    command: 'npx --no-install assay run --json',
    rows: [
      { what: 'clauses judged and passed on the mock', figure: (output) => clausesOf(reportIn(output)) },
      { what: 'requests of a run', figure: (output) => requestsOf(reportIn(output)) },
      { what: 'time of a run on 2 cores, start-up and reports included', figure: (_output, tookMs) => wallTime(tookMs) },
    ],
  },
  {
    name: 'qualify',
    command: 'npm run --silent qualify -- --json',
    rows: [
      { what: 'wire faults caught', figure: (output) => ofTotal(matrixIn(output).faults.wire) },
      {
        what: 'behavioural faults caught',
        figure: (output) => `${ofTotal(matrixIn(output).faults.behavioural)}: ${byDifficulty(matrixIn(output).matrix).join(', ')}`,
      },
      {
        what: 'checks never seen failing',
        figure: (output) => `${matrixIn(output).checks.neverFailed.length} of ${matrixIn(output).checks.total}`,
      },
      {
        what: 'judged clauses without a fault that they catch',
        figure: (output) => `${matrixIn(output).clauses.withoutKillingFault.length} of ${matrixIn(output).clauses.judged}`,
      },
      {
        what: 'requests to the kill',
        figure: (output) => `median ${matrixIn(output).requestsToKill.median}, most ${matrixIn(output).requestsToKill.max}`,
      },
      {
        what: 'time of the whole matrix on 2 cores',
        figure: (output) => `${seconds(matrixIn(output).durationMs)} for ${matrixIn(output).matrix.length} faults`,
      },
    ],
  },
  {
    name: 'seeds',
    command: 'npm run --silent seeds -- --from 91 --seeds 260',
    rows: [{ what: 'false alarms over seeds', figure: lastLine }],
  },
  {
    name: 'permissive',
    command: 'npm run --silent seeds -- --target mock-permissive --from 101 --seeds 165',
    rows: [{ what: 'false alarms over seeds, permissive profile', figure: lastLine }],
  },
  {
    name: 'limiters',
    command: 'npm run --silent seeds -- --limiters 50 --from 101 --seeds 100',
    rows: [{ what: 'false alarms over seeds, every kind of limiter', figure: lastLine }],
  },
  {
    name: 'limiter-trials',
    command: 'npm run --silent limiter-trials -- --runs 20 --seed 3',
    rows: [{ what: 'rate limits probed, on virtual time', figure: lastLine }],
  },
  {
    name: 'walks',
    command: 'npm run --silent walks -- --all',
    rows: [{ what: 'walks: faults that only a sequence shows, made short and replayed', figure: lastLine }],
  },
];

function wallTime(tookMs: number | undefined): string {
  if (tookMs === undefined) throw new Error('how long it took is measured, not read from a file: name the measurement without one');
  return seconds(tookMs);
}

function lastLine(output: string): string {
  return output.trimEnd().split('\n').at(-1) ?? '';
}

/** Clauses of each document, then how many lines of the documents they claim. */
function claimsOf(output: string): string {
  return output
    .split('\n')
    .flatMap((line) => /^[a-z-]+: \d+ clauses|^\d+ of \d+ .*/.exec(line) ?? [])
    .join(', ');
}

function reportIn(output: string): Report {
  return JSON.parse(output);
}

function matrixIn(output: string): Qualification {
  return JSON.parse(output);
}

function clausesOf({ summary: { clauses, transitions } }: Report): string {
  const judgeable = clauses.testable + clauses.referenceOnly;
  return `${clauses.passed} of ${judgeable}; ${transitions.passed} of ${transitions.documented} documented transitions`;
}

function requestsOf({ requests: { sent, tour, lowerBound, readBack, probes, pagination, walks } }: Report): string {
  return `${sent}: tour ${tour} (fewest possible ${lowerBound}), read-back ${readBack}, probes ${probes}, pagination ${pagination}, walks ${walks}`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function ofTotal({ caught, total }: { readonly caught: number; readonly total: number }): string {
  return `${caught} of ${total}`;
}

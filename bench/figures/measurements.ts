import type { Report } from '../../src/model/types.ts';
import { byDifficulty, type Qualification } from '../../src/qualify/qualification.ts';

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

/** Every measurement, in the order of the table. */
export const MEASUREMENTS: readonly Measurement[] = [
  { name: 'specs', command: 'npm run --silent specs:check', rows: [{ what: 'clauses of the documents', figure: claimsOf }] },
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
      { what: 'wire faults killed', figure: (output) => ofTotal(matrixIn(output).faults.wire) },
      {
        what: 'behavioural faults killed',
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
  script('seeds', 'seeds --from 91 --seeds 260', 'false alarms over seeds'),
  script('permissive', 'seeds --preset permissive --from 101 --seeds 60', 'false alarms over seeds, the other choices'),
  script('limiters', 'seeds --limiters 50 --from 101 --seeds 100', 'false alarms over seeds, every kind of limiter'),
  script('limiter-trials', 'limiter-trials --runs 100 --seed 9', 'rate limits probed, on virtual time'),
  script('walks', 'walks --all', 'walks: faults that only a sequence shows, made short and replayed'),
  script('one-fault', 'one-fault', 'two runs that differ by one fault, and their diff'),
  script('kill', 'kill', 'runs killed at any moment'),
  script('secrets', 'secrets', 'learning 4,000 secrets that begin alike, beside as many random ones'),
  job('limiters', 'rate limiters of others, probed over HTTP'),
  job('install-size', 'the package, and an empty folder with it alone'),
  job('node-versions', 'commands of the package that pass, by version of Node'),
];

function wallTime(tookMs: number | undefined): string {
  if (tookMs === undefined) throw new Error('how long it took is measured, not read from a file: name the measurement without one');
  return seconds(tookMs);
}

/** A script that measures one thing says it in its last line. */
function script(name: string, ran: string, what: string): Measurement {
  return { name, command: `npm run --silent bench -- ${ran}`, rows: [{ what, figure: lastLine }] };
}

/** A job of `npm run interop` does so too, after its name. */
function job(name: string, what: string): Measurement {
  return {
    name,
    command: `npm run --silent interop -- ${name}`,
    rows: [{ what, figure: (output) => lastLine(output).replace(`${name}: `, '') }],
  };
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

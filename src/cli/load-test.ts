import type { Command } from 'commander';
import type { LimiterSettings } from '../mock/kit/limiter.ts';
import type { Threshold } from '../load/thresholds.ts';
import { renderLoadProgress, stageText } from '../report/load-progress.ts';
import { renderLoadText } from '../report/load-text.ts';
import { plural } from '../report/defects.ts';
import { duration } from '../report/text.ts';
import type { RampOrder } from '../load/ramp.ts';
import type { LoadKind, LoadPlan } from '../run/load/load-plan.ts';
import type { LoadOptions } from '../run/load/load-run.ts';
import { profileFile } from '../run/targets.ts';
import { sourceText } from './plan.ts';
import { anyNumber, documentName, lengthOfTime, limiterSettings, positiveNumber, threshold, wholeNumber } from './arguments.ts';
import { endProcess, interruption } from './end-process.ts';
import { chosenFaults } from './faults.ts';
import { helpText, RUN_EXIT_CODES, type HelpText } from './help.ts';
import { resultStream, tell, tellResult, writeResult, terminal } from './output.ts';
import { FlagCommand, repeatable } from './flags.ts';
import { runFolder } from '../run/run-folder.ts';
import { demandReporters, isForMachine, withReporters, type ResultFlags } from './reporters.ts';
import { writeReporters } from './tell-report.ts';
import { targetOf, withTarget, specsOf, withSpecs, type TargetFlag, type SpecsFlag } from './common-flags.ts';

interface LoadFlags extends SpecsFlag, TargetFlag, ResultFlags {
  readonly document?: string;
  readonly connections?: number;
  readonly rate?: number;
  readonly duration?: number;
  readonly threshold?: readonly Threshold[];
  readonly abortOn?: readonly Threshold[];
  readonly from?: number;
  readonly step?: number;
  readonly stages?: number;
  readonly confirm?: number;
  readonly limiter?: LimiterSettings;
  readonly fault?: readonly string[];
  readonly dryRun?: boolean;
  readonly seed: number;
  readonly out?: string;
}

export function saturateCommand(): Command {
  return loadTest('saturate', 'Measure the throughput of a target under a short load and judge every response', [
    ['assay load saturate --duration 5s', 'measure the maximum throughput of the embedded mock for 5 seconds'],
    [
      'assay load saturate --rate 200 --duration 5s --threshold "p99<250ms" --threshold violations=0',
      'send 200 requests per second, with thresholds that set the exit code',
    ],
    ['assay load saturate --target target.yaml --connections 20 --dry-run', 'show what would be sent to your deployment'],
  ]);
}

export function soakCommand(): Command {
  return loadTest('soak', 'Run a soak test: a constant rate over a long time, with every response judged', [
    ['assay load soak --rate 50 --duration 1h --threshold "errors<0.1%"', 'send 50 requests per second for an hour'],
    [
      'assay load soak --target target.yaml --rate 5 --duration 8h --dry-run',
      'show what a soak test of one night would send to your deployment',
    ],
  ]);
}

export function rampCommand(): Command {
  return loadTest(
    'ramp',
    'Find the highest rate that keeps the thresholds, in stages of constant arrival rate, with every response judged',
    [
      ['assay load ramp --from 100 --step 100 --stages 5 --abort-on "p99<250ms"', 'increase the rate from 100 to 500 requests per second'],
      [
        'assay load ramp --target target.yaml --from 5 --stages 4 --threshold "listGroups:p95<200ms" --dry-run',
        'show what would be sent to your deployment',
      ],
    ],
  );
}

/** The flags of how fast a load is. */
function withPace(command: Command, kind: LoadKind): Command {
  if (kind !== 'ramp')
    return command
      .option(
        '--rate <n>',
        `open model: requests per second, independent of response times (default: ${kind === 'soak' ? '50' : 'closed model, as fast as responses arrive'})`,
        positiveNumber,
      )
      .option('--duration <time>', `length of the load, such as 5s, 10m or 1h (default: ${kind === 'soak' ? '10m' : '10s'})`, lengthOfTime);
  return command
    .option('--from <n>', 'requests per second of the first stage (default: 50, or less if the budget requires it)', positiveNumber)
    .option('--step <n>', 'increase from stage to stage in requests per second; may be negative (default: as --from)', anyNumber)
    .option('--stages <n>', 'maximum number of stages', wholeNumber(1, MOST_STAGES), 10)
    .option('--duration <time>', 'length of each stage (default: 5s)', lengthOfTime)
    .option('--confirm <time>', 'length of the confirmation (default: 10s)', lengthOfTime)
    .option('--abort-on <expression>', 'threshold that ends a stage as soon as it is missed (repeatable)', repeatable(threshold));
}

const MOST_STAGES = 50;
const CONFIRM_MS = 10_000;

const RAMP_NOTE =
  'A stage passes if it keeps every threshold; unless a threshold on errors is given, at most 1 % of its requests may be unserved or never sent. Between the highest stage that passes and the lowest that does not, up to 10 stages bisect to 2 %. The rate found must then last for --confirm; one that does not is retried 3 % lower, up to 6 times. A stage in which the load generator was the bottleneck is repeated once. The reports show every stage and the knee, the rate from which latency rises faster than the load; their other figures are those of the last confirmation.';

function loadTest(kind: LoadKind, about: string, examples: HelpText['examples']): Command {
  const command = withReporters(withTarget(withSpecs(new FlagCommand(kind))))
    .description(about)
    .option('--document <name>', 'service to load (default: the first of the profile)')
    .option(
      '--connections <n>',
      `maximum number of concurrent requests (default: ${kind === 'ramp' ? 50 : 10}, or fewer if the budget requires it)`,
      wholeNumber(1, 1000),
    );
  return withPace(command, kind)
    .option('--threshold <expression>', 'bound that sets the exit code, such as p99<250ms (repeatable)', repeatable(threshold))
    .option('--limiter <kind:limit=N,period=S>', 'rate limiter of the embedded mock (default: none)', limiterSettings)
    .option('--fault <id>', 'inject this fault into the embedded mock (repeatable)', repeatable(String))
    .option('--dry-run', 'show what would be sent; sends nothing')
    .option('--seed <n>', 'random seed of identities and data', wholeNumber(0), 1)
    .option('--out <dir>', 'folder of the run, new or empty (default: reports/<run-id>)')
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          ...(kind === 'ramp' ? [RAMP_NOTE] : []),
          'Sends the documented examples of operations that only read or sign in, with real tokens and transactions. Every response is checked against the documents: rate-limit headers, error name and status, body, links. A success is also checked against its own request, as in a run. Before the load each request is sent twice: a later success that lacks what both responses contained, or repeats a token, makes the load inconclusive. The trace contains every violation, the first response of each kind and the last responses; the others are counted.',
          `Thresholds are METRIC OPERATOR NUMBER; operators are < <= > >= =. Metrics:
  p50, p75, p90, p95, p99, p99.9, max
               latency, in ms or s
  errors       %: no response, not sent, 5xx, 4xx other than 429,
               undocumented 2xx or 3xx
  unanswered   %: no response, by requests or by time
  limited      %: status 429
  violations   responses that violate a clause
  throughput   responses per second, in /s
OPERATION:METRIC sets the threshold of one operation, such as listGroups:p95<200ms.`,
          'With --rate, latency is measured from the time a request was due, so that a stall counts in full; without, from the time it was sent. The figures are marked invalid if the load generator was the bottleneck.',
          'Exit code 0 requires responses: a load is inconclusive if one of its operations has none, or if more than 1 % of the requests are unanswered and no threshold such as "unanswered<=5%" permits it.',
          'The load never exceeds the budget of the profile. A burst of server errors ends the load. Without permissions.exhaustRateLimit, the load ends before it exhausts the announced limit.',
        ],
        examples,
        exitCodes: {
          ...RUN_EXIT_CODES,
          0: 'every response was judged, no violation, all thresholds met',
          1: 'violations: the target violates a clause or misses a threshold',
          3: 'inconclusive: too few responses, thresholds while the generator was the bottleneck, or a load that ended early or was interrupted',
        },
        next: ['assay load ratelimit', 'assay export', 'measure-load'],
      }),
    )
    .action(async (flags: LoadFlags) => {
      await loadNow(kind, flags);
      endProcess();
    });
}

async function loadNow(kind: LoadKind, flags: LoadFlags): Promise<void> {
  demandReporters(flags, flags.out);
  // Only a load needs the load engine: no other command waits for it to be there.
  const { planLoadOnly, runLoadTest } = await import('../run/load/load-run.ts');
  const { connections, rate, duration: durationMs, limiter, seed } = flags;
  const specs = specsOf(flags);
  const document = flags.document === undefined ? undefined : documentName(flags.document, specs);
  const { from, step, stages = 1, confirm: confirmMs = CONFIRM_MS } = flags;
  const ramp = kind === 'ramp' ? { ramp: { from, step, stages, confirmMs } } : {};
  const asked = { kind, document, connections, rate, durationMs, ...ramp };
  const faults = chosenFaults(flags.fault);
  const thresholds = flags.threshold ?? [];
  const target = {
    asked,
    thresholds,
    abortOn: flags.abortOn ?? [],
    specs,
    profileFile: profileFile(targetOf(flags.target)),
    limiter,
    faults,
    seed,
    env: process.env,
  };
  if (flags.dryRun === true) {
    const plan = planLoadOnly(target);
    if (flags.json === true) writeResult(`${JSON.stringify(plan)}\n`);
    else writeResult(`${planText(plan)}; nothing was sent\n${needsText(plan)}`);
    return;
  }
  const style = terminal(process.stderr);
  const signal = interruption();
  const folder = runFolder(flags.out, `${kind}-${seed}`);
  const { report, event, figures, files } = await runLoadTest({
    ...target,
    folder,
    node: process.version,
    signal,
    onPlan: (plan, { name }) => tell(`${name}: ${planText(plan)}\n${needsText(plan)}`),
    onMix: ({ requests, leftOut }) => {
      tell(`mix: ${requests.map(({ name }) => name).join(', ')}\n`);
      for (const { name, because } of leftOut) tell(`left out: ${name}, ${because}\n`);
    },
    onSlice: watch(style),
    onStage: (stage) => tell(`${style.tty ? CLEAR : ''}${stageText(stage)}\n`),
  });
  if (style.tty) tell(CLEAR);
  const machine = isForMachine(flags);
  tellResult(renderLoadText(report, event, { ...terminal(resultStream(machine)), files }), machine);
  await writeReporters(report, flags, folder);
  if (flags.json === true) writeResult(`${JSON.stringify(figures)}\n`);
  process.exitCode = report.exitCode;
}

const CLEAR = '\r\u001b[2K';

/** Accounts, provider states and credentials, a line each. */
function needsText({ needs: { states, sources, credentials } }: LoadPlan): string {
  const missing = (why: string | undefined): string => (why === undefined ? '' : `; missing: ${why}`);
  return [
    ...states.map((one) => `needs: ${one.state} for ${plural(one.requests, 'request')} of the mix${missing(one.missing)}`),
    ...credentials.map((one) => `needs: ${one.credential}, shown by caller ${one.caller}${missing(one.missing)}`),
    ...sources.map(sourceText),
  ]
    .map((line) => `${line}\n`)
    .join('');
}

function planText(plan: LoadPlan): string {
  return plan.ramp === undefined ? paceText(plan) : rampText(plan, plan.ramp);
}

function rampText(
  { document, origin, connections, durationMs, requests, mayExhaust }: LoadPlan,
  { rates, stageMs, confirmMs }: RampOrder,
): string {
  return `ramp ${document} at ${origin} with stages of ${rates.join(', ')} requests per second for ${duration(stageMs)} each over ${connections} connections, confirmation for ${duration(confirmMs)}; at most ${requests.toLocaleString('en-US')} requests in ${duration(durationMs)}${mayExhaust ? '' : ', ending before a rate limit is used up'}`;
}

function paceText({ kind, document, origin, connections, rate, mostPerSecond, durationMs, requests, mayExhaust }: LoadPlan): string {
  const most = mostPerSecond === undefined ? '' : `, at most ${mostPerSecond} a second (budget.perSecond)`;
  const pace = rate === undefined ? `as many requests as it answers${most}` : `${rate} requests a second`;
  const bound = Number.isFinite(requests) ? `, at most ${requests} requests` : '';
  return `${kind} ${document} at ${origin} with ${pace} for ${duration(durationMs)} over ${connections} connections${bound}${mayExhaust ? '' : ', ending before a rate limit is used up'}`;
}

/** Live progress on standard error. */
function watch(style: ReturnType<typeof terminal>): LoadOptions['onSlice'] {
  let violations = 0;
  return (slice, accounts, { durationMs }) => {
    violations += slice.violations;
    const now = {
      slice: { ...slice, byClass: { ...slice.byClass } },
      accounts: { ...accounts, lostBy: { ...accounts.lostBy }, byStatus: { ...accounts.byStatus } },
      violations,
      durationMs,
    };
    tell(renderLoadProgress(now, style));
  };
}

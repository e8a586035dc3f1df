import type { Command } from 'commander';
import { limiterKinds, type LimiterSettings } from '../mock/kit/limiter.ts';
import { budgetText, duration } from '../report/text.ts';
import { renderProbeProgress, type ProbeProgress } from '../report/probe-progress.ts';
import { renderRateLimitSummary } from '../report/rate-limit-summary.ts';
import { renderSummary } from '../report/summary.ts';
import type { RateLimitOptions, RateLimitPlan } from '../run/load/rate-limit-run.ts';
import { profileFile } from '../run/targets.ts';
import { documentName, limiterSettings, wholeNumber } from './arguments.ts';
import { endProcess, interruption } from './end-process.ts';
import { chosenFaults } from './faults.ts';
import { helpText, RUN_EXIT_CODES } from './help.ts';
import { analyzeCommand } from './load-analyze.ts';
import { rampCommand, saturateCommand, soakCommand } from './load-test.ts';
import { resultStream, tell, tellResult, writeResult, terminal } from './output.ts';
import { FlagCommand, repeatable } from './flags.ts';
import { runFolder } from '../run/run-folder.ts';
import { demandReporters, isForMachine, withReporters, type ResultFlags } from './reporters.ts';
import { writeReporters } from './tell-report.ts';
import { targetOf, withTarget, specsOf, withSpecs, type TargetFlag, type SpecsFlag } from './common-flags.ts';

interface RateLimitFlags extends SpecsFlag, TargetFlag, ResultFlags {
  readonly document?: string;
  readonly limiter?: LimiterSettings;
  readonly fault?: readonly string[];
  readonly dryRun?: boolean;
  readonly seed: number;
  readonly out?: string;
}

export function loadCommand(command: Command): Command {
  return command
    .addHelpText(
      'after',
      helpText({
        examples: [
          ['assay load ratelimit --limiter token-bucket:limit=40,period=8', 'infer the rate limiter and check its headers'],
          ['assay load saturate --duration 5s', 'measure the maximum throughput'],
          ['assay load ramp --abort-on "p99<250ms"', 'find the highest rate with a 99th percentile below 250 ms'],
          ['assay load soak --rate 50 --duration 1h --dry-run', 'show the requests of a soak test of one hour'],
        ],
        exitCodes: RUN_EXIT_CODES,
        next: ['assay load ratelimit', 'assay load saturate', 'assay load soak', 'assay load ramp', 'measure-load'],
      }),
    )
    .addCommand(rateLimitCommand())
    .addCommand(saturateCommand())
    .addCommand(soakCommand())
    .addCommand(rampCommand())
    .addCommand(analyzeCommand());
}

function rateLimitCommand(): Command {
  return withReporters(withTarget(withSpecs(new FlagCommand('ratelimit'))))
    .description('Exhaust a rate limit, infer its kind, limit and period, and check its headers')
    .option('--document <name>', 'service to probe (default: the first of the profile)')
    .option(
      '--limiter <kind:limit=N,period=S>',
      `rate limiter of the embedded mock: ${limiterKinds.join(', ')}; limit in requests, period in seconds`,
      limiterSettings,
    )
    .option('--fault <id>', 'inject this fault into the embedded mock (repeatable)', repeatable(String))
    .option('--dry-run', 'show what would be sent; sends nothing')
    .option('--seed <n>', 'random seed of identities and data', wholeNumber(0), 1)
    .option('--out <dir>', 'folder of the run, new or empty (default: reports/<run-id>)')
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'Exhausts the limit of one key, once to three times, within the budget of the profile. Any target other than the mock must permit it (permissions.exhaustRateLimit). Use a dedicated key: concurrent traffic makes the result inconclusive.',
          `Kinds:
  fixed-aligned    fixed window, aligned to the clock
  fixed-first      fixed window that starts with the first request
  sliding-log      sliding log
  sliding-counter  sliding-window counter
  token-bucket     token bucket (GCRA)
  concurrency      concurrency limit
  none, unknown`,
          'A kind is inferred only if its model reproduces every recorded response.',
        ],
        examples: [
          [
            'assay load ratelimit --limiter fixed-first:limit=30,period=6',
            'probe the embedded mock with a limit of 30 requests per 6 seconds',
          ],
          ['assay load ratelimit --target target.yaml --dry-run', 'show the requests and the duration of a probe of your deployment'],
        ],
        exitCodes: { ...RUN_EXIT_CODES, 0: 'the rate limiter conforms to the document', 1: 'violations: the target violates a clause' },
        next: ['assay load saturate', 'measure-load'],
      }),
    )
    .action(async (flags: RateLimitFlags) => {
      await rateLimit(flags);
      endProcess();
    });
}

async function rateLimit(flags: RateLimitFlags): Promise<void> {
  demandReporters(flags, flags.out);
  // Only a probe needs what it is made of: no other command waits for it to be there.
  const { planOnly, runRateLimitProbe } = await import('../run/load/rate-limit-run.ts');
  const { limiter, seed } = flags;
  const specs = specsOf(flags);
  const document = flags.document === undefined ? undefined : documentName(flags.document, specs);
  const faults = chosenFaults(flags.fault);
  const asked = { specs, profileFile: profileFile(targetOf(flags.target)), document, limiter, faults, seed, env: process.env };
  if (flags.dryRun === true) {
    const plan = planOnly(asked);
    if (flags.json === true) writeResult(`${JSON.stringify(plan)}\n`);
    else writeResult(`${planText(plan)}; nothing was sent\n`);
    return;
  }
  const style = terminal(process.stderr);
  const signal = interruption();
  const progress = watch(style);
  const folder = runFolder(flags.out, `ratelimit-${seed}`);
  const { report, summary, findings, files } = await runRateLimitProbe({
    ...asked,
    folder,
    node: process.version,
    signal,
    onPlan: (plan, { name, limits }) => tell(`${name}: ${planText(plan)}\nbudget: ${budgetText(limits)}\n`),
    onNotice: (notice) => tell(`note: ${notice}\n`),
    ...progress,
  });
  if (style.tty) tell('\r\u001b[2K');
  const machine = isForMachine(flags);
  const result = terminal(resultStream(machine));
  if (report.stopped !== undefined) for (const { message } of report.stopped) tell(`assay: ${message}\n`);
  else
    tellResult(
      findings === undefined ? renderSummary(report, { ...result, files }) : renderRateLimitSummary(report, findings, { ...result, files }),
      machine,
    );
  await writeReporters(report, flags, folder);
  if (flags.json === true) writeResult(`${JSON.stringify(summary)}\n`);
  process.exitCode = report.exitCode;
}

function planText({ document, origin, requests, concurrency, durationMs }: RateLimitPlan): string {
  return `the rate limit of ${document} at ${origin}: at most ${requests.toLocaleString('en-US')} requests, ${concurrency} at once, in at most ${duration(durationMs)}`;
}

/** Live progress on standard error. */
function watch(style: ReturnType<typeof terminal>): Pick<RateLimitOptions, 'onSample' | 'onWait'> {
  let before: ProbeProgress | undefined;
  const show = (now: ProbeProgress): void => {
    tell(renderProbeProgress(before, now, style));
    before = now;
  };
  return {
    onSample: ({ phase, status, remaining, limit }) =>
      show({
        phase,
        sent: (before?.sent ?? 0) + 1,
        refused: (before?.refused ?? 0) + (status === 429 ? 1 : 0),
        remaining: remaining ?? before?.remaining,
        limit: limit ?? before?.limit,
        waitsMs: undefined,
      }),
    onWait: (until) => {
      if (before !== undefined && until > Date.now()) show({ ...before, waitsMs: until - Date.now() });
    },
  };
}

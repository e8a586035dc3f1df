import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../src/model/types.ts';
import { builtK6 } from './k6.ts';
import { startMock } from './mock.ts';
import { assay, exported, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

const DOCUMENT = 'privileged-access';
const LIMITER = 'fixed-first:limit=30,period=5';
const PODS = 3;
const RATE = 20;
/** Long enough for a refusal, and for what comes back after it. */
const SECONDS = 8;

/** Defects of a limit that single answers show: a local load and the rows of several generators have to show the same. */
const IN_ONE_ANSWER = [
  'pam-no-limit-headers-on-429',
  'pam-retry-at-only-when-limited',
  'pam-limit-as-policy',
  'pam-limit-shrinks',
  'pam-remaining-below-zero',
  'pam-remaining-above-limit',
  'pam-reset-in-milliseconds',
  'pam-retry-at-from-now',
  'pam-retry-at-after-reset',
  'pam-limited-as-offline',
];
/** Defects that only the order of answers shows. */
const IN_ORDER = ['pam-limit-not-held', 'pam-limit-one-more', 'pam-remaining-stands-still', 'pam-limited-beyond-reset'];

/** Clauses that a load shows to be violated: by one answer, and by the order of several. */
interface ViolatedClauses {
  readonly byAnswers: readonly string[];
  readonly byOrder: readonly string[];
}

/** Rows of several k6 processes at once, analyzed, and a local load: for each seeded defect of a limit the same violations. */
export async function analyze(place: Workplace): Promise<JobResult> {
  const tool = await builtK6(place);
  if ('lacking' in tool) return { kind: 'lacking', what: tool.lacking };
  const folder = await exported(place, 'k6');
  const table: string[] = [];
  const broken: string[] = [];
  let [same, found, rows] = [0, 0, 0];
  for (const fault of [undefined, ...IN_ONE_ANSWER, ...IN_ORDER]) {
    const name = fault ?? 'no defect';
    const faults = fault === undefined ? [] : ['--fault', fault];
    const recorded = await record(place, tool.command, folder, name, faults);
    const far = await runShown(place, ['analyze', ...recorded], join(folder, `${name}-analyzed`));
    const load = ['saturate', '--document', DOCUMENT, '--limiter', LIMITER, ...faults, '--rate', String(PODS * RATE), '--duration', '5s'];
    const near = await runShown(place, load, join(folder, `${name}-saturated`));
    if ('problem' in far || 'problem' in near) {
      broken.push(`${name}: ${'problem' in far ? far.problem : ''}${'problem' in near ? near.problem : ''}`);
      continue;
    }
    rows += far.requests;
    const isSame = far.byAnswers.join() === near.byAnswers.join();
    const isFound = (fault === undefined) === (far.byAnswers.length + far.byOrder.length === 0);
    if (IN_ONE_ANSWER.includes(name) && isSame && near.byAnswers.length > 0) same += 1;
    if (fault !== undefined && isFound) found += 1;
    if (!isSame)
      broken.push(`${name}: ${far.byAnswers.join(' ') || 'nothing'} by rows, ${near.byAnswers.join(' ') || 'nothing'} by a local load`);
    if (!isFound) broken.push(`${name}: ${fault === undefined ? `a false alarm, ${far.byOrder.join(' ')}` : 'not found'}`);
    table.push(`${name}: ${near.byAnswers.join(' ') || '-'} | ${far.byAnswers.join(' ') || '-'} | ${far.byOrder.join(' ') || '-'}`);
    place.say(table.at(-1) ?? '');
  }
  const defects = IN_ONE_ANSWER.length + IN_ORDER.length;
  return {
    kind: 'done',
    table: ['defect: by a local load | by the rows of k6 | beside it, by their order', ...table],
    figures: `${same} of ${IN_ONE_ANSWER.length} defects violate the same clauses by the rows of ${PODS} k6 processes as by a local load, ${found} of ${defects} found by rows, ${rows} rows, ${broken.length} deviations`,
    broken,
  };
}

/** Several k6 at once against a mock with these faults; answers the files of their rows. k6 ends with 99 where its own checks find the fault. */
async function record(place: Workplace, k6: string, folder: string, name: string, faults: readonly string[]): Promise<readonly string[]> {
  const mock = await startMock(place, ['--clock', 'real', '--limiter', LIMITER, ...faults]);
  const files = Array.from({ length: PODS }, (_, pod) => join(folder, `${name}-pod-${pod + 1}.ndjson`));
  try {
    const settings = Object.entries({
      BASE_URL: mock.services[DOCUMENT],
      STATES_URL: `${mock.control}/states`,
      RATE,
      DURATION: `${SECONDS}s`,
    }).flatMap(([variable, value]) => ['-e', `${variable}=${value}`]);
    await Promise.all(
      files.map((file, pod) => {
        const args = ['run', '--quiet', '--no-usage-report', '--log-format', 'raw', '--console-output', file, ...settings];
        const env = { ...place.env, NO_COLOR: '1', HOSTNAME: `pod-${pod + 1}` };
        return run(k6, [...args, '--tag', `instance_id=${pod + 1}`, join(folder, `${DOCUMENT}.k6.js`)], { cwd: folder, env });
      }),
    );
  } finally {
    mock.stop();
  }
  return files;
}

/** What a load command has found, from its report. */
async function runShown(
  place: Workplace,
  args: readonly string[],
  out: string,
): Promise<(ViolatedClauses & { readonly requests: number }) | { readonly problem: string }> {
  const { code, stderr } = await run(place.node, [assay(place.root), 'load', ...args, '--out', out], {
    cwd: place.scratch,
    env: place.env,
  });
  const file = join(out, 'report.json');
  if (!existsSync(file)) return { problem: `assay load ${args[0] ?? ''} ended with ${code}: ${stderr.trim().slice(-300)}` };
  const { failures, load }: Report = JSON.parse(readFileSync(file, 'utf8'));
  const clauses = (isByOrder: boolean): readonly string[] =>
    [...new Set(failures.filter(({ check }) => check.startsWith('limiter/') === isByOrder).map(({ clause }) => clause))].toSorted();
  return { byAnswers: clauses(false), byOrder: clauses(true), requests: load?.accounts.sent ?? 0 };
}

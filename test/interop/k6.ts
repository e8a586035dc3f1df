import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DocumentName } from '../../src/mock/kit/documents.ts';
import { mockCredentials, startMock } from './mock.ts';
import { exported, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

const VERSION = 'v1.4.0';
const RATE = 20;
const SECONDS = 5;

/** What of k6's summary is looked at. */
interface Summary {
  readonly metrics: Readonly<Record<string, { readonly count?: number; readonly passes?: number; readonly fails?: number } | undefined>>;
}

/** The exported scripts by k6, built from its Go module, against the mock: every threshold held, nothing dropped, a row for each answer. */
export async function k6(place: Workplace): Promise<JobResult> {
  const tool = await builtK6(place);
  if ('lacking' in tool) return { kind: 'lacking', what: tool.lacking };
  const folder = await exported(place, 'k6');
  const mock = await startMock(place, ['--clock', 'real']);
  const broken: string[] = [];
  let [iterations, checks, dropped, rows] = [0, 0, 0, 0];
  try {
    for (const document of ['privileged-access', 'authentication', 'governance'] as const) {
      const [summaryFile, rowsFile] = [join(folder, `${document}.json`), join(folder, `${document}.ndjson`)];
      const env = { BASE_URL: mock.services[document], STATES_URL: `${mock.control}/states`, ...variables(place, document) };
      const settings = Object.entries({ ...env, RATE, DURATION: `${SECONDS}s` }).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
      const files = ['--console-output', rowsFile, '--summary-export', summaryFile];
      const args = ['run', '--quiet', '--no-usage-report', '--log-format', 'raw', ...files, ...settings, join(folder, `${document}.k6.js`)];
      const { code, stdout, stderr } = await run(tool.command, args, { cwd: folder, env: { ...place.env, NO_COLOR: '1' } });
      if (!existsSync(summaryFile)) {
        broken.push(`${document}: k6 ended with ${code} and no result: ${(stdout + stderr).trim().slice(-300)}`);
        continue;
      }
      const { metrics }: Summary = JSON.parse(readFileSync(summaryFile, 'utf8'));
      const sent = metrics['iterations']?.count ?? 0;
      const told = readFileSync(rowsFile, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{"row":"assay/2","kind":"answer"')).length;
      iterations += sent;
      rows += told;
      checks += metrics['checks']?.passes ?? 0;
      dropped += metrics['dropped_iterations']?.count ?? 0;
      if (code !== 0) broken.push(`${document}: k6 ended with ${code}: ${(stdout + stderr).trim().slice(-300)}`);
      if (told !== sent) broken.push(`${document}: ${told} rows of ${sent} answers`);
      place.say(`${document}: ${sent} iterations, ${metrics['checks']?.fails ?? 0} checks failed`);
    }
  } finally {
    mock.stop();
  }
  if (dropped > 0) broken.push(`${dropped} iterations were dropped`);
  return {
    kind: 'done',
    figures: `${iterations} iterations, ${checks} checks passed, ${rows} rows, dropped_iterations = ${dropped}`,
    broken,
  };
}

/** The profile's credentials as the scripts ask for them. */
function variables(place: Workplace, document: DocumentName): Readonly<Record<string, string>> {
  const names = Object.entries(mockCredentials(place, document));
  return Object.fromEntries(names.map(([name, value]) => [name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(), value]));
}

/** k6, built once from its Go module; what is lacking where it cannot be. */
export async function builtK6(place: Workplace): Promise<{ readonly command: string } | { readonly lacking: string }> {
  const { scratch, env, say } = place;
  const folder = join(scratch, `k6-${VERSION}`);
  const command = join(folder, 'bin', 'k6');
  if (existsSync(command)) return { command };
  const go = await run('go', ['version'], { cwd: scratch, env });
  if (go.code !== 0) return { lacking: 'a Go toolchain (go on the path): k6 is built from its module' };
  say(`building k6 ${VERSION} with ${go.stdout.trim()}; this takes minutes`);
  mkdirSync(folder, { recursive: true });
  const began = Date.now();
  // All of it lands in the folder, whatever the machine's own settings are, and can be deleted with it.
  const settings = { GOPATH: folder, GOBIN: dirname(command), GOFLAGS: `${env['GOFLAGS'] ?? ''} -modcacherw`.trim() };
  const install = await run('go', ['install', `go.k6.io/k6@${VERSION}`], { cwd: folder, env: { ...env, ...settings }, timeout: 3_600_000 });
  if (install.code !== 0)
    return {
      lacking: `go.k6.io/k6@${VERSION}: go install ended with ${install.code}: ${install.stderr.trim().split('\n').slice(-3).join(' ')}`,
    };
  say(`built in ${Math.round((Date.now() - began) / 1000)} s`);
  return { command };
}

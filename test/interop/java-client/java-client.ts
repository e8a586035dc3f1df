import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { delimiter, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { PRESET } from '../client/performance.ts';
import { table } from '../client/table.ts';
import { mockCredentials, startMock } from '../mock.ts';
import { run } from '../workplace.ts';
import type { JobResult, Workplace } from '../workplace.ts';

/** A line that Flows.java prints. */
interface Row {
  readonly name: string;
  readonly basis: string;
  readonly expected: readonly string[];
  readonly seen: readonly string[];
  readonly fault: string;
  readonly seenWithFault: readonly string[];
}

/**
 * A published client of Java through the flows of the authentication document, against the mock with its preset alone. What it sees must be
 * what the document says, and must be something else once the scenario's fault is switched on.
 */
export async function javaClient(place: Workplace): Promise<JobResult> {
  const sources = join(place.root, 'test', 'interop', 'java-client');
  const built = await build(place, sources);
  if ('lacking' in built) return { kind: 'lacking', what: built.lacking };
  const mock = await startMock(place, ['--preset', PRESET, '--clock', 'virtual']);
  try {
    const apiToken = mockCredentials(place, 'authentication')['apiToken'] ?? '';
    const args = ['-cp', built.classPath, 'Flows', mock.services.authentication, mock.control, apiToken];
    const { code, stdout, stderr } = await run('java', args, { cwd: place.scratch, env: place.env });
    const rows: readonly Row[] = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
    return summary(rows, code === 0 ? [] : [`it ended with ${code}: ${stderr.trim().slice(-300)}`]);
  } finally {
    mock.stop();
  }
}

function summary(rows: readonly Row[], broken: readonly string[]): JobResult {
  const isPassed = ({ seen, expected }: Row): boolean => isDeepStrictEqual(seen, expected);
  const isNoticed = ({ seenWithFault, expected }: Row): boolean => !isDeepStrictEqual(seenWithFault, expected);
  const wrong = rows.flatMap((row) => [
    ...(isPassed(row) ? [] : [`${row.name}: expected ${JSON.stringify(row.expected)}, saw ${JSON.stringify(row.seen)}`]),
    ...(isNoticed(row) ? [] : [`${row.name}: with ${row.fault} the same is seen`]),
  ]);
  const lines = rows.map((row) => [row.name, isPassed(row) ? 'passed' : 'FAILED', isNoticed(row) ? 'yes' : 'NO', row.basis]);
  return {
    kind: 'done',
    table: table([['scenario', 'result', 'fault noticed', 'by the document'], ...lines]),
    figures: `${rows.length} scenarios run, ${rows.filter(isPassed).length} passed; ${rows.filter(isNoticed).length} of ${rows.length} faults noticed`,
    broken: [...broken, ...wrong],
  };
}

/** Installs what pom.xml names and compiles the flows, once for each of their versions; answers the class path, or what is missing. */
async function build(
  { scratch, env, say }: Workplace,
  sources: string,
): Promise<{ readonly classPath: string } | { readonly lacking: string }> {
  const names = ['pom.xml', 'Flows.java'];
  const digest = createHash('sha256');
  for (const name of names) digest.update(readFileSync(join(sources, name)));
  const folder = join(scratch, `java-client-${digest.digest('hex').slice(0, 12)}`);
  const built = { classPath: [join(folder, 'classes'), join(folder, 'lib', '*')].join(delimiter) };
  const mark = join(folder, 'built');
  if (existsSync(mark)) return built;
  mkdirSync(folder, { recursive: true });
  for (const name of names) copyFileSync(join(sources, name), join(folder, name));
  say('installing the client from Maven Central, and compiling the flows');
  const steps: readonly (readonly [command: string, args: readonly string[], what: string])[] = [
    ['mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], 'Maven 3 and what pom.xml names (mvn)'],
    ['javac', ['-cp', join('lib', '*'), '-d', 'classes', 'Flows.java'], 'a JDK of Java 17 or newer (javac)'],
  ];
  for (const [command, args, what] of steps) {
    const { code, stdout, stderr } = await run(command, args, { cwd: folder, env });
    if (code !== 0) return { lacking: `${what}: ${(stderr + stdout).trim().slice(-200)}` };
  }
  writeFileSync(mark, '');
  return built;
}

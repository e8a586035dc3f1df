import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentName } from '../../src/model/types.ts';
import { startFront } from './front.ts';
import { put } from './mock.ts';
import { referenceProfile, withRecordedReference } from './reference.ts';
import { referenceUrl, writeExamples } from './specmatic-examples.ts';
import { assay, exported, npmTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

const VERSION = '2.55.1';

/** A fault of the deployment for each document, which Specmatic has to notice: another status, an id and a value of another type. */
const FAULTS: Readonly<Record<DocumentName, string>> = {
  'privileged-access': 'pam.hidden-server-404',
  authentication: 'authn.error-id-number',
  governance: 'gov.value-as-number',
};

/**
 * The reference server by Specmatic, with its exported description and requests of a run of Assay, which Specmatic sends again: no failure,
 * and one in each document while the deployment has a fault.
 */
export async function specmatic(place: Workplace): Promise<JobResult> {
  const java = await run('java', ['-version'], { cwd: place.scratch, env: place.env });
  if (Number(/version "(\d+)/.exec(java.stderr)?.[1] ?? 0) < 17) return { kind: 'lacking', what: 'Java 17 or newer (java on the path)' };
  const tools = await npmTools(place, 'specmatic', [`specmatic@${VERSION}`]);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const jar = join(tools.folder, 'node_modules', 'specmatic', 'specmatic.jar');
  // Specmatic decodes the path of an example and then refuses it as no URI: %C3 is written as zqC3.
  const path = (url: string): string => url.replaceAll(/zq([\dA-F]{2})/g, '%$1');
  return withRecordedReference(place, { path }, async (own, exchanges) => {
    const folder = await exported(own, 'openapi', referenceProfile(own));
    await runOnce(own, folder);
    const recorded = [...exchanges];
    const broken: string[] = [];
    for (const document of Object.keys(FAULTS)) {
      const found = await writeExamples(own, folder, document, recorded);
      own.say(`${document}: ${found} of ${recorded.length} requests are examples`);
    }
    let [passed, noticed] = [0, 0];
    for (const [document, fault] of Object.entries(FAULTS)) {
      const clean = await tested(own, jar, folder, document, 'clean');
      if (clean.tests === 0) broken.push(`${document}: no tests: ${join(folder, document, 'clean', OUTPUT)}`);
      passed += clean.tests - clean.failures.length;
      broken.push(...clean.failures.map((failure) => `${document}: ${failure}`));
      await put(own.env['REFERENCE_FAULTS'] ?? '', { faults: [fault] });
      const faulty = await tested(own, jar, folder, document, 'faulty');
      await put(own.env['REFERENCE_FAULTS'] ?? '', { faults: [] });
      if (faulty.failures.length > clean.failures.length) noticed += 1;
      else broken.push(`${document}: ${faulty.tests} tests do not notice ${fault}`);
      own.say(`${document}: ${clean.tests} tests, ${clean.failures.length} failures; ${faulty.failures.length} with ${fault}`);
    }
    const figures = `${passed} tests passed, ${broken.length} failures; ${noticed} of ${Object.keys(FAULTS).length} faults noticed`;
    return { kind: 'done', figures, broken };
  });
}

/** Runs Assay against the reference server. What it prepares stays, so that its requests can be sent again. */
async function runOnce({ root, scratch, env, node }: Workplace, folder: string): Promise<void> {
  const prepare = env['REFERENCE_PREPARE'] ?? '';
  const { origin, close } = await startFront(prepare, { answer: (body) => (/"action": *"teardown"/.test(body) ? '{}' : undefined) });
  const own = { ...env, REFERENCE_PREPARE: `${origin}${new URL(prepare).pathname}` };
  const args = ['run', '--target', referenceProfile({ root }), '--depth', 'quick', '--out', join(folder, 'run')];
  await run(node, [assay(root), ...args], { cwd: scratch, env: own });
  close();
}

const OUTPUT = 'output.txt';

/** Runs the examples of a document. */
async function tested(
  place: Workplace,
  jar: string,
  folder: string,
  document: DocumentName,
  name: string,
): Promise<{ readonly tests: number; readonly failures: readonly string[] }> {
  const work = join(folder, document, name);
  mkdirSync(work);
  // The file is as exported. Specmatic takes a conjunction of open objects for closed without the first flag (specmatic/specmatic#1025); the
  // examples of the file show values of no deployment, and are left out by the second.
  const env = { ...place.env, EXTENSIBLE_SCHEMA: 'true', IGNORE_INLINE_EXAMPLES: 'true' };
  const flags = [
    '--strict',
    '--testBaseURL',
    referenceUrl(place, document),
    '--junitReportDir',
    'junit',
    '--examples',
    join(folder, document, 'examples'),
  ];
  const { stdout, stderr } = await run('java', ['-jar', jar, 'test', join(folder, `${document}.openapi.json`), ...flags], {
    cwd: work,
    env,
  });
  writeFileSync(join(work, OUTPUT), stdout + stderr);
  const tests = Number(/Tests run: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (tests === 0) return { tests, failures: [] };
  const report = readFileSync(join(work, 'junit', 'TEST-junit-jupiter.xml'), 'utf8');
  const failures = report.split('<testcase ').flatMap((one) => {
    const [, title = ''] = /contractTest\(\) &gt; ([^"]*)"/.exec(one) ?? [];
    const [, message] = /<failure message="([^"]*)"/.exec(one) ?? [];
    return message === undefined ? [] : [`${title}: ${message.replaceAll(/(?:&#10;|\s)+/g, ' ').slice(0, 300)}`];
  });
  return { tests, failures };
}

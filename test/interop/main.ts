// Exports held against the tools that they are for: npm run interop, or npm run interop -- lint types …
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import { analyze } from './analyze.ts';
import { client } from './client/client.ts';
import { action } from './action.ts';
import { entrances } from './entrances.ts';
import { installSize } from './install-size.ts';
import { javaClient } from './java-client/java-client.ts';
import { k6 } from './k6.ts';
import { k6Types } from './k6-types.ts';
import { limiters } from './limiters/limiters.ts';
import { lint } from './lint.ts';
import { mermaid } from './mermaid.ts';
import { nodeVersions } from './node-versions.ts';
import { prism } from './prism.ts';
import { respect } from './respect.ts';
import { schemathesis } from './schemathesis.ts';
import { vitest } from './vitest.ts';
import { specmatic } from './specmatic.ts';
import type { JobResult, Workplace } from './workplace.ts';

const JOBS: Readonly<Record<string, (place: Workplace) => Promise<JobResult>>> = {
  lint,
  types: k6Types,
  mermaid,
  client,
  'java-client': javaClient,
  prism,
  respect,
  schemathesis,
  specmatic,
  k6,
  analyze,
  limiters,
  'node-versions': nodeVersions,
  entrances,
  action,
  'install-size': installSize,
  vitest,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(JOBS, name));
if (unknown === undefined) {
  const scratch = process.env['ASSAY_INTEROP'] ?? join(tmpdir(), 'assay-interop');
  mkdirSync(scratch, { recursive: true });
  console.error(`tools and exports are in ${scratch} (ASSAY_INTEROP)`);
  const place: Workplace = {
    root: dirname(SPECS_FOLDER),
    scratch,
    env: process.env,
    node: process.execPath,
    machine: `${process.platform}-${process.arch}`,
    say: (line) => console.error(`  ${line}`),
  };
  for (const [name, job] of Object.entries(JOBS).filter(([one]) => asked.length === 0 || asked.includes(one))) {
    console.error(name);
    tell(name, await job(place));
  }
} else {
  console.error(`there is no job '${unknown}'. Known: ${Object.keys(JOBS).join(', ')}`);
  process.exitCode = 2;
}

/** Broken is 1; what could not be tried for want of a tool is 3, unless something is broken too. */
function tell(name: string, result: JobResult): void {
  if (result.kind === 'lacking') {
    console.log(`${name}: not tried, for want of ${result.what}`);
    process.exitCode ??= 3;
    return;
  }
  for (const line of [...(result.table ?? []), ...result.broken]) console.log(`  ${line}`);
  console.log(`${name}: ${result.figures}`);
  if (result.broken.length > 0) process.exitCode = 1;
}

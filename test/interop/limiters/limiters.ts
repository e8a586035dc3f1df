import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProfileFile } from '../../../src/model/types.ts';
import { readYamlFile } from '../../../src/model/yaml-file.ts';
import { startMock } from '../mock.ts';
import type { MockProcess } from '../mock.ts';
import { assay, run } from '../workplace.ts';
import type { JobResult, Workplace } from '../workplace.ts';
import { startGateway } from './gateway.ts';
import type { LimiterLibrary } from './library.ts';
import { NPM_LIMITERS } from './of-npm.ts';
import { PYTHON_LIMITERS } from './of-python.ts';

const LIBRARIES: readonly LimiterLibrary[] = [...NPM_LIMITERS, ...PYTHON_LIMITERS];
const ALLOWANCE = { limit: 30, periodMs: 8000 };
/** Timestamps of whole seconds tell a period no closer. */
const GRAIN_MS = 1000;

/** What answers in whole seconds and whole operations, or of two limits at once, may be left open. */
const MOST = 0.85;

/** As `assay load ratelimit --json` prints it, as far as it is looked at. */
interface Probed {
  readonly limiter: { readonly kind: string; readonly limit?: number; readonly periodMs?: number };
  readonly violations: readonly { readonly clause: string }[];
  readonly requests: number;
  readonly exitCode: number;
}

type Outcome =
  | { readonly kind: 'lacking'; readonly what: string }
  | { readonly kind: 'done'; readonly row: string; readonly isRight: boolean; readonly isNamed: boolean };

/**
 * Limiters that others have written, each before an embedded deployment, by the probe: nothing fails, no kind is named but their own, and of
 * most it is, with limit and period.
 */
export async function limiters(place: Workplace): Promise<JobResult> {
  const work = mkdtempSync(join(place.scratch, 'limiters-'));
  const mock = await startMock(place, ['--clock', 'real', '--limiter', 'none']);
  const outcomes: Outcome[] = [];
  try {
    // One after the other for what is installed once; probes mostly wait, and go side by side.
    const probes: Promise<Outcome>[] = [];
    for (const library of LIBRARIES) {
      const limiting = await library.start(place, ALLOWANCE);
      if ('lacking' in limiting) {
        outcomes.push({ kind: 'lacking', what: limiting.lacking });
        continue;
      }
      const gateway = await startGateway(mock.services['privileged-access'], ALLOWANCE.limit, limiting);
      probes.push(probe(place, mock, library, join(work, String(probes.length)), gateway.url).finally(gateway.stop));
    }
    outcomes.push(...(await Promise.all(probes)));
  } finally {
    mock.stop();
  }
  const lacking = outcomes.find(({ kind }) => kind === 'lacking');
  if (lacking?.kind === 'lacking') return lacking;
  const done = outcomes.flatMap((outcome) => (outcome.kind === 'done' ? [outcome] : []));
  const broken = done.filter(({ isRight }) => !isRight).map(({ row }) => row);
  const named = done.filter(({ isNamed }) => isNamed).length;
  if (named < LIBRARIES.length * MOST) broken.push(`only ${named} of ${LIBRARIES.length} named`);
  return {
    kind: 'done',
    table: done.map(({ row }) => row),
    figures:
      `${named} of ${LIBRARIES.length} limiters of others named with their kind, limit and period, ` +
      (broken.length === 0
        ? 'the others left open, none said to violate a clause'
        : `${done.filter(({ isRight }) => !isRight).length} taken for another or said to violate a clause`),
    broken,
  };
}

async function probe(place: Workplace, mock: MockProcess, library: LimiterLibrary, folder: string, url: string): Promise<Outcome> {
  mkdirSync(folder);
  writeFileSync(join(folder, 'target.yaml'), JSON.stringify(profileOf(place, mock, url)));
  const args = [assay(place.root), 'load', 'ratelimit', '--target', 'target.yaml', '--out', 'out', '--json'];
  const { code, stdout, stderr } = await run(place.node, args, { cwd: folder, env: place.env });
  if (!stdout.startsWith('{')) {
    return { kind: 'done', row: `${library.name}: ended with ${code}: ${stderr.trim().slice(-300)}`, isRight: false, isNamed: false };
  }
  const { limiter, violations, requests, exitCode }: Probed = JSON.parse(stdout);
  const { kind, limit, periodMs } = limiter;
  const { limit: most, periodMs: within } = library.binding ?? ALLOWANCE;
  const isNamed = kind === library.kind && limit === most && Math.abs((periodMs ?? Infinity) - within) <= GRAIN_MS;
  const failed = violations.length === 0 ? 'no clause fails' : `fails ${violations.map(({ clause }) => clause).join(' ')}`;
  const row = `${library.name} (${library.kind}): ${kind}, ${limit} in ${periodMs} ms, ${requests} requests, ${failed}, exit ${exitCode}`;
  place.say(row);
  return { kind: 'done', row, isNamed, isRight: violations.length === 0 && (isNamed || kind === 'unknown') };
}

/** All that the embedded deployment's profile says of the service, at another address. */
function profileOf({ root }: Workplace, { control }: MockProcess, baseUrl: string): ProfileFile {
  const embedded = readYamlFile<ProfileFile>(join(root, 'specs', 'profiles', 'mock.yaml'), 'profile');
  return {
    name: 'limited',
    services: { 'privileged-access': { ...embedded.services?.['privileged-access'], baseUrl } },
    providerStates: [{ http: `${control}/states` }],
    permissions: { mutate: true, destroy: false, exhaustRateLimit: true },
    budget: { requests: 400, concurrency: 4, duration: 'PT3M' },
  };
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import type { DocumentName, ProfileFile, Report, Selection, Specs } from '../../src/model/types.ts';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import type { RunningMock } from '../../src/mock/kit/start-mock.ts';
import { readProfile, resolveProfile } from '../../src/profile/load-profile.ts';
import { httpTransport } from '../../src/drive/http.ts';
import { systemTimer } from '../../src/drive/timer.ts';
import { memoryTrace } from '../../src/trace/writer.ts';
import { driveAll } from './drive-all.ts';
import { temporaryFolder } from './stored-run.ts';
import { openDrive } from '../../src/run/open-drive.ts';
import { plansFor } from '../../src/run/plans.ts';
import { inOneLine } from '../../src/run/preflight/mistake.ts';
import { preflight } from '../../src/run/preflight/preflight.ts';

/** A mock that listens until the test is over. */
export async function listeningMock(): Promise<RunningMock> {
  const mock = await startMock({ seed: 1 });
  onTestFinished(() => mock.close());
  return mock;
}

/** Asks a mock's control plane; answers what it says. */
export async function askControl({ control }: RunningMock, path: string, message: object): Promise<Readonly<Record<string, string>>> {
  const { send, close } = httpTransport({ timeoutMs: 10_000, bodyBytes: 1_000_000, concurrency: 1, signal: new AbortController().signal });
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await send({ method: 'POST', url: `${control}${path}`, headers, body: JSON.stringify(message) });
    const data: Readonly<Record<string, string>> = JSON.parse('response' in answer ? answer.response.text : '{}');
    return data;
  } finally {
    await close();
  }
}

/** The profile of a mock that listens somewhere, as a stranger's deployment would have one: everything bound, claimed and permitted. */
export function strangersProfile(own: ProfileFile, mock: RunningMock): ProfileFile {
  const { embedded: _embedded, services = {}, ...rest } = own;
  const addressed = Object.entries(services).map(([name, service]) => [name, { ...service, baseUrl: addressOf(mock, name) }] as const);
  return {
    ...rest,
    services: Object.fromEntries(addressed),
    providerStates: [{ http: `${mock.control}/states`, acts: `${mock.control}/acts` }],
    clock: { http: `${mock.control}/clock` },
    events: { http: `${mock.control}/events` },
    permissions: { mutate: true, destroy: true, exhaustRateLimit: true },
  };
}

/** The same, where credentials and what is handed over to prepare a case are right: only what the target sends is not. */
export function hostileProfile(own: ProfileFile, mock: RunningMock): ProfileFile {
  const profile = strangersProfile(own, mock);
  const services = Object.entries(profile.services ?? {}).map(([name, service]) => {
    const credentials = Object.entries(service.credentials ?? {}).map(([key, credential]) => [key, { ...credential, certain: true }]);
    return [name, { ...service, credentials: Object.fromEntries(credentials) }];
  });
  return {
    ...profile,
    services: Object.fromEntries(services),
    providerStates: (profile.providerStates ?? []).map((one) => ({ ...one, certain: true })),
  };
}

function addressOf({ services }: RunningMock, name: string): string {
  const found = Object.entries(services).find(([document]) => document === name);
  if (found === undefined) throw new TypeError(`there is no service ${name}`);
  return found[1];
}

interface OverHttp {
  readonly selection?: Selection;
  readonly env?: Readonly<Record<string, string>>;
  /** where it is put on record */
  readonly trace?: ReturnType<typeof memoryTrace>;
}

/** Runs a profile over HTTP in this process, as `assay run` does but for suites and files. */
export async function runOverHttp(
  specs: Specs,
  source: ProfileFile,
  { selection = {}, env = {}, trace = memoryTrace() }: OverHttp = {},
): Promise<Report> {
  const file = join(temporaryFolder(), 'target.yaml');
  writeFileSync(file, stringify(source));
  const profile = resolveProfile(readProfile(file, specs), file, env);
  const plans = plansFor(specs, profile, { seed: 1, selection, walks: 0 });
  const { signal } = new AbortController();
  const order = { specs, profile, seed: 1, runId: 'r1', trace, begunAt: systemTimer.now(), sent: 0, signal };
  const { drive, send, close } = openDrive(order);
  try {
    const { mistakes } = await preflight({ drive, plans, send });
    const stopped = mistakes.map((mistake) => ({ key: mistake.key, message: inOneLine(file, mistake), blame: mistake.blame }));
    return await driveAll({ drive, plans: [...plans.values()], selection, events: trace.events, stopped });
  } finally {
    await close();
  }
}

/** The same profile with one service changed. */
export function withService(
  source: ProfileFile,
  document: DocumentName,
  change: (service: NonNullable<NonNullable<ProfileFile['services']>[DocumentName]>) => object,
): ProfileFile {
  const service = source.services?.[document] ?? {};
  return { ...source, services: { ...source.services, [document]: { ...service, ...change(service) } } };
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentName } from '../../src/mock/kit/documents.ts';
import { unexplained } from './explained.ts';
import type { Failure } from './explained.ts';
import { EXPLANATIONS } from './explanations.ts';
import { mockCredentials, post, provide, put, startMock } from './mock.ts';
import type { MockProcess } from './mock.ts';
import { referenceProfile, withReference } from './reference.ts';
import { exported, pipTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

const VERSION = '4.32.5';
const EXAMPLES = 15;

/** A running deployment, its descriptions, and what Schemathesis needs to be let in. */
interface Tested {
  readonly name: 'mock' | 'reference';
  readonly folder: string;
  readonly services: Readonly<Record<DocumentName, string>>;
  readonly configuration: (document: DocumentName) => Promise<string>;
}

/**
 * The mock, and a deployment that takes another way wherever the documents leave a choice, by Schemathesis with their own exported
 * descriptions, all of its checks: no failure that is not explained.
 */
export async function schemathesis(place: Workplace): Promise<JobResult> {
  const tool = await pipTools(place, 'schemathesis', `schemathesis==${VERSION}`);
  if ('lacking' in tool) return { kind: 'lacking', what: tool.lacking };
  const program = tool.command('schemathesis');
  const mock = await startMock(place);
  const ofMock = await testedBy(place, program, {
    name: 'mock',
    folder: await exported(place, 'openapi'),
    services: mock.services,
    configuration: (document) => configuration(place, mock, document),
  }).finally(mock.stop);
  const ofReference = await withReference(place, async (own) =>
    testedBy(own, program, {
      name: 'reference',
      folder: await exported(own, 'openapi', referenceProfile(own)),
      services: referenceServices(own),
      configuration: (document) => referenceConfiguration(own, document),
    }),
  );
  const all = [ofMock, ofReference];
  const failures = all.flatMap((one) => one.failures);
  const left = unexplained(failures, EXPLANATIONS);
  const broken = [
    ...all.flatMap(({ errors }) => errors),
    ...left.failures.map(
      (one) => `${one.target}: ${one.document}: ${one.code} ${one.operation}: status ${one.status}: ${one.message.replaceAll('\n', ' ')}`,
    ),
    ...left.idle.map((one) => `${one}: the explanation explains nothing any more: take it out`),
  ];
  const tests = all.reduce((sum, one) => sum + one.tests, 0);
  const explained = failures.length - left.failures.length;
  return { kind: 'done', figures: `${tests} tests, ${explained} failures explained, ${left.failures.length} not`, broken };
}

async function testedBy(place: Workplace, program: string, { name, folder, services, configuration }: Tested): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const document of ['privileged-access', 'authentication', 'governance'] as const) {
    const work = join(folder, document);
    mkdirSync(work);
    writeFileSync(join(work, 'schemathesis.toml'), await configuration(document));
    const args = ['run', join(folder, `${document}.openapi.json`), '--url', services[document], ...FLAGS];
    const { stdout, stderr } = await run(program, args, { cwd: work, env: { ...place.env, NO_COLOR: '1' }, timeout: 900_000 });
    const report = readReport(work, name, document);
    if (report === undefined) {
      tallies.push({ tests: 0, failures: [], errors: [`${name}: ${document}: no result: ${(stderr + stdout).trim().slice(-300)}`] });
      continue;
    }
    tallies.push({ ...report, errors: report.errors.map((error) => `${name}: ${document}: ${error}`) });
    place.say(`${name}: ${document}: ${report.tests} tests, ${report.failures.length} failures`);
  }
  return {
    tests: tallies.reduce((sum, one) => sum + one.tests, 0),
    failures: tallies.flatMap(({ failures }) => failures),
    errors: tallies.flatMap(({ errors }) => errors),
  };
}

const FLAGS = (
  '--phases examples,coverage,fuzzing,stateful --checks all --seed 1 --generation-database none --continue-on-failure --no-color ' +
  `--max-examples ${EXAMPLES} --report json,ndjson --report-json-path report.json --report-ndjson-path events.ndjson`
).split(' ');

/** Credentials as the descriptions name them, and a team that there is. */
async function configuration(place: Workplace, mock: MockProcess, document: DocumentName): Promise<string> {
  if (document !== 'privileged-access') {
    const held = mockCredentials(place, document);
    return document === 'authentication' ? key('trusted', `SSWS ${held['apiToken']}`) : key('subscriber', `SSWS ${held['governance']}`);
  }
  const roles = ['pam_admin', 'resource_admin', 'security_admin'];
  const team = await provide(mock, 'a service user in groups', { groups: roles.map((role) => [role]) });
  const pair = { key_id: team['key_id'], key_secret: team['key_secret'] };
  const token = await post(`${mock.services[document]}/v1/teams/${String(team['team_name'])}/service_token`, pair);
  return serviceUser(token['bearer_token'], team['team_name']);
}

function referenceServices({ env }: Workplace): Tested['services'] {
  return {
    'privileged-access': env['REFERENCE_PRIVILEGED_ACCESS'] ?? '',
    authentication: env['REFERENCE_AUTHENTICATION'] ?? '',
    governance: env['REFERENCE_GOVERNANCE'] ?? '',
  };
}

/** The same for the reference server, as its profile shows the credentials. */
async function referenceConfiguration(place: Workplace, document: DocumentName): Promise<string> {
  const { env } = place;
  if (document === 'authentication') return key('trusted', `SSWS ${env['REFERENCE_API_TOKEN'] ?? ''}`);
  if (document === 'governance') return key('subscriber', `key=${env['REFERENCE_GOVERNANCE_KEY'] ?? ''}`);
  const roles = ['pam_admin', 'resource_admin', 'security_admin'];
  const state = { state: 'a service user in groups', params: { groups: roles.map((role) => [role]) }, action: 'setup' };
  const team = await post(env['REFERENCE_PREPARE'] ?? '', state);
  const body = { purpose: 'service-user', key_secret: team['key_secret'], key_id: team['key_id'] };
  const token = await put(`${referenceServices(place)[document]}/v1/exchanges/${String(team['team_name'])}`, body);
  return serviceUser(token['bearer_token'], team['team_name']);
}

function key(scheme: string, value: string): string {
  return `[auth.openapi.${scheme}]\napi_key = ${JSON.stringify(value)}\n`;
}

function serviceUser(bearer: unknown, team: unknown): string {
  return `[auth.openapi.service-user]\nbearer = ${JSON.stringify(bearer)}\n[parameters]\n"path.team_name" = ${JSON.stringify(team)}\n`;
}

interface Tally {
  readonly tests: number;
  readonly failures: readonly Failure[];
  readonly errors: readonly string[];
}

interface RunReport {
  readonly test_cases: { readonly generated: number };
  readonly errors: readonly unknown[];
}

/** A line of the events: what a scenario's checks found, by test case. */
interface ScenarioEvent {
  readonly ScenarioFinished?: {
    readonly recorder: {
      readonly checks?: Readonly<Record<string, readonly { readonly failure_info?: { readonly failure: ReportedFailure } | null }[]>>;
      readonly interactions?: Readonly<Record<string, { readonly response?: { readonly status_code: number } | null }>>;
    };
  };
}

interface ReportedFailure {
  readonly code: string;
  readonly operation: string;
  readonly message: string;
  readonly title: string;
}

function readReport(work: string, target: Tested['name'], document: DocumentName): Tally | undefined {
  const [report, events] = [join(work, 'report.json'), join(work, 'events.ndjson')];
  if (!existsSync(report) || !existsSync(events)) return undefined;
  const { test_cases: cases, errors }: RunReport = JSON.parse(readFileSync(report, 'utf8'));
  const lines = readFileSync(events, 'utf8').trim().split('\n');
  const failures = lines.flatMap((line): Failure[] => {
    const { ScenarioFinished: finished }: ScenarioEvent = JSON.parse(line);
    if (finished === undefined) return [];
    const { checks = {}, interactions = {} } = finished.recorder;
    return Object.entries(checks).flatMap(([id, found]) =>
      found.flatMap(({ failure_info: info }) => {
        if (info === undefined || info === null) return [];
        const { code, operation, message, title } = info.failure;
        return [
          {
            target,
            document,
            code,
            operation,
            status: interactions[id]?.response?.status_code ?? 0,
            message: message === '' ? title : message,
          },
        ];
      }),
    );
  });
  // One is told of each operation and status, however many requests show it.
  const different = new Map(failures.map((one) => [`${one.code} ${one.operation} ${one.status}`, one]));
  return { tests: cases.generated, failures: [...different.values()], errors: errors.map((error) => JSON.stringify(error)) };
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentName } from '../../src/mock/kit/documents.ts';
import { unexplained } from './explained.ts';
import type { Failure } from './explained.ts';
import { EXPLANATIONS } from './explanations.ts';
import { mockCredentials, post, provide, startMock } from './mock.ts';
import type { MockProcess } from './mock.ts';
import { exported, pipTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

const VERSION = '4.32.5';
const EXAMPLES = 15;

/** The mock by Schemathesis with the exported descriptions, all of its checks: no failure that is not explained. */
export async function schemathesis(place: Workplace): Promise<JobResult> {
  const tool = await pipTools(place, 'schemathesis', `schemathesis==${VERSION}`);
  if ('lacking' in tool) return { kind: 'lacking', what: tool.lacking };
  const folder = await exported(place, 'openapi');
  const mock = await startMock(place);
  const failures: Failure[] = [];
  const broken: string[] = [];
  let tests = 0;
  try {
    for (const document of ['privileged-access', 'authentication', 'governance'] as const) {
      const work = join(folder, document);
      mkdirSync(work);
      writeFileSync(join(work, 'schemathesis.toml'), await configuration(place, mock, document));
      const args = ['run', join(folder, `${document}.openapi.json`), '--url', mock.services[document], ...FLAGS];
      const { stdout, stderr } = await run(tool.command('schemathesis'), args, {
        cwd: work,
        env: { ...place.env, NO_COLOR: '1' },
        timeout: 900_000,
      });
      const report = readReport(work, document);
      if (report === undefined) {
        broken.push(`${document}: no result: ${(stderr + stdout).trim().slice(-300)}`);
        continue;
      }
      tests += report.tests;
      failures.push(...report.failures);
      broken.push(...report.errors.map((error) => `${document}: ${error}`));
      place.say(`${document}: ${report.tests} tests, ${report.failures.length} failures`);
    }
  } finally {
    mock.stop();
  }
  const left = unexplained(failures, EXPLANATIONS);
  broken.push(
    ...left.failures.map(
      (one) => `${one.document}: ${one.code} ${one.operation}: status ${one.status}: ${one.message.replaceAll('\n', ' ')}`,
    ),
    ...left.idle.map((one) => `${one}: the explanation explains nothing any more: take it out`),
  );
  const explained = failures.length - left.failures.length;
  return { kind: 'done', figures: `${tests} tests, ${explained} failures explained, ${left.failures.length} not`, broken };
}

const FLAGS = (
  '--phases examples,coverage,fuzzing,stateful --checks all --seed 1 --generation-database none --continue-on-failure --no-color ' +
  `--max-examples ${EXAMPLES} --report json,ndjson --report-json-path report.json --report-ndjson-path events.ndjson`
).split(' ');

/** Credentials as the descriptions name them, and a team that there is. */
async function configuration(place: Workplace, mock: MockProcess, document: DocumentName): Promise<string> {
  if (document !== 'privileged-access') {
    const held = mockCredentials(place, document);
    const [name, key] =
      document === 'authentication' ? ['trusted', `SSWS ${held['apiToken']}`] : ['subscriber', `SSWS ${held['governance']}`];
    return `[auth.openapi.${name}]\napi_key = ${JSON.stringify(key)}\n`;
  }
  const roles = ['pam_admin', 'resource_admin', 'security_admin'];
  const team = await provide(mock, 'a service user in groups', { groups: roles.map((role) => [role]) });
  const key = { key_id: team['key_id'], key_secret: team['key_secret'] };
  const token = await post(`${mock.services[document]}/v1/teams/${String(team['team_name'])}/service_token`, key);
  return [
    `[auth.openapi.service-user]\nbearer = ${JSON.stringify(token['bearer_token'])}`,
    `[parameters]\n"path.team_name" = ${JSON.stringify(team['team_name'])}\n`,
  ].join('\n');
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

function readReport(work: string, document: DocumentName): Tally | undefined {
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
          { document, code, operation, status: interactions[id]?.response?.status_code ?? 0, message: message === '' ? title : message },
        ];
      }),
    );
  });
  // One is told of each operation and status, however many requests show it.
  const different = new Map(failures.map((one) => [`${one.code} ${one.operation} ${one.status}`, one]));
  return { tests: cases.generated, failures: [...different.values()], errors: errors.map((error) => JSON.stringify(error)) };
}

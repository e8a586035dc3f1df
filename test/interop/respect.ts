import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMock } from './mock.ts';
import { exported, npmTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

interface RespectLog {
  readonly files: Readonly<Record<string, { readonly executedWorkflows: readonly ExecutedWorkflow[] }>>;
}

interface ExecutedWorkflow {
  readonly workflowId: string;
  readonly executedSteps: readonly {
    readonly stepId: string;
    readonly checks?: readonly { readonly name: string; readonly passed: boolean; readonly message?: string }[];
  }[];
}

/** The Arazzo workflows as they are exported, run by Redocly Respect against `assay mock`: each passes, none needs an input. */
export async function respect(place: Workplace): Promise<JobResult> {
  const tools = await npmTools(place, 'redocly', ['@redocly/cli@2.77.0']);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const folder = await exported(place, 'arazzo');
  const cli = join(tools.folder, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  const env = { ...place.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const mock = await startMock(place, ['--clock', 'virtual']);
  const servers = [...Object.entries(mock.services), ['control-plane', mock.control]].flatMap(([name, url]) => [
    '--server',
    `${name}=${url}`,
  ]);
  const broken: string[] = [];
  let [passed, all] = [0, 0];
  try {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.arazzo.json'))) {
      const described: { readonly workflows: readonly unknown[] } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const log = join(folder, file.replace('.arazzo.json', '.log.json'));
      const { code, stdout, stderr } = await run(place.node, [cli, 'respect', file, ...servers, '--json-output', log], {
        cwd: folder,
        env,
      });
      all += described.workflows.length;
      if (!existsSync(log)) {
        broken.push(`${file}: respect ended with ${code} and no result: ${(stderr + stdout).trim().slice(-300)}`);
        continue;
      }
      const { files }: RespectLog = JSON.parse(readFileSync(log, 'utf8'));
      const workflows = Object.values(files).flatMap(({ executedWorkflows }) => executedWorkflows);
      const failures = workflows.map((workflow) => failuresOf(workflow));
      const good = failures.filter((found) => found.length === 0).length;
      passed += good;
      place.say(`${file}: ${good} of ${described.workflows.length} workflows`);
      broken.push(...failures.flat().map((failure) => `${file}: ${failure}`));
      if (workflows.length !== described.workflows.length || (code !== 0 && failures.flat().length === 0))
        broken.push(`${file}: respect ended with ${code} after ${workflows.length} of ${described.workflows.length} workflows`);
    }
  } finally {
    mock.stop();
  }
  return { kind: 'done', figures: `${passed} of ${all} workflows passed`, broken };
}

function failuresOf({ workflowId, executedSteps }: ExecutedWorkflow): readonly string[] {
  return executedSteps.flatMap(({ stepId, checks = [] }) =>
    checks
      .filter(({ passed }) => !passed)
      .map(({ name, message = '' }) => `${workflowId} ${stepId}: ${name}: ${message.replaceAll(/\s+/g, ' ')}`),
  );
}

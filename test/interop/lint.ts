import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { exported, npmTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

interface Problems {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly { readonly ruleId: string; readonly severity: string; readonly message: string }[];
}

/** The OpenAPI descriptions and the Arazzo workflows by `@redocly/cli lint`, with its recommended rules: no errors. */
export async function lint(place: Workplace): Promise<JobResult> {
  const tools = await npmTools(place, 'redocly', ['@redocly/cli@2.77.0']);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  // With the workflows come the descriptions that they refer to.
  const folder = await exported(place, 'arazzo');
  const cli = join(tools.folder, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js');
  const env = { ...place.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' };
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .toSorted();
  const broken: string[] = [];
  let [errors, warnings] = [0, 0];
  for (const file of files) {
    const args = [cli, 'lint', join(folder, file), '--format=json', '--max-problems=100000'];
    const { code, stdout, stderr } = await run(place.node, args, { cwd: tools.folder, env });
    const start = stdout.indexOf('{');
    if (start < 0) {
      broken.push(`${file}: redocly ended with ${code} and no result: ${stderr.trim().slice(-300)}`);
      continue;
    }
    const { totals, problems }: Problems = JSON.parse(stdout.slice(start));
    errors += totals.errors;
    warnings += totals.warnings;
    broken.push(...problems.filter(({ severity }) => severity === 'error').map(({ ruleId, message }) => `${file}: ${ruleId}: ${message}`));
    place.say(`${file}: ${totals.errors} errors, ${totals.warnings} warnings${rules(problems)}`);
  }
  return { kind: 'done', figures: `${files.length} files, ${errors} errors, ${warnings} warnings`, broken };
}

function rules(problems: Problems['problems']): string {
  const names = [...new Set(problems.map(({ ruleId }) => ruleId))];
  return names.length === 0
    ? ''
    : ` (${names.map((name) => `${problems.filter(({ ruleId }) => ruleId === name).length} ${name}`).join(', ')})`;
}

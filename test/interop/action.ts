import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { npmTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

/** The GitHub action and the workflows, the example among them, by `action-validator`, which holds them against the schemas of SchemaStore. */
export async function action(place: Workplace): Promise<JobResult> {
  const tools = await npmTools(place, 'action-validator', ['@action-validator/cli@0.6.0', '@action-validator/core@0.6.0']);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const workflows = join(place.root, '.github', 'workflows');
  const files = [
    join(place.root, '.github', 'actions', 'assay', 'action.yml'),
    join(place.root, 'examples', 'nightly.yml'),
    ...readdirSync(workflows).map((name) => join(workflows, name)),
  ];
  const broken: string[] = [];
  for (const file of files) {
    const { code, stdout, stderr } = await run(join(tools.folder, 'node_modules', '.bin', 'action-validator'), [file], {
      cwd: place.root,
      env: place.env,
    });
    if (code !== 0) broken.push(`${file}: ended with ${code}: ${stdout}${stderr}`);
  }
  return { kind: 'done', figures: `${files.length} files, ${broken.length} that their schema refuses`, broken };
}

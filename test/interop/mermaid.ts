import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exported, npmTools, run } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

// Mermaid cleans texts with a library that asks for a document, so it is given one.
const PARSE = `
import { readdirSync, readFileSync } from 'node:fs';
import { JSDOM } from 'jsdom';
const { window } = new JSDOM('');
Object.assign(globalThis, { window, document: window.document });
const { default: mermaid } = await import('mermaid');
const results = [];
for (const file of readdirSync(process.argv[2]).filter((name) => name.endsWith('.mmd'))) {
  const text = readFileSync(process.argv[2] + '/' + file, 'utf8');
  results.push(await mermaid.parse(text).then(({ diagramType }) => [file, diagramType], (error) => [file, String(error)]));
}
console.log(JSON.stringify(results));
`;

/** The state diagrams by Mermaid's own parser. */
export async function mermaid(place: Workplace): Promise<JobResult> {
  const tools = await npmTools(place, 'mermaid', ['mermaid@11.17.2', 'jsdom@26.1.0']);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const folder = await exported(place, 'mermaid');
  writeFileSync(join(tools.folder, 'parse.js'), PARSE);
  const { code, stdout, stderr } = await run(place.node, ['parse.js', folder], { cwd: tools.folder, env: place.env });
  if (code !== 0) return { kind: 'done', figures: 'no result', broken: [`mermaid ended with ${code}: ${stderr.trim().slice(-300)}`] };
  const results: readonly (readonly [string, string])[] = JSON.parse(stdout);
  const broken = results.filter(([, type]) => type !== 'stateDiagram').map(([file, said]) => `${file}: ${said}`);
  return { kind: 'done', figures: `${results.length} diagrams, ${broken.length} not understood`, broken };
}

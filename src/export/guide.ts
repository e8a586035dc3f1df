/** By kind; the commands are of the first file of the export. */
const GUIDES = {
  openapi: {
    title: 'OpenAPI 3.1',
    about:
      'One description per document: operations, parameters, examples, links, responses, errors. `x-clauses` names the clauses of a part, `x-unbound` the operations that neither document nor profile defines.',
    command: (file: string) => `npx @redocly/cli@2 lint ${file}`,
  },
  arazzo: {
    title: 'Arazzo 1.0',
    about:
      'Transition tours through the state tables as workflows, beside the OpenAPI descriptions that they reference. `x-unreachable` and `x-left-out` name the transitions in no workflow. The first steps of a workflow set up its provider states through `control-plane.openapi.json`, if the profile has an HTTP source of provider states; for the mock, start `assay mock --port 8080 --control-port 8090 --clock virtual` first. `--input NAME=VALUE` sets an input, `--server NAME=URL` another address.',
    command: (file: string) => `npx @redocly/cli@2 respect ${file}`,
  },
  schemas: {
    title: 'JSON Schema 2020-12',
    about:
      'A folder per document: resources, requests and responses (`answers`). A schema stands alone; `x-clauses` names the clauses of a part.',
    command: (file: string) =>
      `npx -p ajv-cli@5 -p ajv-formats@2 ajv validate --spec=draft2020 --strict=false -c ajv-formats -s ${file} -d body.json`,
  },
  mermaid: {
    title: 'Mermaid',
    about: 'One state diagram per state table. Dashed ends are no states of the document.',
    command: (file: string) => `npx @mermaid-js/mermaid-cli@11 -i ${file} -o diagram.svg`,
  },
};

/** README.md of an export: its contents, and a command that reads its first file. */
export function guideOf(kind: keyof typeof GUIDES, file: string): string {
  const { title, about, command } = GUIDES[kind];
  return `# ${title}\n\n${about}\n\n    ${command(file)}\n`;
}

import type { Command } from 'commander';
import { typeOf } from '../model/catalogue.ts';
import type { CatalogueEntry, DocumentName } from '../model/types.ts';
import { nearestIds } from '../model/nearest.ts';
import { didYouMean } from '../model/yaml-file.ts';
import { plural } from '../report/defects.ts';
import { wrap } from '../report/text.ts';
import { catalogueRows, type CatalogueRow } from '../run/catalogue-page.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { writeResult, terminal } from './output.ts';
import { repeatable } from './flags.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';

export function statesCommand(command: Command): Command {
  return withSpecs(command)
    .argument('[name]', 'show only this state or act, with the clauses that need it and an example')
    .option('--document <name>', 'include only states and acts of this document (repeatable)', repeatable(String))
    .option('--json', 'print one JSON array, with examples and clauses')
    .addHelpText(
      'after',
      helpText({
        notes: [
          `A profile lists the sources of provider states under providerStates, cheapest
first:
  - { http: https://states.example.test/_states }
        POST {state, params, action: setup} returns the data of the state, as
        in Pact; {state, data, action: teardown} removes it again. Acts are
        posted to the sibling path 'acts' as {act, params}. A refusal is a
        status of 400 or more with {error, remedy}
  - { module: ./states.mjs }
        exports setup(state, params), teardown?(state, data),
        act?(name, params), events?(); their types are those of
        import('assay/provider-states').ProviderModule
  - { accounts: ./accounts.yaml }
        accounts: [{ state, params, data, consumable }], prepared manually`,
          'The teardown of a state removes what its setup created; its passwords, keys and tokens are refused afterwards.',
        ],
        examples: [
          ['assay states', 'list all states and acts with parameters, data and cost'],
          ["assay states 'a user whose password has expired'", 'show one state, the clauses that need it and an example'],
          ['assay states --document privileged-access --json', 'print the states of one document as JSON'],
        ],
        exitCodes: { 0: 'listed', 2: 'unknown state, act or document' },
        next: ['assay plan', 'profile'],
      }),
    )
    .action((name: string | undefined, flags: { readonly document?: readonly string[]; readonly json?: boolean } & SpecsFlag) => {
      const specs = specsOf(flags);
      const rows = rowsFor(catalogueRows(specs), name, flags.document);
      const { width } = terminal(process.stdout);
      writeResult(flags.json === true ? `${JSON.stringify(rows)}\n` : page(rows, name !== undefined, width));
    });
}

function rowsFor(rows: readonly CatalogueRow[], name: string | undefined, chosen: readonly string[] | undefined): readonly CatalogueRow[] {
  const documents = [...new Set(rows.map((row): DocumentName => row.document))];
  for (const document of chosen ?? [])
    if (!documents.some((known) => known === document))
      throw new UsageError(
        'document-unknown',
        `--document ${document}: expected one of ${documents.join(', ')}${didYouMean(document, documents)}`,
      );
  const found = rows.filter((row) => (chosen?.includes(row.document) ?? true) && (name ?? row.name) === row.name);
  if (found.length === 0 && name !== undefined) {
    const known = rows.map((row) => row.name);
    const near = nearestIds(name, known);
    const meant = didYouMean(name, known) || (near.length === 0 ? '' : `. The nearest: ${near.map((one) => `'${one}'`).join(', ')}`);
    throw new UsageError('state-unknown', `there is no provider state or act '${name}' ('assay states' lists them all)${meant}`);
  }
  return found;
}

function page(rows: readonly CatalogueRow[], whole: boolean, width: number): string {
  const groups = [...new Set(rows.map(({ document, kind }) => `${document}: ${kind}s`))];
  return groups
    .flatMap((group) => [
      group,
      ...rows.filter(({ document, kind }) => `${document}: ${kind}s` === group).flatMap((row) => ['', ...described(row, whole, width)]),
      '',
    ])
    .join('\n');
}

function described(row: CatalogueRow, whole: boolean, width: number): readonly string[] {
  const { name, about, params, data, cost = 1, consumable, control, clauses, example, kind } = row;
  const facts = [
    `cost ${cost}`,
    ...(consumable === true ? ['single-use'] : []),
    ...(control === true ? ['needs control over the target'] : []),
    `needed by ${plural(clauses.length, 'clause')}`,
  ];
  const body = [
    ...wrap(about, width - INDENT.length),
    facts.join(' · '),
    ...rowsOf('parameters', params, width, () => ''),
    ...rowsOf(
      'data',
      data,
      width,
      ({ required, secret, distinct }) =>
        `${required === true ? '' : ', optional'}${secret === undefined ? '' : ', secret'}${distinct === true ? ', another in each state' : ''}`,
    ),
    ...(whole ? exampleLines(kind, example) : []),
    ...(whole && kind === 'state' ? accountLines(example.request, example.response, data) : []),
    ...(whole && clauses.length > 0 ? ['clauses', ...clauses.map((id) => `  ${id}`)] : []),
  ];
  return [`  ${name}`, ...body.map((line) => `${INDENT}${line}`)];
}

const INDENT = '    ';

type StateFields = NonNullable<CatalogueEntry['data']>;

function rowsOf(title: string, rows: StateFields = {}, width: number, more: (datum: StateFields[string]) => string): readonly string[] {
  const entries = Object.entries(rows);
  if (entries.length === 0) return [];
  const longest = Math.max(...entries.map(([name]) => name.length));
  const lines = entries.flatMap(([name, datum]) => {
    const usual =
      'default' in datum.schema && !/omitted|default/.test(datum.about) ? `, ${JSON.stringify(datum.schema.default)} where omitted` : '';
    const text = `${typeOf(datum.schema)}${usual}${more(datum)}: ${datum.about}`;
    return wrap(text, Math.max(40, width - INDENT.length - longest - 4)).map(
      (line, index) => `  ${(index === 0 ? name : '').padEnd(longest)}  ${line}`,
    );
  });
  return [title, ...lines];
}

/** The same as an entry of a file of accounts: YAML takes JSON, and secrets come from the environment. */
function accountLines(
  request: Readonly<Record<string, unknown>>,
  response: Readonly<Record<string, unknown>>,
  data: StateFields = {},
): readonly string[] {
  const { state, params } = request;
  const shown = Object.entries(response).map(([name, value]) => [
    name,
    data[name]?.secret === undefined ? value : { env: name.replaceAll(/[A-Z]/g, '_$&').toUpperCase() },
  ]);
  return ['in a file of accounts', `  - ${JSON.stringify({ state, params, data: Object.fromEntries(shown) })}`];
}

function exampleLines(kind: CatalogueRow['kind'], { request, response }: CatalogueRow['example']): readonly string[] {
  return [
    'by HTTP',
    `  POST ${kind === 'state' ? 'http' : 'acts'}  ${JSON.stringify(request)}`,
    `  200  ${JSON.stringify(response)}`,
    ...(kind === 'state'
      ? [`  POST http  ${JSON.stringify({ state: request['state'], data: response, action: 'teardown' })}`, '  200  {}']
      : []),
  ];
}

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import { grouped } from '../../src/model/grouped.ts';
import type { Exchange } from './front.ts';
import type { Workplace } from './workplace.ts';

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation | undefined>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly name?: string } | undefined>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Of each operation and status, at most. */
const EXAMPLES = 2;
/** Tries to find them, the last requests first. */
const TRIES = 12;

/**
 * Writes requests that lead to the same status twice again as external examples; answers their number. What others of them change meanwhile,
 * such as a group that one of them deletes, is asked for a third time at the end.
 */
export async function writeExamples(place: Workplace, folder: string, document: string, recorded: readonly Exchange[]): Promise<number> {
  const described: Description = JSON.parse(readFileSync(join(folder, `${document}.openapi.json`), 'utf8'));
  const base = new URL(referenceUrl(place, document));
  const examples = join(folder, document, 'examples');
  mkdirSync(examples, { recursive: true });
  const byKind = grouped(
    recorded.filter(({ url }) => url.startsWith(`${base.pathname}/`)),
    ({ method, url, status }) => `${method} ${templateOf(described, method, pathOf(base, url)) ?? ''} ${status}`,
  );
  const candidates: { readonly file: string; readonly exchange: Exchange; readonly example: object }[] = [];
  for (const [kind, alike] of byKind) {
    const [method = '', template = '', status = ''] = kind.split(' ');
    const operation = described.paths[template]?.[method.toLowerCase()];
    if (operation?.responses[status] === undefined || UNFIT.includes(status)) continue;
    let found = 0;
    for (const exchange of alike.slice(-TRIES).toReversed()) {
      if (found === EXAMPLES) break;
      const again = await sentAgain(base, exchange);
      if (again !== exchange.status || (await sentAgain(base, exchange)) !== exchange.status) continue;
      const example = exampleOf(described, operation, base, exchange);
      if (example === undefined) continue;
      found += 1;
      candidates.push({ file: `${operation.operationId}-${status}-${found}.json`, exchange, example });
    }
  }
  let written = 0;
  for (const { file, exchange, example } of candidates) {
    if ((await sentAgain(base, exchange)) !== exchange.status) continue;
    writeFileSync(join(examples, file), JSON.stringify(example));
    written += 1;
  }
  return written;
}

/** Of no operation for Specmatic, which goes by the content type; of the limits, and of failures that pass. */
const UNFIT = ['415', '429', '499', '500', '503', '504'];

/** Where the reference server has a document's service. */
export function referenceUrl({ env }: Workplace, document: string): string {
  return env[`REFERENCE_${document.replace('-', '_').toUpperCase()}`] ?? '';
}

function pathOf(base: URL, url: string): string {
  return url.slice(base.pathname.length).split('?')[0] ?? '';
}

/** The path of a description that a request's path is of: the one with the fewest parameters. */
function templateOf({ paths }: Description, method: string, path: string): string | undefined {
  const segments = path.split('/');
  const fits = (template: string): boolean => {
    const parts = template.split('/');
    return parts.length === segments.length && parts.every((part, index) => /^\{.*\}$/.test(part) || part === segments[index]);
  };
  return Object.keys(paths)
    .filter((template) => paths[template]?.[method.toLowerCase()] !== undefined && fits(template))
    .toSorted((a, b) => a.split('{').length - b.split('{').length)[0];
}

async function sentAgain(base: URL, { method, url, headers, body }: Exchange): Promise<number> {
  const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...kept } = headers;
  const { statusCode, body: response } = await request(`${base.origin}${url}`, {
    method,
    headers: kept,
    body: body === '' ? null : body,
  });
  await response.dump();
  return statusCode;
}

/** An exchange as an external example; undefined for a body that is neither JSON nor a form. */
function exampleOf({ components }: Description, operation: Operation, base: URL, exchange: Exchange): object | undefined {
  const { method, url, headers, body, status, responseHeaders, response } = exchange;
  const type = headers['content-type'] ?? '';
  const isForm = type.startsWith('application/x-www-form-urlencoded');
  const json = body === '' || isForm ? undefined : jsonOf(body);
  if (body !== '' && !isForm && json === undefined) return undefined;
  const names = [
    ...operation.parameters.flatMap(({ name, in: place }) => (place === 'header' ? [name] : [])),
    ...operation.security.flatMap((one) => Object.keys(one)).map((name) => components.securitySchemes[name]?.name ?? 'Authorization'),
    ...(body === '' ? [] : ['Content-Type']),
  ];
  return {
    'http-request': {
      method,
      path: pathOf(base, url).replaceAll('%', 'zq'),
      query: Object.fromEntries(new URL(url, base).searchParams),
      headers: Object.fromEntries(
        names.flatMap((name) => (headers[name.toLowerCase()] === undefined ? [] : [[name, headers[name.toLowerCase()]]])),
      ),
      ...(isForm ? { 'form-fields': Object.fromEntries(new URLSearchParams(body)) } : {}),
      ...(json === undefined ? {} : { body: json }),
    },
    'http-response': {
      status,
      headers: responseHeaders['content-type'] === undefined ? {} : { 'Content-Type': responseHeaders['content-type'] },
      ...(response === '' ? {} : { body: jsonOf(response) ?? response }),
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

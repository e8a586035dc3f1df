import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { request } from 'undici';
import { referenceProfile, withReference } from './reference.ts';
import { exported, npmTools } from './workplace.ts';
import type { JobResult, Workplace } from './workplace.ts';

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly type: string; readonly name?: string }>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}

interface Parameter extends Media {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: { readonly const?: unknown };
}

interface Media {
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** A mock server by Prism from the exports of the mock and of an unusual deployment: its first response to each operation is a valid success. */
export async function prism(place: Workplace): Promise<JobResult> {
  const tools = await npmTools(place, 'prism', ['@stoplight/prism-cli@5.16.0']);
  if ('lacking' in tools) return { kind: 'lacking', what: tools.lacking };
  const cli = createRequire(join(tools.folder, 'package.json')).resolve('@stoplight/prism-cli/dist/index.js');
  const folders = [
    await exported(place, 'openapi'),
    await withReference(place, (own) => exported(own, 'openapi', referenceProfile(place))),
  ];
  const broken: string[] = [];
  let all = 0;
  for (const folder of folders) {
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.openapi.json'))) {
      const described: Description = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      const port = await freePort();
      const child = spawn(place.node, [cli, 'mock', join(folder, file), '--port', `${port}`, '--cors=false'], {
        cwd: place.scratch,
        env: { ...place.env },
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      try {
        await new Promise<void>((resolve, reject) => {
          let said = '';
          child.on('exit', (code) => reject(new Error(`prism ended with ${code} before it was ready: ${said.slice(-300)}`)));
          child.stdout.on('data', (chunk: Buffer) => {
            said += chunk.toString();
            if (said.includes('is listening')) resolve();
          });
        });
        const results = await Promise.all(
          Object.entries(described.paths).flatMap(([path, operations]) =>
            Object.entries(operations).map(([method, operation]) => firstResponse(described, path, method, operation, port)),
          ),
        );
        all += results.length;
        broken.push(...results.flat().map((mistake) => `${file}: ${mistake}`));
        place.say(`${file}: ${results.length} operations`);
      } finally {
        child.removeAllListeners('exit');
        child.kill();
      }
    }
  }
  return { kind: 'done', figures: `${all} operations, ${all - broken.length} answered with a valid success at once`, broken };
}

async function firstResponse(
  described: Description,
  path: string,
  method: string,
  operation: Operation,
  port: number,
): Promise<readonly string[]> {
  const { operationId, parameters, security, requestBody, responses } = operation;
  const url = new URL(
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueOf(parameters.find((one) => one.name === name)))),
    `http://127.0.0.1:${port}`,
  );
  const sent = parameters.filter(({ required, examples }) => required || examples !== undefined);
  for (const one of sent) if (one.in === 'query') url.searchParams.set(one.name, valueOf(one));
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const example = exampleOf(media);
  const credentials = Object.keys(security[0] ?? {}).map((name) => {
    const scheme = described.components.securitySchemes[name];
    return scheme?.type === 'http' ? ['authorization', 'Bearer one'] : [scheme?.name ?? name, 'one'];
  });
  const { statusCode, headers, body } = await request(url, {
    method: method.toUpperCase(),
    headers: {
      ...Object.fromEntries(sent.flatMap((one) => (one.in === 'header' ? [[one.name, valueOf(one)]] : []))),
      ...Object.fromEntries(credentials),
      ...(type === undefined ? {} : { 'content-type': type }),
    },
    body: type === undefined ? null : type.includes('json') ? JSON.stringify(example) : new URLSearchParams(Object(example)).toString(),
  });
  const text = await body.text();
  const where = `${operationId}: ${statusCode}`;
  // An operation of which the document shows refusals alone has no success.
  const successes = Object.keys(responses).filter((status) => Number(status) < 400);
  if (successes.length > 0 ? !successes.includes(`${statusCode}`) : responses[statusCode] === undefined)
    return [`${where}: ${text.slice(0, 300)}`];
  const content = responses[statusCode]?.content ?? {};
  const [expected] = Object.keys(content);
  if (expected === undefined) return [];
  if (String(headers['content-type']).split(';')[0] !== expected)
    return [`${where}: ${String(headers['content-type'])} instead of ${expected}`];
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats });
  ajv.addSchema({ ...described, $id: 'prism:description' });
  const place = ['paths', path, method, 'responses', `${statusCode}`, 'content', expected, 'schema'].map((part) =>
    encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  return ajv.validate({ $ref: `prism:description#/${place.join('/')}` }, JSON.parse(text)) ? [] : [`${where}: ${ajv.errorsText()}`];
}

function exampleOf(media: Media | undefined): unknown {
  return Object.values(media?.examples ?? {})[0]?.value;
}

function valueOf(parameter: Parameter | undefined): string {
  const value = exampleOf(parameter) ?? parameter?.schema.const ?? 'one';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Prism takes no port 0. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}

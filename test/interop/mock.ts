import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { request } from 'undici';
import type { DocumentName } from '../../src/mock/kit/documents.ts';
import type { ProfileFile } from '../../src/model/types.ts';
import { readYamlFile } from '../../src/model/yaml-file.ts';
import { assay } from './workplace.ts';
import type { Workplace } from './workplace.ts';

/** An embedded deployment in a process of its own. */
export interface MockProcess {
  readonly services: Readonly<Record<DocumentName, string>>;
  readonly control: string;
  readonly stop: () => void;
}

/** Starts `assay mock` with these flags on free ports. Rejects where it ends before it is ready. */
export function startMock({ root, scratch, env, node }: Workplace, flags: readonly string[] = []): Promise<MockProcess> {
  const child = spawn(node, [assay(root), 'mock', ...flags], { cwd: scratch, env: { ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
  return new Promise((resolve, reject) => {
    child.on('exit', (code) => reject(new Error(`assay mock ended with ${code} before it was ready`)));
    createInterface({ input: child.stdout }).once('line', (line) => {
      const { services, control }: Omit<MockProcess, 'stop'> = JSON.parse(line);
      resolve({ services, control, stop: () => void child.kill() });
    });
  });
}

/** The credentials that the mock's profile writes out, by document and name. */
export function mockCredentials({ root }: Workplace, document: DocumentName): Readonly<Record<string, string>> {
  const profile = readYamlFile<ProfileFile>(join(root, 'specs', 'profiles', 'mock.yaml'), 'profile');
  const entries = Object.entries(profile.services?.[document]?.credentials ?? {});
  return Object.fromEntries(entries.flatMap(([name, { value }]) => (value === undefined ? [] : [[name, value]])));
}

/** Sets up a provider state; answers its data. */
export async function provide({ control }: MockProcess, state: string, params: object): Promise<Readonly<Record<string, unknown>>> {
  return post(`${control}/states`, { state, params, action: 'setup' });
}

/** The answer to a JSON request by POST. Throws where it is refused. */
export function post(url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  return send('POST', url, body);
}

/** Like `post`, by PUT. */
export function put(url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  return send('PUT', url, body);
}

async function send(method: 'POST' | 'PUT', url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const { statusCode, body: sent } = await request(url, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await sent.text();
  if (statusCode >= 400) throw new Error(`${method} ${url} was answered with ${statusCode}: ${text}`);
  const answer: Readonly<Record<string, unknown>> = JSON.parse(text);
  return answer;
}

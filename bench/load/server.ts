import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { httpTransport } from '../../src/drive/http.ts';
import type { HttpRequest } from '../../src/drive/transport.ts';

/** What a server has seen since it was asked last. */
export interface SlotCounts {
  /** requests by 100 ms from the first on */
  readonly slots: readonly number[];
}

/** A server in a process of its own, on a core of its own, and the request that it is measured by. */
export interface BenchServer {
  readonly request: HttpRequest;
  /** processor time of its process, seconds */
  cpuSeconds(): number;
  close(): void;
}

export interface TellingServer extends BenchServer {
  tell(): Promise<SlotCounts>;
}

export const CLIENT_CORE = '1';
const SERVER_CORE = '0';
const PATH = '/v1/teams/bench/groups';

function start(file: string, args: readonly string[], stdio: 'ipc' | 'pipe'): ChildProcess {
  const script = fileURLToPath(new URL(file, import.meta.url));
  return spawn('taskset', ['-c', SERVER_CORE, 'node', script, ...args], {
    stdio: stdio === 'ipc' ? ['ignore', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'inherit'],
  });
}

/** A server that always gives the same answer: 'node' and 'stall' over node:http, 'fast' and 'delay' over bare sockets. */
export async function startSample(mode: 'node' | 'fast' | 'delay' | 'stall'): Promise<TellingServer> {
  const child = start('./server-process.js', [mode], 'ipc');
  const [{ port }] = await once(child, 'message');
  return {
    request: requestTo(`http://127.0.0.1:${String(port)}${PATH}`),
    cpuSeconds: () => cpuSecondsOf(child),
    tell: async () => {
      const answer = once(child, 'message');
      child.send('tell');
      const [told] = await answer;
      return told;
    },
    close: () => void child.kill(),
  };
}

/** The embedded mock, with a team of three groups. */
export async function startMock(): Promise<BenchServer> {
  const child = start('../../src/cli/main.js', ['mock'], 'pipe');
  if (child.stdout === null) throw new Error('the mock says nothing');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { services, control } = JSON.parse(line);
  const base: string = services['privileged-access'];
  const { team_name: team, key_id, key_secret } = await post(`${control}/states`, { state: 'a team with groups', action: 'setup' });
  const { bearer_token: token } = await post(`${base}/v1/teams/${String(team)}/service_token`, { key_id, key_secret });
  return {
    request: requestTo(`${base}/v1/teams/${String(team)}/groups`, { authorization: `Bearer ${String(token)}` }),
    cpuSeconds: () => cpuSecondsOf(child),
    close: () => void child.kill(),
  };
}

function requestTo(url: string, credential: Readonly<Record<string, string>> = {}): HttpRequest {
  return { method: 'GET', url, headers: { accept: 'application/json', ...credential }, body: undefined };
}

/** Sends one message, and reads the object that comes back. */
async function post(url: string, message: object): Promise<Readonly<Record<string, unknown>>> {
  const { send, close } = httpTransport({ timeoutMs: 5000, bodyBytes: 2 ** 20, concurrency: 1, signal: new AbortController().signal });
  const headers = { 'content-type': 'application/json' };
  const answer = await send({ method: 'POST', url, headers, body: JSON.stringify(message) });
  await close();
  if ('failure' in answer || answer.response.status >= 300) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return JSON.parse(answer.response.text);
}

const TICKS_A_SECOND = 100;

/** User and system time (proc(5), fields 14 and 15 of stat). taskset has become the server: it has its pid. */
function cpuSecondsOf({ pid }: ChildProcess): number {
  const [, fields = ''] = readFileSync(`/proc/${String(pid)}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / TICKS_A_SECOND;
}

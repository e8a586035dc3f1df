import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What a newcomer may test first: one path, two users, a few lines. */
export async function fewLinesServer(): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError(`expected a port, found ${String(address)}`);
  return `http://127.0.0.1:${address.port}`;
}

const USERS = [
  { id: '00u1', login: 'ada@example.test', password: 'Correct-Horse-7', expired: false },
  { id: '00u2', login: 'bob@example.test', password: 'Old-Horse-7', expired: true },
];

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  const refuse = (status: number, errorCode: string, errorSummary: string): void =>
    send(status, { errorCode, errorSummary, errorLink: errorCode, errorId: 'oae1', errorCauses: [] });
  let text = '';
  for await (const part of request) text += String(part);
  if (request.method !== 'POST' || request.url !== '/api/v1/authn') return refuse(404, 'E0000007', 'Not found');
  const { username, password } = signIn(text);
  const user = USERS.find(({ login }) => login === username);
  if (user === undefined || user.password !== password) return refuse(401, 'E0000004', 'Authentication failed');
  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  const profile = { login: user.login, firstName: 'Ada', lastName: 'Byron', locale: 'en_US', timeZone: 'UTC' };
  const embedded = { user: { id: user.id, passwordChanged: '2026-01-01T00:00:00.000Z', profile } };
  if (!user.expired) return send(200, { expiresAt, status: 'SUCCESS', sessionToken: 'token1', _embedded: embedded });
  const link = (path: string): object => ({
    href: `http://${request.headers.host ?? ''}/api/v1/authn/${path}`,
    hints: { allow: ['POST'] },
  });
  const complexity = { minLength: 8, minLowerCase: 1, minUpperCase: 1, minNumber: 1, minSymbol: 0 };
  return send(200, {
    stateToken: 'state1',
    expiresAt,
    status: 'PASSWORD_EXPIRED',
    _embedded: { ...embedded, policy: { complexity } },
    _links: { next: { name: 'changePassword', ...link('credentials/change_password') }, cancel: link('cancel') },
  });
}

/** What is no JSON object signs nobody in. */
function signIn(text: string): { readonly username?: unknown; readonly password?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

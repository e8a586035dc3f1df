// A sign-in service of one path and two users: enough for a first report. PORT is 8181 unless set.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const USERS = [
  { id: '00u1', login: 'ada@example.test', password: 'Correct-Horse-7', isExpired: false },
  { id: '00u2', login: 'bob@example.test', password: 'Old-Horse-7', isExpired: true },
];

const server = createServer(async (request, response) => {
  const send = (status, body) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const refuse = (status, errorCode, errorSummary) =>
    send(status, { errorCode, errorSummary, errorLink: errorCode, errorId: 'oae1', errorCauses: [] });
  // A body that is no JSON signs nobody in.
  const { username, password } = (await json(request).catch(() => undefined)) ?? {};
  if (request.method !== 'POST' || request.url !== '/api/v1/authn') return refuse(404, 'E0000007', 'Not found');
  const user = USERS.find(({ login }) => login === username);
  if (user === undefined || user.password !== password) return refuse(401, 'E0000004', 'Authentication failed');

  const expiresAt = new Date(Date.now() + 300_000).toISOString();
  const profile = { login: user.login, firstName: 'Ada', lastName: 'Byron', locale: 'en_US', timeZone: 'UTC' };
  const embedded = { user: { id: user.id, passwordChanged: '2026-01-01T00:00:00.000Z', profile } };
  if (!user.isExpired) return send(200, { expiresAt, status: 'SUCCESS', sessionToken: 'token1', _embedded: embedded });

  const link = (path) => ({ href: `http://${request.headers.host}/api/v1/authn/${path}`, hints: { allow: ['POST'] } });
  const complexity = { minLength: 8, minLowerCase: 1, minUpperCase: 1, minNumber: 1, minSymbol: 0 };
  return send(200, {
    stateToken: 'state1',
    expiresAt,
    status: 'PASSWORD_EXPIRED',
    _embedded: { ...embedded, policy: { complexity } },
    _links: { next: { name: 'changePassword', ...link('credentials/change_password') }, cancel: link('cancel') },
  });
});
server.listen(process.env.PORT ?? 8181, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));

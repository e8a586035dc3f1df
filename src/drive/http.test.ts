import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { connect, createServer as createSocketServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { authority, certificate, secureServer } from '../../test/support/secure-server.ts';
import { httpTransport, type HttpOptions } from './http.ts';
import type { Answer, HttpRequest } from './transport.ts';

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${isPort(address) ? address.port : 0}`;
}

function isPort(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return listening(server);
}

async function serveSockets(talk: (socket: Socket) => void): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  onTestFinished(() => void server.close());
  return listening(server);
}

const GENEROUS = 10_000;

function transport(options: Partial<HttpOptions> = {}): ReturnType<typeof httpTransport> {
  const made = httpTransport({ timeoutMs: GENEROUS, bodyBytes: 1000, concurrency: 1, signal: new AbortController().signal, ...options });
  onTestFinished(() => made.close());
  return made;
}

const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({ method: 'GET', url, headers: {}, body: undefined, ...more });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const kindOf = (answer: Answer): string => ('failure' in answer ? answer.failure.kind : String(answer.response.status));

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

test('a request is sent as it is, and its answer comes back as it was', async () => {
  const url = await serve(async (request, response) => {
    const { method, url: path, headers } = request;
    response.setHeader('X-Twice', ['a', 'b']);
    response.writeHead(207, { 'X-Once': 'c' }).end(JSON.stringify([method, path, headers['x-mine'], await read(request)]));
  });
  const answer = await transport().send({ method: 'POST', url: `${url}/a%2Fb?c=d%20e`, headers: { 'x-mine': '1' }, body: 'ü' });
  expect(answer).toMatchObject({
    response: { status: 207, text: '["POST","/a%2Fb?c=d%20e","1","ü"]', bytes: 34, headers: { 'x-twice': ['a', 'b'], 'x-once': 'c' } },
  });
});

test('no redirect is followed', async () => {
  const paths: string[] = [];
  const url = await serve((request, response) => {
    paths.push(request.url ?? '');
    response.writeHead(302, { location: '/elsewhere' }).end();
  });
  expect([kindOf(await transport().send(get(url))), paths]).toEqual(['302', ['/']]);
});

test('what the network and the target do wrong is an answer of its kind', async () => {
  const refusing = createSocketServer();
  const gone = await listening(refusing);
  await new Promise((resolve) => void refusing.close(resolve));
  const hangingUp = await serveSockets((socket) => void socket.on('data', () => socket.destroy()));
  const speakingOtherwise = await serveSockets((socket) => void socket.end('SSH-2.0-OpenSSH_9.7\r\n'));
  const stopping = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('ten bytes.', () => response.destroy());
  });
  const { send } = transport();
  expect([
    kindOf(await send(get(gone))),
    kindOf(await send(get(hangingUp))),
    kindOf(await send(get(speakingOtherwise))),
    kindOf(await send(get(stopping))),
  ]).toEqual(['refused', 'reset', 'not-http', 'reset']);
});

test('a handshake that hangs is given up when the budget says, not when the connection is', async () => {
  const sockets: Socket[] = [];
  const silent = await serveSockets((socket) => void sockets.push(socket));
  const failure = { kind: 'timeout', detail: 'no complete answer within 100 ms (budget.timeout)' };
  const answer = await transport({ timeoutMs: 100 }).send(get(silent.replace('http:', 'https:')));
  expect([answer, sockets.map(({ readableEnded }) => readableEnded)]).toEqual([{ failure }, [false]]);
  for (const socket of sockets) socket.destroy();
});

test('an answer that is too long is cut off with the key to change; its beginning and its digest are kept', async () => {
  const body = 'x'.repeat(1001);
  const url = await serve((_request, response) => {
    response.sendDate = false;
    response.writeHead(201, { connection: 'close', 'content-length': '1001' }).end(body);
  });
  const kept = { status: 201, headers: { connection: 'close', 'content-length': '1001' }, text: body, bytes: 1001, sha256: sha256(body) };
  const detail = 'the body is longer than 1000 bytes (budget.bodyBytes)';
  expect(await transport().send(get(url))).toEqual({ failure: { kind: 'too-large', detail, kept } });
  expect(kindOf(await transport({ bodyBytes: 1001 }).send(get(url)))).toBe('201');
});

const OK = 'HTTP/1.1 200 OK\r\n';
const EXCESSIVE: readonly (readonly [what: string, bytes: string | Buffer, detail: string])[] = [
  ['header fields', `${OK}${'x: 1\r\n'.repeat(501)}content-length: 2\r\n\r\n{}`, 'more than 500 header fields'],
  ['bytes of header fields', `${OK}x: ${'y'.repeat(66_000)}\r\ncontent-length: 2\r\n\r\n{}`, 'header fields of more than 65536 bytes'],
  ['bytes of one header', `${OK}x: ${'y'.repeat(300_000)}\r\ncontent-length: 2\r\n\r\n{}`, 'header fields of more than 262144 bytes'],
  ['levels', `${OK}content-length: 400\r\n\r\n${'['.repeat(200)}${']'.repeat(200)}`, 'JSON that is nested deeper than 100 levels'],
  [
    'interim answers',
    `${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_001)}${OK}content-length: 2\r\n\r\n{}`,
    'more than 1000 interim answers (status 1xx)',
  ],
  [
    'what is unpacked',
    Buffer.concat([Buffer.from(`${OK}content-encoding: gzip\r\nconnection: close\r\n\r\n`), gzipSync(Buffer.alloc(100_000, ' '))]),
    'the body is longer than 1000 bytes (budget.bodyBytes)',
  ],
];

test.each(EXCESSIVE)('too much of an answer is never read, whole request or half: %s', async (_what, bytes, detail) => {
  const url = await serveSockets((socket) => {
    socket.allowHalfOpen = true;
    socket.once('data', () => void socket.end(bytes));
  });
  const { send } = transport();
  const answers = [await send(get(url)), await send({ ...get(url), method: 'POST', body: '{', halfClose: true })];
  expect(answers.map((answer) => ('failure' in answer ? [answer.failure.kind, answer.failure.detail] : answer))).toEqual([
    ['too-large', detail],
    ['too-large', detail],
  ]);
});

test('interim answers of the usual number are passed over', async () => {
  const url = await serveSockets((socket) => {
    socket.once('data', () => void socket.end(`${'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000)}${OK}content-length: 2\r\n\r\n{}`));
  });
  expect(kindOf(await transport().send(get(url)))).toBe('200');
});

test('an answer that does not come in time is told with the key to change', async () => {
  const silent = await serve(() => undefined);
  const dripping = await serve((_request, response) => void response.write('x'));
  const holding = await serveSockets((socket) => {
    socket.allowHalfOpen = true;
    socket.resume();
    onTestFinished(() => void socket.destroy());
  });
  const { send } = transport({ timeoutMs: 30 });
  const late = { failure: { kind: 'timeout', detail: 'no complete answer within 30 ms (budget.timeout)' } };
  expect([await send(get(silent)), await send(get(dripping)), await send(get(holding, { halfClose: true }))]).toEqual([late, late, late]);
});

test('an interrupted run is no failure of the target', async () => {
  const stopper = new AbortController();
  const url = await serve(() => stopper.abort());
  expect(await transport({ signal: stopper.signal }).send(get(url))).toEqual({
    failure: { kind: 'interrupted', detail: 'the run was interrupted' },
  });
});

test('a half-closed request announces more than it sends, and its answer is read', async () => {
  let received = '';
  const url = await serveSockets((socket) => {
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.on('end', () => socket.end('HTTP/1.1 499 Gone\r\nX-Once: c\r\nX-Twice: a\r\nX-Twice: b\r\nContent-Length: 2\r\n\r\n{}'));
    socket.allowHalfOpen = true;
  });
  const answer = await transport().send({ method: 'POST', url: `${url}/a`, headers: {}, body: '{"a":', halfClose: true });
  expect(answer).toEqual({
    response: { status: 499, text: '{}', bytes: 2, headers: { 'x-once': 'c', 'x-twice': ['a', 'b'], 'content-length': '2' } },
  });
  const [head = '', body] = received.split('\r\n\r\n');
  expect([body, Number(/content-length: (\d+)/i.exec(head)?.[1]) > 5]).toEqual(['{"a":', true]);
});

test('the answer to a half-closed request has a limit too', async () => {
  const url = await serveSockets((socket) => {
    socket.allowHalfOpen = true;
    socket.on('data', () => undefined).on('end', () => socket.end(`HTTP/1.1 499 Gone\r\nContent-Length: 1001\r\n\r\n${'x'.repeat(1001)}`));
  });
  expect(kindOf(await transport().send({ method: 'POST', url, headers: {}, body: '{', halfClose: true }))).toBe('too-large');
});

test.each(['\u202eabc', 'abc\r\nX-Injected: 1', 'a\u001bb'])(
  'a value that no header can hold is not sent, and no defect of ours: %j',
  async (token) => {
    const url = await serve((_request, response) => void response.end('{}'));
    const answers = [
      await transport().send(get(url, { headers: { authorization: `Bearer ${token}` } })),
      await transport().send(get(url, { headers: { cookie: `sid=${token}` } })),
    ];
    expect(answers.map(kindOf)).toEqual(['not-sendable', 'not-sendable']);
    expect(JSON.stringify(answers)).not.toContain(JSON.stringify(token).slice(1, -1));
  },
);

test('the time in which this process was busy is no time of the target', async () => {
  const url = await serve((_request, response) => void response.end('here'));
  const { send } = transport({ timeoutMs: 100 });
  const answer = send(get(url));
  const until = performance.now() + 1_000;
  while (performance.now() < until);
  expect(await answer).toMatchObject({ response: { text: 'here' } });
});

/** A proxy that opens tunnels for whoever knows its password, and the authorities that it was asked for. */
async function serveTunnels(): Promise<{ readonly url: string; readonly asked: readonly (string | undefined)[] }> {
  const asked: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const server = createServer().on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request.url);
    if (request.headers['proxy-authorization'] !== 'Basic pw') return void socket.end('HTTP/1.1 407 Who?\r\n\r\n');
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      socket.write('HTTP/1.1 200 Open\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) end.on('error', () => undefined);
  });
  server.on('connection', (socket) => sockets.add(socket));
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { url: await listening(server), asked };
}

test('through a proxy, and to a target that demands a certificate, every request goes', async () => {
  const trusted = await authority();
  const tls = { ca: trusted.cert, ...(await certificate({ by: trusted })) };
  const proxy = await serveTunnels();
  const secure = await secureServer(await certificate({ by: trusted }), (_, response) => response.end('secure'), trusted);
  const plain = await serve((_, response) => response.end('plain'));
  const through = { url: proxy.url, headers: { 'proxy-authorization': 'Basic pw' } };
  const { send } = transport({ proxy: through, tls });
  const half = { method: 'POST', body: '{"a"', halfClose: true } as const;
  const answers = [await send(get(secure)), await send(get(plain)), await send(get(secure, half)), await send(get(plain, half))];
  expect(answers.map((answer) => ('failure' in answer ? answer.failure : answer.response.text))).toEqual([
    'secure',
    'plain',
    'secure',
    'plain',
  ]);
  const authorities = [secure, plain].map((url) => new URL(url).host);
  expect(proxy.asked).toEqual([...authorities, ...authorities]);
});

test('a proxy that refuses, and a target that is shown no certificate, are failures', async () => {
  const trusted = await authority();
  const proxy = await serveTunnels();
  const secure = await secureServer(await certificate({ by: trusted }), (_, response) => response.end('secure'), trusted);
  const half = { method: 'POST', body: '{"a"', halfClose: true } as const;
  const refused = transport({ proxy: { url: proxy.url, headers: {} }, tls: { ca: trusted.cert } });
  const unknown = transport({ tls: { ca: trusted.cert } });
  const answers = [await refused.send(get(secure)), await refused.send(get(secure, half)), await unknown.send(get(secure))];
  expect(answers.map((answer) => ('failure' in answer ? answer.failure : answer))).toEqual([
    { kind: 'reset', detail: 'Proxy response (407) !== 200 when HTTP Tunneling (UND_ERR_ABORTED)' },
    { kind: 'reset', detail: 'Proxy response (407) !== 200 when HTTP Tunneling (UND_ERR_ABORTED)' },
    { kind: 'tls', detail: expect.stringContaining('handshake failure') },
  ]);
});

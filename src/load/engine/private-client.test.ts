import { createRequire } from 'node:module';
import { EventEmitter } from 'node:events';
import autocannon from 'autocannon';
import { expect, test } from 'vitest';
import { isKnownClient, missingFields } from './private-client.ts';
import { startScripted } from './target-fixtures.ts';

const requireHere = createRequire(import.meta.url);

test('autocannon is the version whose private fields are known', () => {
  expect(requireHere('autocannon/package.json')).toMatchObject({ version: '9.0.0' });
});

test('each private field that the engine takes over is there when a client is set up', async () => {
  const server = await startScripted(() => 'answer');
  const seen: (readonly string[])[] = [];
  await autocannon({
    url: server.origin,
    connections: 1,
    amount: 1,
    sampleInt: 100,
    setupClient: (client: object) => void seen.push(missingFields(client)),
  });
  await server.close();
  expect(seen).toEqual([[]]);
});

test('a client without them is told apart, by name', () => {
  const strange = Object.assign(new EventEmitter(), { pipelinedRequests: { clear: () => undefined }, _connect: () => undefined });
  expect([isKnownClient(strange), missingFields(strange)]).toEqual([
    false,
    [
      '_doRequest',
      '_destroyConnection',
      'destroy',
      'pipelinedRequests.insertRequest',
      'pipelinedRequests.addByteCount',
      'pipelinedRequests.addBody',
      'pipelinedRequests.setHeaders',
      'pipelinedRequests.terminateRequest',
      'parser.execute',
      'parser.finish',
      'parser.reinitialize',
      'parser.parseHeader',
      'parser.BODY_CHUNKHEAD',
      'destroyed',
    ],
  ]);
});

test('the calls that the engine replaces are the ones by which autocannon works', async () => {
  const calls: string[] = [];
  const server = await startScripted((index) => (index === 1 ? 'fin' : 'answer'));
  await autocannon({
    url: server.origin,
    connections: 1,
    duration: 1,
    sampleInt: 100,
    setupClient: (client: object) => {
      if (!isKnownClient(client)) throw new TypeError('unknown client');
      const { pipelinedRequests: queue } = client;
      const connect = client._connect.bind(client);
      const request = client._doRequest.bind(client);
      const destroy = client._destroyConnection.bind(client);
      // Three requests are enough.
      const noted = (call: string): void => void (calls.length < 40 && calls.push(call));
      client._connect = () => {
        noted(client.conn === undefined ? 'first _connect' : '_connect again');
        connect();
        noted('conn is set');
      };
      client._doRequest = () => {
        noted('_doRequest');
        if (calls.length < 30) request();
        else client.destroy();
      };
      client._destroyConnection = () => {
        noted('_destroyConnection');
        destroy();
      };
      client.pipelinedRequests = {
        insertRequest: () => noted('insertRequest'),
        addByteCount: () => undefined,
        addBody: (chunk) => noted(`addBody ${chunk.toString()}`),
        setHeaders: ({ statusCode, headers, shouldKeepAlive }) => noted(`setHeaders ${statusCode} ${headers[0] ?? ''} ${shouldKeepAlive}`),
        terminateRequest: () => {
          noted('terminateRequest');
          return { req: undefined, headers: { statusCode: 200, headers: [], shouldKeepAlive: true }, body: '', bytes: 0, duration: 0 };
        },
        clear: () => noted('clear'),
      };
      void queue;
    },
  });
  await server.close();
  expect(calls.slice(0, 14)).toEqual([
    'first _connect',
    '_doRequest',
    'insertRequest',
    'conn is set',
    'setHeaders 200 Content-Type true',
    'addBody {}',
    'terminateRequest',
    '_doRequest',
    'insertRequest',
    '_connect again',
    '_doRequest',
    'insertRequest',
    'conn is set',
    'setHeaders 200 Content-Type true',
  ]);
  expect(calls.slice(-3)).toEqual(['_doRequest', '_destroyConnection', 'clear']);
});

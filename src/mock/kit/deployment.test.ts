import { expect, test } from 'vitest';
import { createRealClock } from './clock.ts';
import { createDeployment, type Deployment } from './deployment.ts';
import { behaviouralFaults } from './known-faults.ts';
import type { WireRequest } from './service.ts';

const request = (fields: Partial<WireRequest>): WireRequest => ({
  method: 'POST',
  target: '/api/v1/authn',
  headers: { 'content-type': 'application/json' },
  body: '{}',
  remoteAddress: '192.0.2.1',
  origin: 'https://id.test',
  ...fields,
});

async function signIn(
  { services, control }: Deployment,
  state = 'a user who can sign in',
): Promise<{ readonly status: number; readonly date: unknown; readonly body: string }> {
  const { login, password } = control.provide(state, {});
  const { status, headers, body } = await services.authentication.handle(request({ body: JSON.stringify({ username: login, password }) }));
  return { status, date: headers['date'], body };
}

test('the same seed gives the same answers, another one others', async () => {
  const [first, same, other] = await Promise.all(
    [{ seed: 5 }, { seed: 5 }, { seed: 6 }].map(async (options) => (await signIn(createDeployment(options))).body),
  );
  expect([first === same, first === other]).toEqual([true, false]);
});

test('every answer carries the date of the clock', async () => {
  const deployment = createDeployment();
  const before = (await signIn(deployment)).date;
  deployment.control.advance('PT1H');
  expect([before, (await signIn(deployment)).date]).toEqual(['Thu, 01 Jan 2026 00:00:00 GMT', 'Thu, 01 Jan 2026 01:00:00 GMT']);
});

test('a real clock is not turned', () => {
  const { control } = createDeployment({ clock: createRealClock() });
  expect(() => control.advance('PT1H')).toThrow('the clock is real and cannot be turned');
});

test('faults are switched while the deployment runs, and reset leaves them on', async () => {
  const deployment = createDeployment({ faults: ['authn-refused-with-403'] });
  const status = async (): Promise<number> => (await signIn(deployment, 'a user whom the sign-on policy denies')).status;
  const withFault = await status();
  deployment.control.reset();
  const afterReset = await status();
  deployment.control.switchFaults([]);
  expect([withFault, afterReset, await status()]).toEqual([403, 403, 401]);
  expect(() => createDeployment({ faults: ['no-such-fault'] })).toThrow("unknown fault 'no-such-fault'");
});

test('reset empties the stores, the events and the limiters', async () => {
  const deployment = createDeployment({ limiter: { kind: 'fixed-aligned', limit: 1, periodMs: 60_000 } });
  const { control, services } = deployment;
  const { login, password } = control.provide('a user who can sign in', {});
  const body = JSON.stringify({ username: login, password });
  const send = async (): Promise<number> => (await services.authentication.handle(request({ body }))).status;
  const before = [await send(), await send()];
  control.reset();
  expect([...before, await send()]).toEqual([200, 429, 401]);
});

test('events are read from a place on', async () => {
  const { control, services } = createDeployment();
  const { login, password } = control.provide('a user who is told of new devices', {});
  const headers = {
    'content-type': 'application/json',
    authorization: 'SSWS 00trustedApplicationOfTheMock0000000000000',
    'x-device-fingerprint': 'device',
  };
  await services.authentication.handle(request({ headers, body: JSON.stringify({ username: login, password }) }));
  expect([control.events(0), control.events(1)]).toEqual([
    [{ seq: 1, kind: 'new-device-email', about: login, at: '2026-01-01T00:00:00.000Z' }],
    [],
  ]);
});

test('a limiter is set for one service', async () => {
  const deployment = createDeployment();
  deployment.control.setLimiter({ kind: 'fixed-first', limit: 3 }, 'authentication');
  const limits = async (): Promise<unknown> => (await deployment.services.authentication.handle(request({}))).headers['x-rate-limit-limit'];
  const before = await limits();
  deployment.control.setLimiter({ kind: 'none' }, 'governance');
  expect([before, await limits()]).toEqual(['3', '3']);
});

test('faults have names of their own, clauses of their document, and a word about them', () => {
  const faults = behaviouralFaults();
  const prefixes = { 'privileged-access': 'pam', authentication: 'authn', governance: 'gov' };
  const odd = faults.filter(({ id, clause, alsoBreaks, document, about }) => {
    const prefix = prefixes[document];
    return (
      !id.startsWith(`${prefix}-`) ||
      ![clause, ...alsoBreaks].every((one) => one.startsWith(`${prefix}.`)) ||
      alsoBreaks.includes(clause) ||
      about === ''
    );
  });
  expect({ odd, twice: faults.length - new Set(faults.map(({ id }) => id)).size }).toEqual({ odd: [], twice: 0 });
});

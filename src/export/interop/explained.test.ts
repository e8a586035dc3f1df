import { expect, test } from 'vitest';
import { EXPLANATIONS, unexplained } from './explained.ts';
import type { Explanation, Failure } from './explained.ts';

const failure: Failure = { document: 'governance', code: 'ST103', operation: 'GET /doors', status: 409, message: 'Received: 409' };
const explanation: Explanation = { code: 'ST103', documents: ['governance'], statuses: [409], operations: ['GET /doors'], because: 'open' };

test.each<[string, Partial<Failure>, number]>([
  ['a failure that an explanation fits', {}, 0],
  ['one of another kind', { code: 'ST100' }, 1],
  ['one of another document', { document: 'authentication' }, 1],
  ['one of another status', { status: 500 }, 1],
  ['one of another operation', { operation: 'POST /doors' }, 1],
])('%s', (_, difference, left) => {
  const { failures, idle } = unexplained([{ ...failure, ...difference }], [explanation]);
  expect([failures.length, idle.length]).toEqual([left, left]);
});

test('no explanation covers an error of the server, nor an answer that is not as described', () => {
  const hidden = EXPLANATIONS.filter(
    ({ code, statuses }) =>
      statuses.some((status) => status >= 500) || !['ST103', 'ST201', 'ST202', 'ST203', 'ST204', 'ST205'].includes(code),
  );
  expect(hidden).toEqual([]);
});

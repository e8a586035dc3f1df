import { expect, test } from 'vitest';
import { unexplained } from './explained.ts';
import type { Explanation, Failure } from './explained.ts';
import { EXPLANATIONS } from './explanations.ts';

const failure: Failure = {
  target: 'mock',
  document: 'governance',
  code: 'ST103',
  operation: 'GET /doors',
  status: 409,
  message: 'Received: 409',
};
const explanation: Explanation = { document: 'governance', code: 'ST103', status: 409, operations: ['GET /doors'], because: 'open' };

test('a failure that an explanation fits', () => {
  expect(unexplained([failure], [explanation])).toEqual({ failures: [], idle: [] });
});

test.each<[string, Partial<Failure>]>([
  ['one of another target', { target: 'reference' }],
  ['one of another kind', { code: 'ST100' }],
  ['one of another document', { document: 'authentication' }],
  ['one of another status', { status: 500 }],
  ['one of another operation', { operation: 'POST /doors' }],
  ['one of an operation whose path goes on', { operation: 'GET /doors/{id}' }],
])('%s', (_, difference) => {
  const other = { ...failure, ...difference };
  expect(unexplained([other], [explanation])).toEqual({ failures: [other], idle: ['mock: governance: ST103 GET /doors: status 409'] });
});

test('an operation without a failure is told, beside one that has it', () => {
  const both = { ...explanation, operations: ['GET /doors', 'GET /windows'] };
  expect(unexplained([failure], [both])).toEqual({ failures: [], idle: ['mock: governance: ST103 GET /windows: status 409'] });
});

test('nothing is explained twice', () => {
  const all = EXPLANATIONS.flatMap(({ target = 'mock', document, code, status, operations }) =>
    operations.map((one) => [target, document, code, status, one].join(' ')),
  );
  expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
});

test('no explanation covers an error of the server, nor an answer that is not as described', () => {
  const hidden = EXPLANATIONS.filter(
    ({ code, status }) => status >= 500 || !['ST103', 'ST201', 'ST202', 'ST203', 'ST204', 'ST205'].includes(code),
  );
  expect(hidden).toEqual([]);
});

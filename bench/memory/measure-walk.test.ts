import { expect, test } from 'vitest';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import { measureWalk } from './measure-walk.ts';

test('what is measured is a whole walk, there and back, whose laws are judged', async () => {
  const mock = await startMock({ seed: 1 });
  let moment = 0;
  const found = await measureWalk({ groups: 250, mock }, () => ++moment).finally(() => mock.close());
  expect({ ...found, traceBytes: found.traceBytes > 250 * 36 }).toEqual({
    // a token, three pages, two on the way back, and one that sees that the team is gone
    requests: 7,
    traceBytes: true,
    // complete, unique, ends, two pages back, and no page before the first
    passed: 6,
    failed: 0,
    ready: 1,
    driven: 2,
    judged: 3,
  });
});

import { expect, test } from 'vitest';
import { createVocabulary } from '../model/vocabulary.ts';
import { exchangeEvent } from './capture.ts';
import { createRedactor } from './redactor.ts';

const ASKED = 'http://127.0.0.1:19082/doors/of/k3J9xQ7mZ2/state';

test.each([
  ['http://127.0.0.1:19082', ASKED],
  ['127.0.0.1:19082/doors', ASKED],
  ['https://127.0.0.1/doors/of/all', ASKED],
  ['/doors/of/k3J9xQ7mZ2/state', 'http://127.0.0.1:19082/~cookie-1~'],
  ['doors/of/k3J9xQ7mZ2/state', 'http://127.0.0.1:19082/~cookie-1~'],
  ['k3J9xQ7mZ2', 'http://127.0.0.1:19082/doors/of/~cookie-1~/state'],
])('where a request goes is an address still, whatever a cookie holds: %s', (cookie, shown) => {
  const redactor = createRedactor(createVocabulary([]), () => undefined);
  redactor.learn('cookie', cookie);
  const { request } = exchangeEvent(redactor, {
    seq: 1,
    head: {
      caseId: 'tour/door/1',
      place: { row: 'transition:open', at: 'trigger/0' },
      stepId: undefined,
      purpose: 'tour',
      document: 'authentication',
      operation: 'getDoor',
      caller: undefined,
    },
    request: { method: 'GET', url: ASKED, headers: {}, body: undefined },
    response: undefined,
    failure: undefined,
    sentAt: 0,
    durationMs: 1,
  });
  expect([request.url, URL.canParse(request.url)]).toEqual([shown, true]);
});

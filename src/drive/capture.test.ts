import { expect, test } from 'vitest';
import { createVocabulary } from '../model/vocabulary.ts';
import { exchangeEvent } from './capture.ts';
import { createRedactor, type Redactor } from './redactor.ts';

const ASKED = 'http://127.0.0.1:19082/doors/of/k3J9xQ7mZ2/state';

/** The address of a request, as the trace has it. */
function urlOf(redactor: Redactor, url: string): string {
  const head = {
    caseId: 'tour/door/1',
    place: { row: 'transition:open', at: 'trigger/0' },
    stepId: undefined,
    purpose: 'tour',
    document: 'authentication',
    operation: 'getDoor',
    caller: undefined,
  } as const;
  const request = { method: 'GET', url, headers: {}, body: undefined } as const;
  return exchangeEvent(redactor, { seq: 1, head, request, response: undefined, failure: undefined, sentAt: 0, durationMs: 1 }).request.url;
}

test.each([
  ['http://127.0.0.1:19082', ASKED],
  ['127.0.0.1:19082/doors', ASKED],
  ['https://127.0.0.1/doors/of/all', 'http://127.0.0.1:19082/~cookie-1~..k3J9xQ7mZ2/state'],
  ['/doors/of/k3J9xQ7mZ2/state', 'http://127.0.0.1:19082/~cookie-1~'],
  ['doors/of/k3J9xQ7mZ2/state', 'http://127.0.0.1:19082/~cookie-1~'],
  ['https://127.0.0.1/doors/of/k3J9xQ7mZ2', 'http://127.0.0.1:19082/~cookie-1~/state'],
  ['k3J9xQ7mZ2', 'http://127.0.0.1:19082/doors/of/~cookie-1~/state'],
])('where a request goes is an address still, whatever a cookie holds: %s', (cookie, shown) => {
  const redactor = createRedactor(createVocabulary([]), () => undefined);
  redactor.learn('cookie', cookie);
  const url = urlOf(redactor, ASKED);
  expect([url, URL.canParse(url)]).toEqual([shown, true]);
});

test('a name with a plus sign in the path of a request teaches no token', () => {
  const redactor = createRedactor(createVocabulary([]), () => undefined);
  const asked = 'http://127.0.0.1:19082/v1/teams/Crew%2BaB1cD2eF3gH4iJ.~x/groups';
  expect(urlOf(redactor, asked)).toBe(asked);
  expect(redactor.known()).toBe(0);
});

import { expect, test } from 'vitest';
import { documentOf } from '../model/document-of.ts';
import { loadSpecs } from '../model/load.ts';
import { openIssuedTokens, type IssuedTokens, type TokenMemory } from './issued-tokens.ts';

const spec = documentOf(loadSpecs(), 'authentication');
const view = (sessionToken: string): { readonly status: number; readonly headers: object; readonly body: object } => ({
  status: 200,
  headers: {},
  body: { status: 'SUCCESS', sessionToken },
});

function tokensOf(memory: TokenMemory, who: string, samples: readonly string[]): IssuedTokens {
  return openIssuedTokens(memory, spec, { operation: 'authenticate', who, samples: samples.map((one) => ({ ...view(one), headers: {} })) });
}

const AGAIN = '/sessionToken was given out before';

test("a token that was given out before is told: another's at once, one's own after the moment in which tokens may be alike", () => {
  const memory: TokenMemory = new Map();
  const [anne, bert] = [tokensOf(memory, 'anne', ['a1', 'a2']), tokensOf(memory, 'bert', ['b1', 'b2'])];
  const issue = (tokens: IssuedTokens, token: string, at: number): string | undefined =>
    tokens.repeated({ ...view(token), headers: {} }, at);
  expect([
    issue(anne, 'a3', 0),
    issue(anne, 'a3', 1_000),
    issue(anne, 'a3', 3_000),
    issue(bert, 'a3', 3_000),
    issue(bert, 'b3', 3_000),
    issue(bert, 'a1', 3_000),
    issue(anne, 'a2', 3_000),
  ]).toEqual([undefined, undefined, AGAIN, AGAIN, undefined, AGAIN, AGAIN]);
});

test('a token that was the same each time before the load may stay the same', () => {
  const tokens = tokensOf(new Map(), 'anne', ['a1', 'a1']);
  expect([0, 10_000].map((at) => tokens.repeated({ ...view('a1'), headers: {} }, at))).toEqual([undefined, undefined]);
});

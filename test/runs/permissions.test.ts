import { documentOf } from '../../src/model/document-of.ts';
import { expect, test } from 'vitest';
import { operationOf } from '../../src/profile/answer.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';
import type { InProcessRun } from '../../src/qualify/in-process.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const source = readProfile(file, specs);

/** What was sent, by kind of operation, and what became of the clauses, by verdict and key. */
function refusalsIn({ events, judgement }: InProcessRun): unknown {
  const kinds = events.flatMap((event) => {
    if (event.type !== 'exchange') return [];
    // Signing in as who should be gone is how a clean-up reads back.
    if (event.purpose === 'clean-up')
      return [event.request.method === 'GET' ? 'reads' : event.request.method === 'POST' ? 'signs in' : 'deletes'];
    const operation = operationOf(documentOf(specs, event.document), event.operation);
    if (operation === undefined) return [event.request.method === 'GET' ? 'reads' : 'unknown'];
    return [
      operation.destructive === true ? 'deletes' : operation.safe === true ? 'reads' : operation.signIn === true ? 'signs in' : 'changes',
    ];
  });
  const open = judgement.clauses.filter(({ verdict }) => verdict === 'inconclusive');
  return {
    kinds: [...new Set(kinds)].toSorted(),
    limited: events.some((event) => event.type === 'exchange' && event.response?.status === 429),
    failed: judgement.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id),
    blames: [...new Set(open.map(({ blame }) => blame))],
    keys: [...new Set(open.map(({ reason = '' }) => /permissions\.\w+/.exec(reason)?.[0] ?? reason))].toSorted(),
  };
}

test('without permissions a target is only read and signed in to, and what that leaves open names the key', async () => {
  const run = await runInProcess(specs, { ...source, permissions: { mutate: false, destroy: false, exhaustRateLimit: false } }, file, {
    seed: 1,
    depth: 'quick',
  });
  expect(refusalsIn(run)).toEqual({
    kinds: ['reads', 'signs in'],
    limited: false,
    failed: [],
    blames: ['config'],
    keys: ['permissions.exhaustRateLimit', 'permissions.mutate'],
  });
});

test('a target that may be changed is neither deleted from nor limited', async () => {
  const run = await runInProcess(specs, { ...source, permissions: { mutate: true, destroy: false, exhaustRateLimit: false } }, file, {
    seed: 1,
    depth: 'quick',
  });
  expect(refusalsIn(run)).toEqual({
    kinds: ['changes', 'reads', 'signs in'],
    limited: false,
    failed: [],
    blames: ['config'],
    keys: ['permissions.destroy', 'permissions.exhaustRateLimit'],
  });
});

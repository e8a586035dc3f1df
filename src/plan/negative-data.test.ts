import { describe, expect, test } from 'vitest';
import { sampleSpec } from '../profile/profile-fixtures.ts';
import { loadSpecs } from '../model/load.ts';
import type { DocumentSpec, OperationRow } from '../model/types.ts';
import type { Case } from './case.ts';
import { drawStep, improperOf, negativeCase, variationSeed } from './negative-data.ts';

const negativeCases = ({ name }: DocumentSpec, operation: OperationRow, seed: number): readonly { readonly planned: Case }[] =>
  improperOf(operation).map((improper) => ({ planned: negativeCase(name, improper, seed) }));

const ring: OperationRow = {
  id: 'ring',
  clauses: [],
  method: 'POST',
  path: '/doors/{id}/ring',
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' }, clauses: [] },
    {
      name: 'tune',
      in: 'body',
      required: false,
      schema: { type: 'object', properties: { loud: { type: ['boolean', 'null'] } } },
      clauses: [],
    },
    { name: 'code', in: 'body', required: true, schema: { type: 'string' }, clauses: [] },
  ],
  responses: [],
  examples: [
    { id: 'plain', about: 'plainly', given: [{ state: 'a shut door', as: 'door' }], with: { id: '$door.id', tune: { name: 'x' } } },
    { id: 'code', about: 'with a code', prepare: [{ id: 'asked', call: 'ask' }], caller: 'trusted', with: { code: '$asked.body.code' } },
  ],
};
const spec = sampleSpec({ operations: [ring] });
const cases = negativeCases(spec, ring, 7);

const BROKEN = ['body/not-json', 'body/array', 'body/scalar', 'body/null', 'body/empty', 'body/unfinished'];
const UNUSUAL = ['body/content-type', 'body/extra', 'body/nested', 'body/large'];

test('each example is a case; a parameter is varied in the first that gives it, and the body in the first of all', () => {
  expect(cases.map(({ planned }) => [planned.id, planned.kind, planned.given, planned.steps.map(({ place }) => place.at)])).toEqual([
    [
      'negative/ring/plain',
      'probe',
      [{ state: 'a shut door', as: 'door' }],
      [
        ...BROKEN,
        ...['blank', 'unicode', 'huge'].map((name) => `id/${name}`),
        ...['type', 'null', 'empty'].map((name) => `tune/${name}`),
        ...['type', 'text'].map((name) => `tune.loud/${name}`),
        ...UNUSUAL,
      ],
    ],
    [
      'negative/ring/code',
      'probe',
      [],
      ['prepare/code/0', ...['type', 'null', 'absent', 'empty', 'blank', 'unicode', 'huge'].map((name) => `code/${name}`)],
    ],
  ]);
});

test('a request is valid but for one value', () => {
  const [plain, code] = cases.map(
    ({ planned }) => new Map(planned.steps.map(({ place, step, optional }) => [place.at, { step, optional }])),
  );
  expect(plain?.get('tune/null')).toEqual({ step: { call: 'ring', with: { id: '$door.id', tune: null } }, optional: true });
  expect(plain?.get('tune.loud/text')?.step.with).toEqual({ id: '$door.id', tune: { name: 'x', loud: expect.any(String) } });
  expect(plain?.get('body/unfinished')?.step).toEqual({
    call: 'ring',
    with: { id: '$door.id', tune: { name: 'x' } },
    altered: { unfinished: true },
  });
  expect(plain?.get('body/empty')?.step.raw).toEqual({ text: '', contentType: 'application/json' });
  expect(code?.get('prepare/code/0')).toEqual({ step: { id: 'asked', call: 'ask' }, optional: undefined });
  expect(code?.get('code/absent')?.step).toEqual({ call: 'ring', with: { code: undefined }, caller: 'trusted' });
});

test('the same seed gives the same requests, another seed others at the same places', () => {
  expect(negativeCases(spec, ring, 7)).toEqual(cases);
  const others = negativeCases(spec, ring, 8);
  const places = (all: typeof cases): unknown => all.map(({ planned }) => planned.steps.map(({ place }) => place));
  const varied = others.flatMap(({ planned }, at) =>
    planned.steps.filter(({ step }, which) => JSON.stringify(step) !== JSON.stringify(cases[at]?.planned.steps[which]?.step)),
  );
  expect(places(others)).toEqual(places(cases));
  expect(varied.map(({ place }) => place.at)).toEqual(
    expect.arrayContaining(['body/not-json', 'id/unicode', 'id/huge', 'body/nested', 'body/large', 'code/huge']),
  );
});

test('a step that a case sends is what the seed of its place draws', () => {
  const [plain] = improperOf(ring);
  const step = cases[0]?.planned.steps.find(({ place }) => place.at === 'id/unicode')?.step;
  const variation = plain?.variations.find(({ at }) => at === 'id/unicode');
  if (plain === undefined || variation === undefined) throw new Error('there is no such variation');
  expect(drawStep(variation, variationSeed(7, plain, 'id/unicode'))).toEqual(step);
});

test('an operation without an example is not asked', () => {
  const { examples: _none, ...bare } = ring;
  expect(negativeCases(spec, bare, 7)).toEqual([]);
});

const specs = loadSpecs();
const documented = Object.values(specs.documents).flatMap((document) =>
  document.endpoints.operations
    .filter(({ examples }) => examples !== undefined)
    .map((operation) => ({ document, operation, id: operation.id })),
);

describe.each(documented)('$id', ({ document, operation }) => {
  const places = negativeCases(document, operation, 1).flatMap(({ planned }) =>
    planned.steps.map(({ place }) => place.at).filter((at) => !at.startsWith('prepare/')),
  );

  test('each place is there once', () => {
    expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
  });

  test('what is forbidden is forbidden for requests that are sent', () => {
    const idle = (operation.improper ?? []).filter(({ parameters, classes }) => {
      const spokenOf = places
        .map((place) => place.split('/'))
        .filter(([parameter = '', name = '']) => parameters.includes(parameter) && (classes?.includes(name) ?? true));
      return (
        new Set(spokenOf.map(([parameter]) => parameter)).size < parameters.length ||
        new Set(spokenOf.map(([, name]) => name)).size < (classes ?? []).length
      );
    });
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});

import { defined } from '../defined.ts';
import { pointerSegments } from '../pointer.ts';
import type { ConcurrencyRow, DocumentSpec, Given, Step } from '../types.ts';
import { inWords, type Family, type PlacedProbe } from './family.ts';
import { mergedGiven } from './guards.ts';
import { byHead, renamedGiven, renamedSteps, type Rename } from './rewrite.ts';
import { useNamed } from './uses.ts';

/** Of two requests at once neither undoes, repeats or borrows anything of the other. */
export const concurrency: Family = {
  name: 'concurrency',
  probesOf: (spec) => (spec.families.concurrent ?? []).flatMap((row) => row.uses.flatMap((use) => probesOf(spec, row, use))),
};

function probesOf(spec: DocumentSpec, row: ConcurrencyRow, use: string): readonly PlacedProbe[] {
  const { needs = [], permissions } = useNamed(spec, use);
  const allNeeds = [...needs, ...(row.needs ?? [])];
  return racesOf(spec, row, use).map(({ order, given, steps }) => ({
    place: `${row.id}/${use}`,
    probe: {
      id: `concurrent.${row.id}.${use.replace('/', '.')}${order}`,
      about: `${row.about} at once`,
      ...(given.length === 0 ? {} : { given: [...given] }),
      ...(allNeeds.length === 0 ? {} : { needs: allNeeds }),
      ...defined({ permissions }),
      steps: steps.map((step) => worded(row, step)),
    },
  }));
}

/** Two requests at once, with all that comes before and after them. */
interface Race {
  /** which of the two is sent first, where there is a case for each, as an id ends */
  readonly order: string;
  readonly given: readonly Given[];
  readonly steps: readonly Step[];
}

function racesOf(spec: DocumentSpec, row: ConcurrencyRow, use: string): readonly Race[] {
  const { given: ofUse = [], prepare = [], step } = useNamed(spec, use);
  const given = mergedGiven(ofUse, row.given ?? []);
  const preparing = [...prepare, ...(row.prepare ?? [])];
  const one: Step = { ...step, id: 'one', ...defined({ expect: row.expect }) };
  const afterwards = row.afterwards ?? [];
  if (row.beside !== undefined) {
    const pair = apart(row, [one, { ...row.beside, id: 'two' }]);
    // Who comes first is for the target to decide: mostly the one that was sent first.
    return [
      { order: '.one-first', given, steps: [...preparing, ...atOnce(pair), ...afterwards] },
      { order: '.two-first', given, steps: [...preparing, ...atOnce(pair.toReversed()), ...afterwards] },
    ];
  }
  const all = [...preparing, one, ...afterwards];
  const owners = ['two', 'three'].slice(0, (row.own ?? 1) - 1).map((id, index) => forOwner(given, all, id, index + 2));
  const ofEach = (steps: readonly Step[]): readonly Step[] => [...steps, ...owners.flatMap((owner) => renamedSteps(steps, owner))];
  const requests = row.own === undefined ? [one, { ...one, id: 'two' }] : ofEach([one]);
  return [
    {
      order: '',
      given: [...given, ...owners.flatMap((owner) => renamedGiven(given, owner))],
      steps: [...ofEach(preparing), ...atOnce(apart(row, requests)), ...ofEach(afterwards)],
    },
  ];
}

function atOnce(requests: readonly Step[]): readonly Step[] {
  return requests.map((step, index) => (index === 0 ? step : { ...step, meanwhile: true }));
}

/** Each request with what sets its response apart from those of the requests before it. */
function apart(row: ConcurrencyRow, requests: readonly Step[]): readonly Step[] {
  const { distinct } = row;
  if (distinct === undefined) return requests;
  const { pointers, ...rest } = distinct;
  return requests.map((step, index) => {
    const expect = requests
      .slice(0, index)
      .flatMap(({ id = '' }) =>
        pointers.map((pointer) => ({ ...rest, differs: { [pointer]: `$${[id, ...pointerSegments(pointer)].join('.')}` } })),
      );
    return expect.length === 0 ? step : { ...step, expect: [...(step.expect ?? []), ...expect] };
  });
}

/** Provider states, steps and fresh values of another owner, whose request goes by an id of its own. */
function forOwner(given: readonly Given[], steps: readonly Step[], id: string, number: number): Rename {
  const names = [...given.flatMap(({ as }) => as ?? []), ...steps.flatMap((step) => step.id ?? [])];
  const rename = byHead(new Map(names.map((name) => [name, name === 'one' ? id : `${name}${number}`])));
  return (path) => (path.startsWith('fresh.') ? `${path}${number}` : rename(path));
}

/** A step whose expectations say in words what they are about. */
function worded({ about }: ConcurrencyRow, { expect, ...step }: Step): Step {
  return { ...step, ...(expect === undefined ? {} : { expect: expect.map((one) => inWords(one, `${about} at once`)) }) };
}

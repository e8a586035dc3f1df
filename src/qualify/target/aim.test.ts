import { expect, test } from 'vitest';
import { digestOf } from '../../model/text-digest.ts';
import { loadSpecs } from '../../model/load.ts';
import type { OfferedFault } from '../../model/types.ts';
import { aimAt } from './aim.ts';

const specs = loadSpecs();
const about = 'does it wrong';
const aim = (fault: Omit<OfferedFault, 'id' | 'about'>): ReturnType<typeof aimAt> => aimAt(specs, { id: 'x', about, ...fault });
const clause = 'pam.roles.enumeration';

test('a fault that names clauses means these, and is looked for in their documents', () => {
  const { own, near, documents } = aim({ clause, alsoBreaks: ['gov.request-type.states'] });
  expect([own, documents]).toEqual([
    ['pam.roles.enumeration', 'gov.request-type.states'],
    ['privileged-access', 'governance'],
  ]);
  const neighbours = near.map((id) => specs.clauses.get(id));
  const own0 = specs.clauses.get(clause);
  expect(neighbours.some((one) => one?.feature === own0?.feature)).toBe(true);
  expect(near).not.toContain(clause);
});

test('a quote means the clauses with the most similar words, in its document', () => {
  const { own, documents } = aim({ quote: 'An expired password leads the sign-in to PASSWORD_EXPIRED', document: 'authentication' });
  expect(own).toContain('authn.transitions.password-expired');
  expect([own.length, documents]).toEqual([3, ['authentication']]);
});

test('a label named document says the same', () => {
  const quote = 'An expired password leads the sign-in to PASSWORD_EXPIRED';
  expect(aim({ quote, labels: { document: 'authentication' } })).toEqual(aim({ quote, document: 'authentication' }));
});

test('a clause that is named goes before a quote', () => {
  expect(aim({ clause, quote: 'An expired password leads the sign-in to PASSWORD_EXPIRED' }).own).toEqual([clause]);
});

test('a fault that tells nothing means no clause, and is looked for everywhere', () => {
  expect(aim({})).toEqual({ own: [], near: [], documents: Object.keys(specs.documents) });
});

test('a quote that shares no word with any clause means none', () => {
  expect(aim({ quote: 'xyzzy' }).own).toEqual([]);
});

test('a quote that is a whole sentence means the clauses of that sentence, however its white space is folded', () => {
  const [one, other] = [...specs.clauses.values()].filter(({ document }) => document === 'governance');
  if (one === undefined || other === undefined) throw new TypeError('there are no clauses');
  const digest = digestOf('The door stays shut.');
  const clauses = new Map(specs.clauses);
  for (const { id, source, ...rest } of [one, other]) clauses.set(id, { ...rest, id, source: { ...source, digest } });
  const fault = { id: 'x', about, quote: ' The door\n stays shut. ' };
  expect(aimAt({ ...specs, clauses }, fault).own).toEqual([one.id, other.id]);
});

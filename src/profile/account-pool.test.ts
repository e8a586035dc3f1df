import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CatalogueEntry } from '../model/types.ts';
import { canServe, createAccountPool, type Demand, type PublicAccount } from './account-pool.ts';

const DOOR: CatalogueEntry = { name: 'a shut door', about: '', params: { size: { about: '', schema: { type: 'integer', default: 2 } } } };
const BROKEN: CatalogueEntry = { name: 'a broken door', about: '', consumable: true };
const account = (about: Partial<PublicAccount> = {}): PublicAccount => ({
  place: 'accounts.yaml:2:5',
  state: DOOR.name,
  params: {},
  consumable: undefined,
  kin: 0,
  ...about,
});
const demand = (about: Partial<Demand> = {}): Demand => ({ entry: DOOR, params: {}, spends: false, ...about });

test.each<[string, PublicAccount, Demand, { again: boolean; once: boolean }]>([
  ['as it is', account(), demand(), { again: true, once: false }],
  ['with the usual parameters told', account({ params: { size: 2 } }), demand(), { again: true, once: false }],
  ['with other parameters', account({ params: { size: 3 } }), demand(), { again: false, once: false }],
  ['for a use that spends it', account(), demand({ spends: true }), { again: false, once: false }],
  ['called consumable', account({ consumable: true }), demand({ spends: true }), { again: false, once: true }],
  ['that is restored by somebody', account({ consumable: false }), demand({ spends: true }), { again: true, once: false }],
  ['in a state that every use spends', account({ state: BROKEN.name }), demand({ entry: BROKEN }), { again: false, once: true }],
  [
    'in such a state, restored',
    account({ state: BROKEN.name, consumable: false }),
    demand({ entry: BROKEN }),
    { again: true, once: false },
  ],
  ['in another state', account({ state: BROKEN.name }), demand(), { again: false, once: false }],
])('an account %s', (_what, one, asked, wanted) => {
  expect({ again: canServe(one, asked, false), once: canServe(one, asked, true) }).toEqual(wanted);
});

test('accounts that are one and the same are not lent twice at a time', () => {
  const { take, giveBack } = createAccountPool();
  const [one, same, other] = [account({ kin: 1 }), account({ kin: 1 }), account({ kin: 2 })];
  const first = take([one, same, other], demand(), false);
  const second = take([one, same, other], demand(), false);
  expect([first, second, take([one, same, other], demand(), false)]).toEqual([one, other, undefined]);
  giveBack(one);
  expect(take([same], demand(), false)).toBe(same);
});

test('an account that a use spends is lent once, unless nothing was done with it', () => {
  const { take, giveBack } = createAccountPool();
  const one = account({ consumable: true });
  expect(take([one], demand(), true)).toBe(one);
  giveBack(one, 'unused');
  expect(take([one], demand(), true)).toBe(one);
  giveBack(one);
  expect(take([one], demand(), true)).toBeUndefined();
});

test('whatever is taken and given back, nobody has what somebody else has, and nothing is spent twice', () => {
  const accounts = Array.from({ length: 6 }, (_, kin) => account({ place: `a:${kin}`, kin, consumable: kin % 2 === 0 }));
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constant('again'), fc.constant('once'), fc.nat(5)), { maxLength: 40 }), (moves) => {
      const pool = createAccountPool();
      const held: PublicAccount[] = [];
      const spent: PublicAccount[] = [];
      for (const move of moves) {
        if (typeof move === 'number') {
          const [back] = held.splice(move, 1);
          if (back !== undefined) pool.giveBack(back);
          continue;
        }
        const taken = pool.take(accounts, demand(), move === 'once');
        if (taken === undefined) continue;
        expect(held).not.toContain(taken);
        held.push(taken);
        if (move === 'once') spent.push(taken);
      }
      expect(new Set(spent).size).toBe(spent.length);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partition, type Unit } from './shards.ts';

const units = fc.uniqueArray(
  fc.record({ id: fc.string({ minLength: 1 }), cost: fc.nat(50), bonds: fc.array(fc.nat(5), { maxLength: 2 }) }),
  { selector: ({ id }) => id, maxLength: 30 },
);
const free = (all: readonly Unit[]): readonly Unit[] => all.map((unit) => ({ ...unit, bonds: [] }));
const ways = fc.integer({ min: 1, max: 8 });

function load(all: readonly Unit[], shards: ReadonlyMap<string, number>, shard: number): number {
  return all.reduce((sum, { id, cost }) => sum + (shards.get(id) === shard ? cost : 0), 0);
}

test('each unit has one shard, the same in whatever order they come', () => {
  fc.assert(
    fc.property(units, ways, fc.integer(), (all, of, turn) => {
      const shards = partition(all, of);
      expect([...shards.keys()].toSorted()).toEqual(all.map(({ id }) => id).toSorted());
      expect([...shards.values()].every((shard) => shard >= 1 && shard <= of)).toBe(true);
      const at = all.length === 0 ? 0 : Math.abs(turn) % all.length;
      const turned = partition([...all.slice(at), ...all.slice(0, at)].toReversed(), of);
      expect(new Map([...turned].toSorted())).toEqual(new Map([...shards].toSorted()));
    }),
  );
});

test('units with a bond in common are in one shard', () => {
  fc.assert(
    fc.property(units, ways, (all, of) => {
      const shards = partition(all, of);
      const apart = all.flatMap((one) =>
        all.filter((other) => one.bonds.some((bond) => other.bonds.includes(bond)) && shards.get(one.id) !== shards.get(other.id)),
      );
      expect(apart).toEqual([]);
    }),
  );
});

test('no shard costs more than another by more than the dearest unit', () => {
  fc.assert(
    fc.property(units.map(free), ways, (all, of) => {
      const shards = partition(all, of);
      const loads = Array.from({ length: of }, (_none, index) => load(all, shards, index + 1));
      expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(0, ...all.map(({ cost }) => cost)));
    }),
  );
});

test('the dearest come first, each to where least is', () => {
  const all = [3, 9, 5, 1].map((cost) => ({ id: `costs ${cost}`, cost, bonds: [] }));
  expect(partition(all, 2)).toEqual(
    new Map([
      ['costs 9', 1],
      ['costs 5', 2],
      ['costs 3', 2],
      ['costs 1', 2],
    ]),
  );
});

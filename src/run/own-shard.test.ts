import { expect, test } from 'vitest';
import { createIdentifiers } from '../mock/kit/identifiers.ts';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import type { Profile } from '../profile/profile.ts';
import type { ShardLock } from '../model/types.ts';
import { limitsOf, noticesOfShard, seedOfDeployment } from './planned-run.ts';
import { DOOR_WHOLE } from '../../test/support/stored-shards.ts';

const LIMITS = { ...sampleProfile().limits, requests: 100, perSecond: 8 };
const SHARD: ShardLock = { number: 1, of: 4, whole: DOOR_WHOLE };
const profile = (more: Partial<Profile> = {}): Profile => ({ ...sampleProfile(), limits: LIMITS, ...more });
const CONTROL = { acts: true, clock: true, events: true };

test('a shard of a target has the share of its requests that it plans itself, and its part of the pace', () => {
  expect([
    limitsOf(profile(), 3, SHARD),
    limitsOf(profile(), 0, SHARD),
    limitsOf(profile(), 3, undefined),
    limitsOf(profile({ embedded: true }), 3, SHARD),
    limitsOf(profile(), 0, { ...SHARD, whole: { planned: { requests: 0, lowerBound: 0 }, units: [] } }),
  ]).toEqual([
    { ...LIMITS, requests: 34, perSecond: 2 },
    { ...LIMITS, requests: 0, perSecond: 2 },
    LIMITS,
    LIMITS,
    { ...LIMITS, requests: 0, perSecond: 2 },
  ]);
});

test('shards that would turn one clock, or read the same events, are told so', () => {
  expect([
    noticesOfShard(profile({ control: CONTROL }), SHARD),
    noticesOfShard(profile({ control: { ...CONTROL, clock: false } }), SHARD),
    noticesOfShard(profile({ control: { ...CONTROL, clock: false, events: false } }), SHARD),
    noticesOfShard(profile({ control: CONTROL, embedded: true }), SHARD),
    noticesOfShard(profile({ control: CONTROL }), { ...SHARD, of: 1 }),
    noticesOfShard(profile({ control: CONTROL }), undefined),
  ]).toEqual([
    ['each shard turns its clock and reads what it emits: give each of the 4 a deployment of its own, or drive one after the other'],
    ['each shard reads what it emits: give each of the 4 a deployment of its own, or drive one after the other'],
    [],
    [],
    [],
    [],
  ]);
});

test('deployments of shards give other identifiers than one another, and the first those of a whole run', () => {
  const seeds = [undefined, { number: 1 }, { number: 2 }, { number: 3 }].map((shard) => seedOfDeployment(7, shard));
  expect(seeds.slice(0, 2)).toEqual([7, 7]);
  expect(new Set(seeds.slice(1).map((seed) => createIdentifiers(seed)(20))).size).toBe(3);
});

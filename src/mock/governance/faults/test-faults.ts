import { expect, test } from 'vitest';
import type { Faults } from '../../kit/faults.ts';
import type { Policy } from '../policy.ts';
import { createGate, createFixture, type Gate, type Fixture } from '../test-fixture.ts';

/** What shows a fault: the same scene, its outcome without the fault and with it. */
export interface Proof {
  readonly scene: (fixture: Fixture, gate: Gate) => Promise<unknown>;
  readonly healthy: unknown;
  readonly faulty: unknown;
  /** suspension point at which the scene's first caller is held */
  readonly at?: string;
}

/** Tests each fault by its scene, and that no fault is without one. */
export function prove(faults: Faults<Policy>, proofs: Readonly<Record<string, Proof>>): void {
  test('every fault is shown by a scene', () => {
    expect(Object.keys(proofs).toSorted()).toEqual(Object.keys(faults).toSorted());
  });
  for (const id of Object.keys(faults)) {
    const proof = proofs[id];
    if (proof === undefined) continue;
    const { scene, healthy, faulty, at = 'nowhere' } = proof;
    test(id, async () => {
      const run = (on: readonly string[]): Promise<unknown> => {
        const gate = createGate(at);
        return scene(createFixture({ faults: on, pause: gate.pause }), gate);
      };
      expect([await run([]), await run([id])]).toEqual([healthy, faulty]);
    });
  }
}

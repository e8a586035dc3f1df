import { expect, test } from 'vitest';
import type { Fault } from '../../core/service.ts';
import type { Rules } from '../rules.ts';
import { createKit, type Kit } from '../test-kit.ts';

/** What shows a fault: the same scene, its outcome without the fault and with it. */
export interface Proof {
  readonly scene: (kit: Kit) => Promise<unknown>;
  readonly healthy: unknown;
  readonly faulty: unknown;
  /** suspension points of the scene, made anew for each run */
  readonly pause?: () => (point: string) => Promise<void>;
}

/** Tests each fault by its scene, and that no fault is without one. */
export function prove(faults: readonly Fault<Rules>[], proofs: Readonly<Record<string, Proof>>): void {
  test('every fault is shown by a scene', () => {
    expect(Object.keys(proofs).toSorted()).toEqual(faults.map(({ id }) => id).toSorted());
  });
  for (const { id, about } of faults) {
    const proof = proofs[id];
    if (proof === undefined) continue;
    test(`${id}: ${about}`, async () => {
      const run = async (on: readonly string[]): Promise<unknown> => proof.scene(createKit({ faults: on, ...(proof.pause === undefined ? {} : { pause: proof.pause() }) }));
      expect([await run([]), await run([id])]).toEqual([proof.healthy, proof.faulty]);
    });
  }
}

/** A scene that lets two callers meet: gates are made with the service, so both are kept together here. */
export function meeting(first: (kit: Kit) => Promise<unknown>, meanwhile: (kit: Kit) => Promise<unknown>): (kit: Kit) => Promise<unknown> {
  return async (kit) => {
    const late = first(kit);
    await meanwhile(kit);
    return late;
  };
}

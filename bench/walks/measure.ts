import type { DocumentName } from '../../src/model/types.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { behaviouralFaults } from '../../src/mock/kit/known-faults.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { profileFile } from '../../src/run/targets.ts';
import type { Hand } from '../../src/qualify/pool.ts';
import { prepareSuite, type Suite } from '../../src/qualify/suite.ts';
import { find } from './find.ts';
import { replay } from './replays.ts';
import { lengthsOf, type Lengths } from './shortest.ts';

/** What every thread that measures must know; plain data, because it crosses into a worker. */
export interface MeasureOrder {
  readonly seed: number;
  /** random walks in each document */
  readonly walks: number;
}

/** What came of looking for one fault that only a sequence shows. */
export interface Measured {
  readonly fault: string;
  /** the first thing that showed it; undefined where nothing did */
  readonly by: 'walk' | 'case' | undefined;
  /** what showed it did not show it again */
  readonly flaky: boolean;
  /** undefined where the failure's sequence is no single path through a state table */
  readonly lengths: Lengths | undefined;
  /** requests that went into making a failure shorter, for each that was */
  readonly spent: readonly number[];
  /** what the failure's token says with the fault, and without; undefined where there is no failure */
  readonly replayed: { readonly same: boolean; readonly fixed: boolean } | undefined;
  /** what is not as it should be, in words */
  readonly lines: readonly string[];
}

/** Looks for one fault after the other in process. Throws TypeError for one that the mock has not. */
export function openMeasuring({ seed, walks }: MeasureOrder): Hand<string, Measured> {
  const specs = loadSpecs();
  const file = profileFile('mock');
  const source = readProfile(file, specs);
  const ground = { specs, source, file };
  const suites = new Map<DocumentName, Suite>();
  return async (id) => {
    const fault = behaviouralFaults().find((one) => one.id === id);
    if (fault === undefined) throw new TypeError(`the mock has no fault ${id}`);
    const { document } = fault;
    const suite = suites.get(document) ?? prepareSuite(specs, source, file, { seed, walks, selection: { documents: [document] } });
    suites.set(document, suite);
    const { by, failure, spent } = await find(suite, fault);
    const known = { fault: id, by, spent };
    if (failure === undefined) {
      const line = by === undefined ? 'nothing shows it' : 'what showed it did not show it again';
      return { ...known, flaky: by !== undefined, lengths: undefined, replayed: undefined, lines: [`${id}: ${line}`] };
    }
    const lengths = await lengthsOf(suite, fault, failure);
    const again = await replay(ground, failure.replay, [id]);
    const without = await replay(ground, failure.replay, []);
    const replayed = { same: again.what === 'same', fixed: without.what === 'fixed' };
    return {
      ...known,
      flaky: false,
      lengths,
      replayed,
      lines: [
        ...(lengths === undefined || lengths.found === lengths.shortest
          ? []
          : [`${id}: ${lengths.found} transitions where ${lengths.shortest} show it`, ...failure.sequence.map((line) => `    ${line}`)]),
        ...(replayed.same ? [] : [`${id}: its token says ${again.words}`]),
        ...(replayed.fixed ? [] : [`${id}: without the fault its token says ${without.words}`]),
      ],
    };
  };
}

import type { FileKey } from '../sources.ts';
import type { ConcurrencyRow, DocumentSpec, Step, Until } from '../types.ts';
import type { Mistake } from './mistake.ts';

/** What rows of probes and families must have beside what their schemas demand. */
export function rowRules({ probes, families }: DocumentSpec): readonly Mistake[] {
  const { uses = [], deadlines = [], concurrent = [] } = families;
  return [
    ...probes.probes.flatMap(({ steps }, index) => stepRules('probes', steps, `/probes/${index}/steps`)),
    ...uses.flatMap(({ prepare = [] }, index) => stepRules('families', prepare, `/uses/${index}/prepare`)),
    ...deadlines.flatMap(({ until }, index) => oneEnd('families', until, `/deadlines/${index}/until`)),
    ...concurrent.flatMap((row, index) => raceRules(row, `/concurrent/${index}`)),
  ];
}

function stepRules(file: FileKey, steps: readonly Step[], pointer: string): readonly Mistake[] {
  return steps.flatMap(({ until }, index) => (until === undefined ? [] : oneEnd(file, until, `${pointer}/${index}/until`)));
}

function oneEnd(file: FileKey, { moment, duration }: Until, pointer: string): readonly Mistake[] {
  if ((moment === undefined) !== (duration === undefined)) return [];
  return [{ file, pointer, expected: "either 'moment' or 'duration'", found: moment === undefined ? 'none' : 'both' }];
}

function raceRules({ beside, own, expect, distinct, afterwards }: ConcurrencyRow, pointer: string): readonly Mistake[] {
  const mistake = (expected: string, found: string): Mistake => ({ file: 'families', pointer, expected, found });
  const isSilent = [expect, distinct, afterwards, beside?.expect].every((one) => one === undefined);
  return [
    ...(beside !== undefined && own !== undefined ? [mistake("'beside' or 'own'", 'both')] : []),
    ...(isSilent ? [mistake("'expect', 'distinct' or 'afterwards'", 'none')] : []),
  ];
}

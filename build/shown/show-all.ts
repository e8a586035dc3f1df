import type { ProfileFile, Specs } from '../../src/model/types.ts';
import { placeName } from '../../src/run/shown-at.ts';
import type { ClausePlaces } from '../../src/run/shown-at.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';

/** Drives everything that there is against the embedded deployment, and says where each clause showed. */
export async function showAll(specs: Specs, source: ProfileFile, file: string): Promise<ClausePlaces> {
  const { judgement, events, plans } = await runInProcess(specs, source, file, { seed: 1 });
  const exchanges = events.filter((event) => event.type === 'exchange');
  const placeOf = new Map(exchanges.map(({ seq, place }) => [seq, placeName(place)]));
  // What no exchange shows, such as an event that was or was not emitted, is shown by the last step of its case.
  const lastOf = new Map(
    plans.flatMap(({ cases }) => cases.map(({ id, steps }) => [id, steps.slice(-1).map(({ place }) => placeName(place))[0] ?? ''])),
  );
  const places = [...new Set([...placeOf.values(), ...lastOf.values()])].toSorted();
  const numberOf = new Map(places.map((place, index) => [place, index]));
  const shown = new Map<string, Set<number>>();
  for (const { verdict, clauses, exchanges: seqs, case: id = '' } of judgement.findings) {
    const number = numberOf.get(placeOf.get(seqs.at(-1) ?? -1) ?? lastOf.get(id) ?? '');
    if (verdict !== 'pass' || number === undefined) continue;
    for (const clause of clauses) shown.set(clause, (shown.get(clause) ?? new Set()).add(number));
  }
  return { digest: specs.digest, places, clauses: Object.fromEntries([...shown].map(([clause, at]) => [clause, [...at]])) };
}

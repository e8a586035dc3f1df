import type { ExchangeEvent } from '../trace/events.ts';
import type { Symptom } from './symptom.ts';

/**
 * For each symptom the one that explains why nothing was found: an operation has had no effect where nothing is found right after it, and
 * what is not found later in a case that built on the same operation is missing for that. Undefined where nothing explains it so.
 */
export function missingFor(symptoms: readonly Symptom[], exchanges: ReadonlyMap<number, ExchangeEvent>): readonly (number | undefined)[] {
  const byCase = new Map<string, ExchangeEvent[]>();
  for (const one of exchanges.values()) {
    const known = byCase.get(one.case);
    if (known === undefined) byCase.set(one.case, [one]);
    else known.push(one);
  }
  const writesBefore = (seq: number): readonly string[] => {
    const before = (byCase.get(exchanges.get(seq)?.case ?? '') ?? []).filter((one) => one.seq < seq).toSorted((a, b) => b.seq - a.seq);
    return before.map(({ operation, request }) => (request.method === 'GET' ? '' : (operation ?? '')));
  };
  const built = symptoms.map(({ received, pointer, exchanges: shown, seenAt }) =>
    received === NOTHING_FOUND && pointer === undefined ? (seenAt ?? shown.slice(-1)).map(writesBefore) : [],
  );
  /** Operations after which nothing was found at once, each with the first symptom that shows it. */
  const without = new Map<string, number>();
  for (const [index, places] of built.entries())
    for (const [last = ''] of places) if (last !== '' && !without.has(last)) without.set(last, index);
  return built.map((places, index) => {
    const causes = places.map(([, ...earlier]) =>
      earlier.map((operation) => without.get(operation)).findLast((cause) => cause !== undefined),
    );
    return causes.includes(undefined) || causes.includes(index) ? undefined : causes[0];
  });
}

/** As the judges put an empty list. */
const NOTHING_FOUND = '[]';

import { DEFECTS } from '../defects.ts';
import { DOCUMENT, percent, PERIODIC } from './part.ts';
import type { Order, PartResult } from './part.ts';

const GOAL = 0.98;
const CELL_GOAL = 0.9;

/** Each kind of defect behind each kind of limiter. */
export async function defective({ runs, seed, defect: text, all, say, tell }: Order): Promise<PartResult> {
  const each = Math.max(5, Math.ceil(runs / 10));
  const chosen = DEFECTS.filter(({ name }) => name.includes(text));
  say(`${chosen.length} kinds of defect, ${each} probes of each kind of limiter (${PERIODIC.join(', ')}), seed ${seed}`);
  const missed: string[] = [];
  const found = new Map<string, readonly number[]>();
  const series = chosen.flatMap((defect) =>
    PERIODIC.map(
      (kind) =>
        [
          { defect, kind },
          { document: DOCUMENT, kind, defect: defect.name, from: 0, runs: each, seed },
        ] as const,
    ),
  );
  for (const [{ defect, kind }, results] of await all(series)) {
    const hits = results.filter(({ failed }) => defect.clauses.some((clause) => failed.includes(clause)));
    tell(
      results.filter((result) => !hits.includes(result)),
      `${defect.name} missed`,
    );
    found.set(defect.name, [...(found.get(defect.name) ?? []), hits.length]);
    if (hits.length < CELL_GOAL * each) missed.push(`${defect.name} on ${kind}`);
  }
  for (const [name, hits] of found) say(`  ${name.padEnd(46)} ${hits.map((count) => String(count).padStart(3)).join(' ')}`);
  const counts = [...found.values()].flat();
  const hit = counts.reduce((sum, count) => sum + count, 0);
  const total = chosen.length * PERIODIC.length * each;
  if (hit < GOAL * total) missed.push('defects together');
  return {
    missed,
    figure: `${chosen.length} defects on ${PERIODIC.length} kinds: ${hit} of ${total} found (${percent(hit, total)}), at least ${Math.min(...counts)} of ${each} in each cell`,
  };
}

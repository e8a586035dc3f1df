import { editDistance, LONGEST_NAME } from './yaml-file.ts';

/** The known ids that share most words with this one, or are a slip of it, the likest first; none where none is like it. */
export function nearestIds(id: string, known: readonly string[], count = 3): readonly string[] {
  if (id.length > LONGEST_NAME) return [];
  const words = id.toLowerCase().split(/[.*,\s-]/);
  const score = (candidate: string): number => words.filter((word) => word !== '' && candidate.includes(word)).length;
  return known
    .map((candidate) => ({ candidate, score: score(candidate), distance: editDistance(id, candidate) }))
    .filter(({ score: shared, distance }) => shared > 0 || distance <= Math.max(2, id.length / 3))
    .toSorted((a, b) => b.score - a.score || a.distance - b.distance)
    .slice(0, count)
    .map(({ candidate }) => candidate);
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SpecError } from './errors.ts';
import type { ErrataFile, Erratum, IndexedClause } from './types.ts';
import { readYamlSource } from './yaml-file.ts';

/** What is known to be wrong in the specs of a folder. Throws SpecError with file, line and column. */
export function readErrata(folder: string, clauses: ReadonlyMap<string, IndexedClause>): readonly Erratum[] {
  const file = join(folder, 'errata.yaml');
  if (!existsSync(file)) return [];
  const { value, at } = readYamlSource<ErrataFile>(file, 'errata');
  const mistakes = value.errata.flatMap(({ clause, check }, index) => {
    const place = at(`/errata/${index}`);
    if ((clause === undefined) === (check === undefined))
      return [`${place}  errata.${index}  expected either 'clause' or 'check', found ${clause === undefined ? 'neither' : 'both'}`];
    return clause === undefined || clauses.has(clause)
      ? []
      : [`${place}  errata.${index}.clause  expected the id of a clause, found '${clause}'`];
  });
  if (mistakes.length > 0) throw new SpecError('errata-malformed', mistakes.join('\n'));
  return value.errata;
}

/** SHA-256 over all errata, hex: verdicts of one run are compared under the same errata only. */
export function errataDigest(errata: readonly Erratum[]): string {
  return createHash('sha256').update(JSON.stringify(errata)).digest('hex');
}

/** The reason as verdicts carry it. */
export function erratumReason({ reason, since }: Erratum): string {
  return `erratum since ${since}: ${reason}`;
}

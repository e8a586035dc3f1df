import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { ClausesFile } from '../../src/model/types.ts';
import { digestOf } from '../../src/model/text-digest.ts';
import { placeOf } from './clause-place.ts';
import { unitsOf } from './units.ts';

/** The text of a clauses.yaml with the digests of its document filled in; all else, comments included, stays as it stands. */
export function writeDigests(clausesText: string, clausesFile: ClausesFile, documentText: string): string {
  const units = unitsOf(documentText);
  const edits = digestRanges(clausesText).flatMap((range, index) => {
    const passage = clausesFile.passages[index];
    const place = passage === undefined ? 'none' : placeOf(passage.source, units);
    // In quotes, because YAML reads eight digits as a number.
    return range === undefined || typeof place === 'string' ? [] : [{ ...range, text: `'${digestOf(place.text)}'` }];
  });
  return edits.reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), clausesText);
}

/** Where each passage's digest stands in the text, in the order of the passages. */
function digestRanges(clausesText: string): readonly ({ readonly start: number; readonly end: number } | undefined)[] {
  const passages: unknown = parseDocument(clausesText).get('passages', true);
  if (!isSeq(passages)) return [];
  return passages.items.map((passage) => {
    const digest: unknown = isMap(passage) ? passage.getIn(['source', 'digest'], true) : undefined;
    return isScalar(digest) && digest.range ? { start: digest.range[0], end: digest.range[1] } : undefined;
  });
}

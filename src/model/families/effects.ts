import type { Family } from './family.ts';
import { readAfter } from './isolations.ts';

/** What a request brings about is for whom and of what it was made: the second of its kind too, and where a set is empty, one or all. */
export const effects: Family = {
  name: 'effects',
  probesOf: (spec) =>
    (spec.families.effects ?? []).flatMap((row) =>
      row.uses.map((id) => ({
        place: `${row.id}/${id}`,
        probe: readAfter('effect', row.readBefore === true ? row : { ...row, unread: true }, spec, id),
      })),
    ),
};

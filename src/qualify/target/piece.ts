import type { DocumentName } from '../../model/types.ts';
import type { Drive } from '../../drive/drive.ts';
import { executeCase, executeWalk } from '../../drive/case-runner.ts';
import type { Case } from '../../plan/case.ts';
import type { DocumentPlan } from '../../plan/plan.ts';

/** What is driven in one go: a case or a walk, under as many names as it is driven. */
export interface Piece {
  readonly id: string;
  readonly document: DocumentName;
  /** its cases with the same data under this name, and with identities of their own */
  named(name: string): readonly Case[];
  drive(drive: Drive, name: string): Promise<unknown>;
}

export function piecesOf({ spec: { name: document }, cases, walks }: DocumentPlan): readonly Piece[] {
  const again = (planned: Case, id: string): Case => ({ ...planned, id, data: planned.data ?? planned.id });
  return [
    ...cases.map((planned): Piece => {
      const named = (name: string): Case => again(planned, `${planned.id}/${name}`);
      return { id: planned.id, document, named: (name) => [named(name)], drive: (drive, name) => executeCase(drive, named(name)) };
    }),
    ...walks.map((walk): Piece => {
      const named = (name: string): readonly Case[] =>
        walk.cases.map((planned, index) => ({
          ...again(planned, `${walk.id}/${name}/${index + 1}`),
          ...(planned.walk === undefined ? {} : { walk: { ...planned.walk, id: `${walk.id}/${name}` } }),
        }));
      return {
        id: walk.id,
        document,
        named,
        drive: (drive, name) => executeWalk(drive, { ...walk, id: `${walk.id}/${name}`, cases: named(name) }),
      };
    }),
  ];
}

import type { DocumentSpec, Expectation, FamiliesFile, Given, OtherCredential, Step } from '../types.ts';

type FamilyRow = Required<FamiliesFile>[keyof FamiliesFile][number] | OtherCredential;

/** A part of a row, and the JSON pointer to it. */
export type Placed<Part> = readonly [pointer: string, part: Part];

/** A row of families.yaml by the kinds of its parts: the same key holds the same kind in each list. */
export interface PartedRow {
  readonly list: keyof FamiliesFile;
  readonly row: FamilyRow;
  readonly pointer: string;
  /** ids of the uses that it names */
  readonly uses: readonly Placed<string>[];
  readonly given: readonly Placed<Given>[];
  readonly steps: readonly Placed<Step>[];
  readonly expectations: readonly Placed<Expectation>[];
  /** rows within it */
  readonly inner: readonly PartedRow[];
}

/** Every row of every list. */
export function familyRows({ families }: DocumentSpec): readonly PartedRow[] {
  const lists: readonly (readonly [keyof FamiliesFile, readonly FamilyRow[] | undefined])[] = [
    ['uses', families.uses],
    ['nearMisses', families.nearMisses],
    ['guards', families.guards],
    ['repetitions', families.repetitions],
    ['policies', families.policies],
    ['isolations', families.isolations],
    ['stateOperations', families.stateOperations],
    ['deletions', families.deletions],
    ['durability', families.durability],
    ['deadlines', families.deadlines],
    ['concurrent', families.concurrent],
    ['roundTrips', families.roundTrips],
    ['enumerations', families.enumerations],
  ];
  return lists.flatMap(([list, rows = []]) => rows.map((row, index) => parted(list, row, `/${list}/${index}`)));
}

function parted(list: keyof FamiliesFile, row: FamilyRow, pointer: string): PartedRow {
  const one = <Part>(key: string, part: Part | undefined): readonly Placed<Part>[] =>
    part === undefined ? [] : [[`${pointer}/${key}`, part]];
  const each = <Part>(key: string, parts: readonly Part[] = []): readonly Placed<Part>[] =>
    parts.map((part, index) => [`${pointer}/${key}/${index}`, part]);
  const others = 'others' in row ? (row.others ?? []) : [];
  return {
    list,
    row,
    pointer,
    uses: [
      ...('use' in row ? one('use', row.use) : []),
      ...('from' in row ? one('from', row.from) : []),
      ...('uses' in row ? each('uses', row.uses) : []),
    ],
    given: 'given' in row ? each('given', row.given) : [],
    steps: [
      ...('prepare' in row ? each('prepare', row.prepare) : []),
      ...('step' in row ? one('step', row.step) : []),
      ...('read' in row ? one('read', row.read) : []),
      ...('between' in row ? each('between', row.between) : []),
      ...('renewed' in row ? each('renewed', row.renewed) : []),
      ...('beside' in row ? one('beside', row.beside) : []),
      ...('afterwards' in row ? each('afterwards', row.afterwards) : []),
    ],
    expectations: [
      ...('expect' in row ? each('expect', row.expect) : []),
      ...('before' in row ? each('before', row.before) : []),
      ...('after' in row ? each('after', row.after) : []),
      ...('broken' in row ? each('broken', row.broken) : []),
      ...('kept' in row ? each('kept', row.kept) : []),
      ...('unchanged' in row ? each('unchanged', row.unchanged) : []),
    ],
    inner: others.map((other, index) => parted(list, other, `${pointer}/others/${index}`)),
  };
}

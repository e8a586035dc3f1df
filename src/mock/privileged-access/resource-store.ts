/** Something that stands in a list: `seq` grows with creation and is never used twice. */
export interface Listed {
  readonly id: string;
  readonly seq: number;
  readonly name: string;
  /** milliseconds since the epoch; undefined while it is not deleted */
  readonly deletedAt?: number | undefined;
}

/** The resources of one type in one team, in order of creation; deleted ones stay, but their names are free again. */
export type ResourceStore<Item extends Listed> = ReturnType<typeof createResourceStore<Item>>;

export function createResourceStore<Item extends Listed>() {
  const all: Item[] = [];
  const seqOfName = new Map<string, number>();
  const seqOfId = new Map<string, number>();
  const at = (seq: number | undefined): Item | undefined => (seq === undefined ? undefined : all[seq]);
  return {
    get all(): readonly Item[] {
      return all;
    },
    get live() {
      return seqOfName.size;
    },
    nextSeq: () => all.length,
    add(item: Item) {
      all.push(item);
      seqOfName.set(item.name, item.seq);
      seqOfId.set(item.id, item.seq);
      return item;
    },
    /** puts the item in the place of the one with the same seq */
    replace(item: Item) {
      const before = at(item.seq);
      if (before !== undefined && seqOfName.get(before.name) === item.seq) seqOfName.delete(before.name);
      if (item.deletedAt === undefined) seqOfName.set(item.name, item.seq);
      all[item.seq] = item;
    },
    /** the item of that name that is not deleted */
    named: (name: string) => at(seqOfName.get(name)),
    /** the item of that id, deleted or not */
    withId: (id: string) => at(seqOfId.get(id)),
  };
}

/** Begins to watch what there is; answers what has come since, by its key. */
export function newcomersTo<Item>(all: () => readonly Item[], keyOf: (item: Item) => string): () => readonly Item[] {
  const before = new Set(all().map(keyOf));
  return () => all().filter((item) => !before.has(keyOf(item)));
}

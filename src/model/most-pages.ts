/** More pages than a list of so many objects can have: pages may be as short as one object, and some may be empty. */
export function mostPages(objects: number): number {
  return 2 * objects + 10;
}

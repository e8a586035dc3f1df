import { isObject } from './is-object.ts';
import { atPointer } from './pointer.ts';
import type { PaginationLaw } from './types.ts';

/** More pages than a list of so many objects can have: pages may be as short as one object, and some may be empty. */
export function mostPages(objects: number): number {
  return 2 * objects + 10;
}

/** The objects of a page, whose body is shown as the document writes it. */
export function objectsOn({ list }: PaginationLaw, body: unknown): readonly unknown[] {
  const objects = atPointer(body, list);
  return Array.isArray(objects) ? objects : [];
}

/** Who an object says that it is: none where it does not say. */
export function identityOf({ id }: PaginationLaw, object: unknown): readonly string[] {
  const own = isObject(object) ? atPointer(object, id) : object;
  return typeof own === 'string' || typeof own === 'number' ? [String(own)] : [];
}

/** What the pages of a walk have shown, in their order: where it goes round, it shows its objects again, however its links are written. */
export class PageWalk {
  readonly #law: PaginationLaw;
  readonly #shown = new Set<string>();
  /** pages with an object that none before had, and those since then without one */
  #new = 0;
  #again = 0;

  constructor(law: PaginationLaw) {
    this.#law = law;
  }

  add(body: unknown): this {
    const ids = objectsOn(this.#law, body).flatMap((object) => identityOf(this.#law, object));
    const before = this.#shown.size;
    for (const id of ids) this.#shown.add(id);
    if (this.#shown.size > before) [this.#new, this.#again] = [this.#new + 1, 0];
    else if (ids.length > 0) this.#again++;
    return this;
  }

  /** Ten pages more than had anything new have shown nothing but objects of earlier ones. */
  get goesRound(): boolean {
    return this.#again >= this.#new + 10;
  }
}

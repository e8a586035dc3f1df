/** Bytes that the unfinished answers of all connections may hold together. */
export interface BodyRoom {
  /** false where there is no more */
  take(bytes: number): boolean;
  give(bytes: number): void;
}

export function createBodyRoom(mostBytes: number): BodyRoom {
  let taken = 0;
  return {
    take: (bytes) => {
      if (taken + bytes > mostBytes) return false;
      taken += bytes;
      return true;
    },
    give: (bytes) => {
      taken -= bytes;
    },
  };
}

/** The body of an answer as it comes in: one piece is not copied, many small ones are not kept one by one. */
export interface BodyStore {
  /** false where it is too large */
  add(piece: Buffer): boolean;
  whole(): Buffer;
  clear(): void;
}

const NOTHING = Buffer.alloc(0);
const FIRST_BYTES = 65_536;

/** @param mostBytes no body may be longer */
export function createBodyStore(mostBytes: number, room: BodyRoom): BodyStore {
  let first: Buffer = NOTHING;
  let copy: Buffer | undefined;
  let length = 0;

  function grow(): boolean {
    const wanted = Math.min(mostBytes, Math.max(FIRST_BYTES, 2 * length));
    const held = copy?.length ?? 0;
    if (!room.take(wanted - held)) return false;
    const larger = Buffer.allocUnsafe(wanted);
    (copy ?? first).copy(larger);
    copy = larger;
    return true;
  }

  return {
    add: (piece) => {
      const before = length;
      length += piece.length;
      if (length > mostBytes) return false;
      if (before === 0) {
        first = piece;
        return true;
      }
      if ((copy === undefined || length > copy.length) && !grow()) return false;
      if (copy !== undefined) piece.copy(copy, before);
      return true;
    },
    whole: () => copy?.subarray(0, length) ?? first,
    clear: () => {
      if (copy !== undefined) room.give(copy.length);
      copy = undefined;
      first = NOTHING;
      length = 0;
    },
  };
}

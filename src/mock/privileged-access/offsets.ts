import { Buffer } from 'node:buffer';
import type { Choices } from './choices.ts';
import type { Position } from './pages.ts';

/** What an `offset` holds: a position, and the page size of the call that made it. */
export interface Offset {
  readonly position: Position;
  readonly size: number;
}

type Form = Choices['offsetForm'];

const beginning = '{"version":1,"cursor":"';
const end = '","kind":"page-of-a-list"}';

const parts = /^([np])([0-9a-z]+)-([0-9a-z]+)-([0-9a-z]+)$/;

/** Offsets of one deployment: opaque to its callers, who cannot make one themselves or use it on another list. */
export type OffsetCodec = ReturnType<typeof createOffsetCodec>;

export function createOffsetCodec(key: string) {
  const sealed = (list: string, plain: string): string => `${plain}-${fingerprint(`${key}/${list}/${plain}`)}`;
  return {
    write(list: string, { position, size }: Offset, form: Form = 'short'): string {
      const place = 'from' in position ? `n${position.from.toString(36)}` : `p${position.before.toString(36)}`;
      const text = sealed(list, `${place}-${size.toString(36)}`);
      return form === 'json' ? Buffer.from(`${beginning}${text}${end}`).toString('base64url') : text;
    },
    /** undefined where the text was not written here for this list */
    read(list: string, asWritten: string, form: Form = 'short'): Offset | undefined {
      const text = form === 'json' ? textIn(asWritten) : asWritten;
      const [, side, place = '', size = ''] = parts.exec(text) ?? [];
      if (side === undefined || sealed(list, `${side}${place}-${size}`) !== text) return undefined;
      const seq = Number.parseInt(place, 36);
      return { position: side === 'n' ? { from: seq } : { before: seq }, size: Number.parseInt(size, 36) };
    },
  };
}

function textIn(json: string): string {
  const text = Buffer.from(json, 'base64url').toString();
  return text.startsWith(beginning) && text.endsWith(end) ? text.slice(beginning.length, -end.length) : '';
}

/** FNV-1a over the text: enough to notice a made-up offset, not meant against an attacker. */
function fingerprint(text: string): string {
  let hash = 0x811c_9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x0100_0193);
  return (hash >>> 0).toString(36);
}

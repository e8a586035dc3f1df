import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { join, markup, type Markup } from './markup.ts';

/** Parts of a page that its script puts in when a reader opens them: packed by the dozen, so that all exchanges of a run fit. */
export interface Packed {
  readonly markup: Markup;
  /** parts that fit within the limit, from the first on */
  readonly count: number;
}

/** Parts in one pack: few enough to unpack at once, enough to be packed well. The page's script counts by it too. */
export const IN_ONE_PACK = 64;

/** Packs parts by kind and number, ascending, up to so many characters. */
export function packed(kind: string, parts: Iterable<readonly [number: number, part: Markup]>, limit: number): Packed {
  const packs: Markup[] = [];
  let [size, count] = [0, 0];
  let pack = -1;
  let own: Record<number, string> = {};
  const close = (): boolean => {
    if (Object.keys(own).length === 0) return true;
    const text = deflateRawSync(JSON.stringify(own)).toString('base64');
    size += text.length;
    if (size > limit) return false;
    packs.push(markup`<template id="pack-${kind}-${pack}">${{ html: text }}</template> `);
    count += Object.keys(own).length;
    own = {};
    return true;
  };
  for (const [number, part] of parts) {
    const next = Math.floor(number / IN_ONE_PACK);
    if (next !== pack && !close()) return { markup: join(packs), count };
    pack = next;
    own[number] = part.html;
  }
  close();
  return { markup: join(packs), count };
}

const PACK = /(<template id="pack-[a-z]+-\d+">)([A-Za-z0-9+/=]*)(<\/template>)/g;

/** A page with its packs unpacked: two builds of zlib pack the same text in other bytes. What is no pack of ours stays as it is. */
export function unpacked(page: string): string {
  let room = MOST_UNPACKED;
  return page.replaceAll(PACK, (whole, before: string, text: string, after: string) => {
    const bytes = Buffer.from(text, 'base64');
    try {
      const inflated = inflateRawSync(bytes, { maxOutputLength: room });
      room -= inflated.length;
      return `${before}${inflated.toString()}${after}`;
    } catch {
      return whole;
    }
  });
}

const MOST_UNPACKED = 256_000_000;

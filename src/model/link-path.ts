import type { OperationRow } from './types.ts';

/** True where a URL, absolute or from the path on, ends in the operation's documented path, whatever the base; a query may follow. */
export function endsInPath(href: string, operation: OperationRow | undefined): boolean {
  if (operation?.path === undefined) return false;
  const [path = ''] = operation.path.split('?');
  const wanted = path.split('/').slice(1);
  const [, fromHost] = /^https?:\/\/([^?#]*)/.exec(href) ?? [];
  const [, fromRoot] = /^(\/[^?#]*)/.exec(href) ?? [];
  const found = (fromHost ?? fromRoot ?? '').split('/');
  const base = found.length - wanted.length;
  return base > 0 && wanted.every((segment, index) => isSegment(found[base + index] ?? '', segment));
}

/** A parameter stands for a whole segment, which is not empty. */
function isSegment(found: string, documented: string): boolean {
  return /^\{\w+\}$/.test(documented) ? found !== '' : found === documented;
}

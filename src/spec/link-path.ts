import type { OperationRow } from './types.ts';

/** True where a URL, absolute or from the path on, ends in the operation's documented path, whatever the base; a query may follow. */
export function endsInPath(href: string, operation: OperationRow | undefined): boolean {
  if (operation?.path === undefined) return false;
  const [path = ''] = operation.path.split('?');
  const escaped = path
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/?#]+');
  return new RegExp(`^(?:https?://[^?#]*|(?:/[^?#]*)?)${escaped}(?:[?#].*)?$`).test(href);
}

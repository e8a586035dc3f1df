import type { OperationRow } from './types.ts';

/** True where a URL, absolute or from the path on, ends in the operation's documented path, whatever the base; a query may follow. */
export function endsInPath(href: string, operation: OperationRow | undefined): boolean {
  return operation?.path !== undefined && lastSegments(href, operation.path) !== undefined;
}

/** The parameters that a URL gives to a path that it ends in, by name. */
export function parametersIn(href: string, template: string): Readonly<Record<string, string>> {
  const found = lastSegments(href, template);
  if (found === undefined) return {};
  return Object.fromEntries(
    segmentsOf(template).flatMap((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      return name === undefined ? [] : [[name, decoded(found[index] ?? '')] as const];
    }),
  );
}

/** The segments at the end of a URL that stand where those of the path do; undefined where it ends otherwise. */
function lastSegments(href: string, path: string): readonly string[] | undefined {
  const wanted = segmentsOf(path);
  const [, fromHost] = /^https?:\/\/([^?#]*)/.exec(href) ?? [];
  const [, fromRoot] = /^(\/[^?#]*)/.exec(href) ?? [];
  const found = (fromHost ?? fromRoot ?? '').split('/');
  const base = found.length - wanted.length;
  const last = found.slice(Math.max(0, base));
  return base > 0 && wanted.every((segment, index) => isSegment(last[index] ?? '', segment)) ? last : undefined;
}

function segmentsOf(path: string): readonly string[] {
  const [own = ''] = path.split('?');
  return own.split('/').slice(1);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A parameter stands for a whole segment, which is not empty. */
function isSegment(found: string, documented: string): boolean {
  return /^\{\w+\}$/.test(documented) ? found !== '' : found === documented;
}

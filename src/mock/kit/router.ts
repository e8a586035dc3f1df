/** One operation: its method, its path with `{parameters}`, and what answers it. */
export interface Route<Handler> {
  readonly method: string;
  readonly path: string;
  readonly handler: Handler;
}

export type Match<Handler> =
  | { readonly kind: 'found'; readonly handler: Handler; readonly params: Readonly<Record<string, string>> }
  /** the path is known, the method is not; `allow` are those that are */
  | { readonly kind: 'method-not-allowed'; readonly allow: readonly string[] }
  | { readonly kind: 'not-found' };

/** Finds the route of a method and path (without query). Earlier routes win; a segment that does not decode matches nothing. */
export function createRouter<Handler>(routes: readonly Route<Handler>[]): (method: string, path: string) => Match<Handler> {
  const table = routes.map((route) => ({ route, template: route.path.split('/').map(templateSegment) }));
  return (method, path) => {
    const segments = path.split('/');
    const here = table.flatMap(({ route, template }) => {
      const params = matchSegments(template, segments);
      return params === undefined ? [] : [{ route, params }];
    });
    const found = here.find(({ route }) => route.method === method);
    if (found !== undefined) return { kind: 'found', handler: found.route.handler, params: found.params };
    if (here.length > 0) return { kind: 'method-not-allowed', allow: [...new Set(here.map(({ route }) => route.method))] };
    return { kind: 'not-found' };
  };
}

/** A segment that stands as it is, or the name of a parameter. */
interface TemplateSegment {
  readonly text: string;
  readonly name: string | undefined;
}

function templateSegment(text: string): TemplateSegment {
  return { text, name: /^\{(.+)\}$/.exec(text)?.[1] };
}

function matchSegments(template: readonly TemplateSegment[], segments: readonly string[]): Record<string, string> | undefined {
  if (template.length !== segments.length) return undefined;
  if (template.some(({ text, name }, index) => name === undefined && text !== segments[index])) return undefined;
  const params: Record<string, string> = {};
  for (const [index, { name }] of template.entries()) {
    if (name === undefined) continue;
    const value = decodeSegment(segments[index] ?? '');
    if (value === undefined || value === '') return undefined;
    params[name] = value;
  }
  return params;
}

/** A segment of a path with its percent-encoding undone; undefined where it is none. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Splits an origin-form target into its path and its query parameters. */
export function splitTarget(target: string): { readonly path: string; readonly query: URLSearchParams } {
  const at = target.indexOf('?');
  return at < 0
    ? { path: target, query: new URLSearchParams() }
    : { path: target.slice(0, at), query: new URLSearchParams(target.slice(at + 1)) };
}

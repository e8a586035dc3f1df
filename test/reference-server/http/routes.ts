import type { Call } from './call.ts';
import type { Reply } from './reply.ts';

export type Handler = (call: Call) => Reply;

export interface Route {
  readonly method: string;
  readonly segments: readonly string[];
  readonly handler: Handler;
}

/** `on('PUT /teams/{team}', …)`. */
export function on(line: string, handler: Handler): Route {
  const [method = '', path = ''] = line.split(' ');
  return { method, segments: path.split('/'), handler };
}

/** The first route that fits, with its parameters; undefined where none does. */
export function dispatch(routes: readonly Route[], call: Call): Reply | undefined {
  for (const { method, segments, handler } of routes) {
    const args = method === call.method ? match(segments, call.path.split('/')) : undefined;
    if (args !== undefined) return handler({ ...call, args });
  }
  return undefined;
}

function match(pattern: readonly string[], path: readonly string[]): Readonly<Record<string, string>> | undefined {
  if (pattern.length !== path.length) return undefined;
  const args: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const found = decoded(path[index] ?? '');
    if (found === undefined) return undefined;
    const name = /^\{(\w+)\}$/.exec(expected)?.[1];
    if (name === undefined && expected !== found) return undefined;
    if (name !== undefined) args[name] = found;
  }
  return args;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

import { isObject } from '../model/is-object.ts';
import type { DocumentSpec } from '../model/types.ts';
import { operationBinding, type PublicProfile } from './profile.ts';

/** Where an operation of a document stands: its method, and its path segment by segment. */
export interface Route {
  readonly operation: string;
  readonly method: string;
  readonly segments: readonly string[];
  /** members that a JSON body of it may have */
  readonly members: readonly string[];
}

/** The operations of a document that have a place, bound or documented; one that is named goes before one whose segment stands for any. */
export function routesOf({ name, endpoints }: DocumentSpec, profile: PublicProfile): readonly Route[] {
  return endpoints.operations
    .flatMap((operation): readonly Route[] => {
      const bound = operationBinding(profile, name, operation.id);
      const method = bound?.method ?? operation.method;
      const path = bound?.path ?? operation.path;
      if (method === undefined || path === undefined) return [];
      const segments = (path.split('?')[0] ?? '').split('/').filter((segment) => segment !== '' && segment !== '{base_url}');
      const own = (operation.parameters ?? []).flatMap((parameter) => (parameter.in === 'body' ? [parameter.name] : []));
      return [{ operation: operation.id, method, segments, members: isObject(bound?.body) ? Object.keys(bound.body) : own }];
    })
    .toSorted((one, other) => variables(one) - variables(other));
}

/**
 * The operation that a request asks for; compares paths from the end, since a base address may have a path of its own. Of several at one
 * place it is the first, unless the body has just the members of another.
 */
export function operationAt(routes: readonly Route[], method: string, url: string, body?: unknown): string | undefined {
  const path = new URL(url).pathname.split('/').filter((segment) => segment !== '');
  const [first, ...others] = routes.filter((route) => {
    const last = path.slice(-route.segments.length);
    return (
      route.method === method &&
      last.length === route.segments.length &&
      route.segments.every((segment, index) => segment.includes('{') || segment === last[index])
    );
  });
  if (first === undefined || !isObject(body)) return first?.operation;
  const sent = Object.keys(body).toSorted().join();
  return (others.find(({ members }) => members.toSorted().join() === sent) ?? first).operation;
}

function variables({ segments }: Route): number {
  return segments.filter((segment) => segment.includes('{')).length;
}

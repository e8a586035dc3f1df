import type { Step } from '../model/types.ts';
import { valueAt } from '../model/pointer.ts';
import { resolveReferences, UnresolvedReference } from '../plan/scope.ts';
import { operationOf, viewAnswer } from '../profile/answer.ts';
import type { Answer } from '../profile/answer.ts';
import type { Running } from './drive.ts';

/** Remembers what an answered call has made, and forgets what it has taken away. */
export function noteMade({ drive, spec, scope }: Running, step: Step, call: string | undefined, args: Data, response: Answer): void {
  const operation = operationOf(spec, call);
  if (operation === undefined || response.status < 200 || response.status >= 300) return;
  scope.forget(({ undo }) => undo?.call === operation.id && Object.entries(undo.with ?? {}).every(([name, value]) => args[name] === value));
  if (operation.undo === undefined) return;
  const { call: away, with: named = {}, readBack, within = [] } = operation.undo;
  const made = viewAnswer(spec, drive.profile, operation, response).body;
  const lookup = ([head, ...path]: readonly string[]): unknown => valueAt(head === 'args' ? args : made, path);
  const headers = step.headers === undefined ? {} : { headers: strings(resolveReferences(step.headers, scope.lookup)) };
  const caller = step.caller === undefined ? {} : { caller: step.caller };
  const literal = (id: string | undefined, with_: object): Step | undefined => {
    const resolved = id === undefined ? undefined : resolvedOrNone(with_, lookup);
    return id === undefined || resolved === undefined ? undefined : { call: id, with: resolved, ...caller, ...headers };
  };
  scope.make({
    by: operation.id,
    undo: literal(away, named),
    readBack: readBack === undefined ? undefined : literal(readBack.call, readBack.with),
    within: within.map((reference) => resolvedOrNone({ reference }, lookup)?.['reference']),
  });
}

type Data = Readonly<Record<string, unknown>>;

function resolvedOrNone(value: object, lookup: (path: readonly string[]) => unknown): Record<string, unknown> | undefined {
  try {
    return { ...Object(resolveReferences(value, lookup)) };
  } catch (error) {
    if (error instanceof UnresolvedReference) return undefined;
    throw error;
  }
}

function strings(value: unknown): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(value)).map(([name, entry]) => [name, String(entry)]));
}

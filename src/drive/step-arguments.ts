import type { Step } from '../model/types.ts';
import { resolveReferences } from '../plan/scope.ts';
import type { CaseScope } from './case-scope.ts';

/** What a step passes to its operation, references resolved. */
export function argumentsOf(step: Step, scope: CaseScope): Record<string, unknown> {
  return resolvedObject(step.with, scope);
}

/** What a step adds to the query of its request, references resolved. */
export function queryOf(step: Step, scope: CaseScope): Record<string, unknown> {
  return resolvedObject(step.query, scope);
}

function resolvedObject(given: Step['with'] | Step['query'], scope: CaseScope): Record<string, unknown> {
  const resolved = resolveReferences(given ?? {}, scope.lookup);
  return typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
}

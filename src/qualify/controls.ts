import { isObject } from '../model/is-object.ts';
import { isJudgeable } from '../model/selection.ts';
import type { Judgement } from '../judge/judgement.ts';
import type { WireResponse } from '../mock/kit/service.ts';

/**
 * What no document forbids: a header and members that nobody named, whose values never come again, and members and lists in another order in
 * each second response.
 */
export function harmlessChanges(): (response: WireResponse) => WireResponse {
  let count = 0;
  return ({ status, headers, body }) => {
    count += 1;
    const isJson = body.startsWith('{') || body.startsWith('[');
    return { status, headers: { ...headers, 'x-undocumented': `harmless ${count}` }, body: isJson ? harmlessText(body, count) : body };
  };
}

function harmlessText(body: string, count: number): string {
  const value: unknown = JSON.parse(body);
  const changed = count % 2 === 0 ? reversed(value) : value;
  const own = isObject(changed) ? { undocumented: count, ...changed } : changed;
  return JSON.stringify(withUndocumented(own, count));
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed).toReversed();
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, reversed(inner)] as const)
      .toReversed(),
  );
}

/** Where a document describes objects; any other may hold settings or values of the target's own form, or be keyed by identifiers. */
const DESCRIBED = ['list', 'items', 'factor', 'factors', 'errorCauses', 'owner', 'resource', 'principal', 'requester', 'creator', 'user'];

function withUndocumented(value: unknown, count: number): unknown {
  if (Array.isArray(value)) return value.map((one) => withUndocumented(one, count));
  if (!isObject(value)) return value;
  const mark = (inner: unknown): unknown => (isObject(inner) ? { ...inner, undocumented: count } : inner);
  const members = Object.entries(value).map(([name, inner]): readonly [string, unknown] => {
    const changed = withUndocumented(inner, count);
    if (!DESCRIBED.includes(name)) return [name, changed];
    return [name, Array.isArray(changed) ? changed.map(mark) : mark(changed)];
  });
  return Object.fromEntries(members);
}

/** True where a run has judged every clause that it can judge, and none against the target. */
export function lives({ clauses }: Judgement): boolean {
  return clauses.every(({ clause, verdict }) => (isJudgeable(clause) ? verdict === 'pass' || verdict === 'skipped' : verdict !== 'fail'));
}

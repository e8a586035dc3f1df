import { lacksRights } from '../../model/refusal-blame.ts';
import type { DocumentSpec } from '../../model/types.ts';
import { errorNamePointer } from '../../profile/answer.ts';
import type { PublicProfile } from '../../profile/profile.ts';
import type { WireResponse } from '../../mock/kit/service.ts';

/** How a refusal looks: without a body, a page of a proxy, or an error body as the document shows it, or as the services of its kind do. */
export type RefusalBody = 'bare' | 'html' | 'error';

export interface RefusalKind {
  readonly status: number;
  readonly body: RefusalBody;
}

const STATUSES = [400, 401, 403, 404, 409, 415, 429, 500, 503];
const BODIES: readonly RefusalBody[] = ['bare', 'html', 'error'];

/** Every status with every body. */
export const REFUSAL_KINDS: readonly RefusalKind[] = STATUSES.flatMap((status) => BODIES.map((body) => ({ status, body })));

export function nameOf({ status, body }: RefusalKind): string {
  return `${status} ${body}`;
}

/** A refusal in place of a response: headers that are no part of the content stay as they were. */
export function refusalFor(spec: DocumentSpec, profile: PublicProfile, kind: RefusalKind, { headers }: WireResponse): WireResponse {
  const kept = Object.entries(headers).filter(([name]) => !/^(link|location|content-length|content-type)$/i.test(name));
  const [type, body] = contentOf(spec, profile, kind);
  const ofContent = type === undefined ? { 'content-length': '0' } : { 'content-type': type };
  return { status: kind.status, headers: { ...Object.fromEntries(kept), ...ofContent }, body };
}

function contentOf(
  spec: DocumentSpec,
  profile: PublicProfile,
  { status, body }: RefusalKind,
): readonly [type: string | undefined, body: string] {
  if (body === 'bare') return [undefined, ''];
  if (body === 'html') return ['text/html', `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`];
  return ['application/json', JSON.stringify(errorBody(spec, profile, status))];
}

/** Which clauses the document gives a ground to fail, where this operation, or all of them, is refused each time. */
export function mayFail(
  { refusals, document }: DocumentSpec,
  kind: RefusalKind,
  operation: string | undefined,
): (clause: string) => boolean {
  const grounds = (refusals.contradicted ?? []).filter(
    ({ operations, status, body }) =>
      (operation === undefined || (operations?.includes(operation) ?? true)) &&
      (status?.includes(kind.status) ?? true) &&
      (body?.includes(kind.body) ?? true),
  );
  const offered = (document.laws?.served ?? []).filter(
    ({ operation: own, issued }) => own === operation && (kind.status === 500 || (issued === true && lacksRights(kind.status))),
  );
  const permitted = new Set([...grounds.flatMap(({ speaksOf }) => speaksOf), ...offered.flatMap(({ clauses }) => clauses)]);
  return (clause) => permitted.has(clause);
}

/** Names that services of the kind use where the document has none for a status. */
const FURTHER_NAMES: ReadonlyMap<number, string> = new Map([
  [400, 'E0000003'],
  [401, 'E0000011'],
  [403, 'E0000006'],
  [404, 'E0000007'],
  [409, 'E0000195'],
  [415, 'E0000021'],
  [429, 'E0000047'],
]);

/** The fields of an error object, with the name where the target's profile says that it stands. */
function errorBody(spec: DocumentSpec, profile: PublicProfile, status: number): object {
  const row = spec.errors.errors.find((error) => error.status === status && error.named !== false);
  const name = row?.name ?? FURTHER_NAMES.get(status) ?? 'E0000009';
  const key = (errorNamePointer(spec, profile) ?? '/error').slice(1);
  return { [key]: name, errorSummary: row?.summary ?? 'refused', errorLink: name, errorId: 'oaeRefused', errorCauses: [] };
}

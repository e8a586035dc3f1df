import { createRouter, splitTarget } from '../kit/router.ts';
import type { WireRequest } from '../kit/service.ts';
import { Refusal } from './errors.ts';
import { operations } from './operations.ts';
import type { Call, Operation, World } from './world.ts';

const route = createRouter(operations.map((operation) => ({ method: operation.method, path: operation.path, handler: operation })));

/** Tokens of this deployment's two callers. It guards nothing: they are the same everywhere. */
const tokens: ReadonlyMap<string, 'subscribed' | 'not-subscribed'> = new Map([
  ['mock-governance-token', 'subscribed'],
  ['mock-token-without-governance', 'not-subscribed'],
]);

/** Refuses a message that arrived broken (RFC 9110 section 15.5.1, RFC 6585 section 5). */
export function demandWhole({ unreadable, halfClosed }: WireRequest): void {
  if (unreadable === 'headers-too-large') throw new Refusal('E0000001', ['the header fields are too large'], 431);
  if (unreadable !== undefined || halfClosed === true) throw new Refusal('E0000003', ['the request ended early or is no HTTP']);
}

/** Who calls: `Authorization: SSWS token` or `Bearer token`. Refuses a token that is missing, unknown, or of somebody without a subscription. */
export function demandAccess({ headers }: WireRequest, mayUse: (subscribed: boolean) => boolean): void {
  const token = /^(?:SSWS|Bearer) +(\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
  const known = token === undefined ? undefined : tokens.get(token);
  if (known === undefined) throw new Refusal('E0000011');
  if (!mayUse(known === 'subscribed')) throw new Refusal('E0000006', ['access to these operations needs a subscription']);
}

export type Intake = { readonly operation: Operation; readonly call: Call };

/** Finds the operation of a request and reads its body. The preview environment has the same operations under /preview. */
export function intake(request: WireRequest, world: World): Intake {
  const { path: whole, query } = splitTarget(request.target);
  const environment = whole.startsWith('/preview/') ? 'preview' : 'production';
  const path = environment === 'preview' ? whole.slice('/preview'.length) : whole;
  if (path.startsWith('/governance/api/v2/catalogs/') && !world.policy.servesBeta(environment))
    throw new Refusal('E0000007', [`nothing is at ${path}`]);
  const match = route(request.method === 'HEAD' ? 'GET' : request.method, path);
  if (match.kind === 'not-found') throw new Refusal('E0000007', [`nothing is at ${path}`]);
  if (match.kind === 'method-not-allowed') {
    const allow = match.allow.join(', ');
    throw new Refusal('E0000022', [`${path} has ${allow}`], undefined, { allow });
  }
  return { operation: match.handler, call: { operation: match.handler.operation, params: match.params, query, body: readJson(request) } };
}

/** The JSON value of the body; undefined where there is none. Refuses another media type, and what is no JSON. */
function readJson({ headers, body }: WireRequest): unknown {
  const accept = headers['accept'] ?? '*/*';
  if (!/(\*|application)\/(\*|json)/i.test(accept))
    throw new Refusal('E0000021', [`Accept is '${accept}'; this service answers application/json`]);
  if (body === '') return undefined;
  const type = headers['content-type'] ?? '';
  if (!/^application\/(?:json|merge-patch\+json)\s*(?:;|$)/i.test(type))
    throw new Refusal('E0000021', [`Content-Type is '${type}'; application/json is needed`]);
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal('E0000003', ['the body is no JSON']);
  }
}

import { admitted, defineService } from '../kit/define-service.ts';
import { json, parseJson, parseObject } from '../kit/json.ts';
import { limitHeaders } from '../kit/limiter.ts';
import { UNREADABLE, type JsonObject, type WireResponse } from '../kit/service.ts';
import { acts } from './acts.ts';
import { campaignOperations } from './campaigns.ts';
import { choiceTable } from './choices.ts';
import { collectionOperations } from './collections.ts';
import type { Context, RequestContext } from './context.ts';
import { makeUser, putFixtures } from './directory.ts';
import { Refusal, errors } from './errors.ts';
import { faults } from './faults.ts';
import { runJobsIfDue } from './jobs.ts';
import { policy } from './policy.ts';
import { states } from './provider-states.ts';
import { requestConditionOperations } from './request-conditions.ts';
import { requestTypeOperations } from './request-types.ts';
import { requestOperations } from './requests.ts';
import { resourceOperations } from './resources.ts';
import { createStore } from './store.ts';

/** The governance service. Paths of the v1 model and of what came with it are under v1, the current model's under v2. */
export const governance = defineService({
  document: 'governance',
  choices: choiceTable,
  policy: () => policy,
  faults,
  createStore({ now, id }) {
    const store = createStore(now());
    store.callerId = makeUser({ store, id }).id;
    return store;
  },
  putFixtures: (context, { governance: given = {} }) => putFixtures(context, given),
  states,
  acts,
  teardown,
  operations: {
    ...resourceOperations,
    ...collectionOperations,
    ...campaignOperations,
    ...requestConditionOperations,
    ...requestOperations,
    ...requestTypeOperations,
  },
  arrive: (context) => context,
  limit: ({ request, now }, limiter) => admitted(limiter, request.headers['authorization'] ?? request.remoteAddress, now()),
  /** the names are those of the authentication service; this document shows none */
  limitHeaders: (_context, allowance) => limitHeaders('x-rate-limit', allowance),
  overLimit: () => new Refusal('E0000047'),
  enter(context) {
    demandWhole(context);
    demandAccess(context);
    return pathOf(context);
  },
  unknown({ path }, match) {
    if (match.kind === 'not-found') return new Refusal('E0000007', [`nothing is at ${path}`]);
    const allow = match.allow.join(', ');
    return new Refusal('E0000022', [`${path} has ${allow}`], { headers: { allow } });
  },
  readBody,
  before: runJobsIfDue,
  stateOf,
  /** the shape is document 2's Error object; `errorCauses` is left out where the deployment chooses so and there are none */
  refuse({ id, choices }, error) {
    const { code, causes, status, headers } = error instanceof Refusal ? error : new Refusal('E0000009');
    const head = { errorCode: code, errorSummary: errors[code].summary, errorLink: code, errorId: id(16) };
    const isShort = choices.errorBody === 'causes-if-any' && causes.length === 0;
    const errorCauses = causes.map((errorSummary) => ({ errorSummary }));
    return json(status ?? errors[code].status, isShort ? head : { ...head, errorCauses }, headers);
  },
});

/** Tokens of this deployment's two callers. It guards nothing: they are the same everywhere. */
const tokens: ReadonlyMap<string, 'subscribed' | 'not-subscribed'> = new Map([
  ['mock-governance-token', 'subscribed'],
  ['mock-token-without-governance', 'not-subscribed'],
]);

/** Refuses a message that arrived broken. */
function demandWhole({ request: { unreadable, halfClosed } }: RequestContext): void {
  if (unreadable !== undefined) {
    const { mistake, status } = UNREADABLE[unreadable];
    throw new Refusal(unreadable === 'headers-too-large' ? 'E0000001' : 'E0000003', [mistake], { status });
  }
  if (halfClosed === true) throw new Refusal('E0000003', ['the request ended early']);
}

/** Who calls: `Authorization: SSWS token` or `Bearer token`. Refuses a token that is missing, unknown, or of somebody without a subscription. */
function demandAccess({ request, policy, path }: RequestContext): void {
  const token = /^(?:SSWS|Bearer) +(\S+)$/i.exec(request.headers['authorization'] ?? '')?.[1];
  const known = token === undefined ? undefined : tokens.get(token);
  if (known === undefined) throw new Refusal('E0000011');
  if (!policy.mayUse(known === 'subscribed', request.method, path))
    throw new Refusal('E0000006', ['access to these operations needs a subscription']);
}

/** The preview environment has the same operations under /preview. */
function pathOf({ path: whole, policy }: RequestContext): string {
  const environment = whole.startsWith('/preview/') ? 'preview' : 'production';
  const path = environment === 'preview' ? whole.slice('/preview'.length) : whole;
  if (path.startsWith('/governance/api/v2/catalogs/') && !policy.servesBeta(environment))
    throw new Refusal('E0000007', [`nothing is at ${path}`]);
  return path;
}

/** The JSON value of the body; undefined where there is none. Refuses another media type, and what is no JSON. */
function readBody({ request: { headers, body } }: RequestContext): unknown {
  const accept = headers['accept'] ?? '*/*';
  if (!/(\*|application)\/(\*|json)/i.test(accept))
    throw new Refusal('E0000021', [`Accept is '${accept}'; this service answers application/json`]);
  if (body === '') return undefined;
  const type = headers['content-type'] ?? '';
  if (!/^application\/(?:json|merge-patch\+json)\s*(?:;|$)/i.test(type))
    throw new Refusal('E0000021', [`Content-Type is '${type}'; application/json is needed`]);
  const value = parseJson(body);
  if (value === undefined) throw new Refusal('E0000003', ['the body is no JSON']);
  return value;
}

/** Of the last thing that the path names, or that was made. */
function stateOf({ store, params }: RequestContext, answer?: WireResponse): string | undefined {
  const id = Object.values(params).at(-1) ?? (answer === undefined ? undefined : parseObject(answer.body)?.['id']);
  if (typeof id !== 'string') return undefined;
  const { campaign, requestCondition, request, requestType, requestV1 } = store;
  const found = campaign.get(id) ?? requestCondition.get(id) ?? request.get(id) ?? requestType.get(id);
  return found?.status ?? requestV1.get(id)?.requestStatus;
}

/**
 * Takes away everything that a provider state's data name by id, except whom the callers' token belongs to, and with it
 * the unfinished work on those things, so that no later job meets it.
 */
function teardown({ store }: Context, data: JsonObject): void {
  const { jobQueue: _queue, callerId, ...stores } = store;
  const ids = textsIn(data).filter((text) => text !== callerId && Object.values(stores).some((items) => items.get(text) !== undefined));
  for (const items of Object.values(stores)) for (const id of ids) items.remove(id, 0);
  for (const { id, catalogEntryId } of store.request.all())
    if (store.catalogEntry.get(catalogEntryId) === undefined) store.request.remove(id, 0);
  for (const { id, requesterId } of store.requestV1.all()) if (ids.includes(requesterId)) store.requestV1.remove(id, 0);
  for (const { id, principal } of store.assignment.all()) if (ids.includes(principal.externalId)) store.assignment.remove(id, 0);
  for (const { id, settings } of store.campaign.all())
    if (textsIn(settings.resourceSettings).some((resource) => ids.includes(resource))) store.campaign.remove(id, 0);
}

/** Every text in a value, at any depth: ids stand in settings too. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

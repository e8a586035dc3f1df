import type { Binding, DocumentSpec, OperationRow } from '../model/types.ts';
import { grouped } from '../model/grouped.ts';
import { fieldAt, valuesAt } from '../model/field-path.ts';
import { atPointer } from '../model/pointer.ts';
import { IN_LOCATION, viewBody } from '../profile/answer.ts';
import { operationBinding, service, valueBinding, type PublicProfile } from '../profile/profile.ts';
import type { ExchangeEvent, ResponseMessage } from '../trace/events.ts';
import { exchangesWith } from './evidence.ts';
import type { JudgeInput, Finding } from './finding.ts';
import { promisesOf } from './step-judge.ts';
import { isUnforeseen } from './steps.ts';

/** A binding that has not worked a single time in the whole run: what depends on it tells of the profile, not of the target. */
interface Doubt {
  readonly reason: string;
  /** true where a finding tells of this binding */
  readonly concerns: (finding: Finding, deciding: ExchangeEvent) => boolean;
  /** true where what builds on this exchange is in doubt */
  readonly touches: (exchange: ExchangeEvent) => boolean;
}

/**
 * The same findings, but that none blames the target for a binding that was never seen to be right. Whoever knows that it is says
 * so in the profile (`certain`).
 */
export function withoutUnverifiedBindings(input: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  if (input.profile.embedded) return findings;
  const exchanges = exchangesWith(input.evidence, input.spec.name);
  const isMisled = misledBy(findings);
  const isDue = refusedAsDue(input.spec, findings);
  const doubts = doubtsOf(
    input,
    exchanges.filter((exchange) => !isMisled(exchange)),
    isDue,
  );
  if (doubts.length === 0) return findings;
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  return findings.map((finding) => {
    if (finding.blame !== 'target') return finding;
    const doubt = doubts.find((one) => isInDoubt(one, finding, bySeq, exchanges));
    if (doubt === undefined) return finding;
    const { expected: _expected, received: _received, ...rest } = finding;
    return { ...rest, verdict: 'inconclusive', blame: 'config', reason: doubt.reason };
  });
}

/** What a target has given out in another form than documented is the target's, and so is what comes of passing it on. */
function misledBy(findings: readonly Finding[]): (exchange: ExchangeEvent) => boolean {
  const since = new Map<string, number>();
  for (const { verdict, check, case: id = '', exchanges } of findings) {
    const seq = exchanges.at(-1);
    if (verdict === 'fail' && check.startsWith('shape/') && seq !== undefined) since.set(id, Math.min(since.get(id) ?? seq, seq));
  }
  return ({ seq, case: id }) => (since.get(id) ?? seq) < seq;
}

/** What was refused where nothing else was to come tells nothing of how it is bound: a request without its token is none anywhere. */
function refusedAsDue(spec: DocumentSpec, findings: readonly Finding[]): (exchange: ExchangeEvent) => boolean {
  const promises = promisesOf(spec);
  const isMet = ({ verdict, check }: Finding): boolean => {
    const promised = promises.get(check);
    return verdict === 'pass' && promised !== undefined && (promised.isRefusal || Object.keys(promised.forbidden).length > 0);
  };
  const due = new Set(findings.flatMap((finding) => (isMet(finding) ? finding.exchanges.slice(-1) : [])));
  return (exchange) => due.has(exchange.seq) && isRefused(exchange);
}

function isInDoubt(
  doubt: Doubt,
  finding: Finding,
  bySeq: ReadonlyMap<number, ExchangeEvent>,
  exchanges: readonly ExchangeEvent[],
): boolean {
  const deciding = bySeq.get(finding.exchanges.at(-1) ?? -1);
  if (deciding !== undefined && doubt.concerns(finding, deciding)) return true;
  // What could not be judged because an earlier answer of the case was missing something, or was refused.
  if (finding.verdict !== 'inconclusive') return false;
  return exchanges.some((exchange) => exchange.case === finding.case && doubt.touches(exchange));
}

function doubtsOf(
  { spec, profile }: JudgeInput,
  exchanges: readonly ExchangeEvent[],
  isDue: (exchange: ExchangeEvent) => boolean,
): readonly Doubt[] {
  const byOperation = new Map<string, ExchangeEvent[]>();
  for (const exchange of exchanges) {
    if (exchange.operation === undefined || exchange.response === undefined || isUnforeseen(exchange.place) || isDue(exchange)) continue;
    const known = byOperation.get(exchange.operation);
    if (known === undefined) byOperation.set(exchange.operation, [exchange]);
    else known.push(exchange);
  }
  return [
    ...spec.endpoints.operations.flatMap((operation) => {
      const binding = operationBinding(profile, spec.name, operation.id);
      const own = byOperation.get(operation.id) ?? [];
      return binding === undefined || binding.certain === true || own.length === 0
        ? []
        : operationDoubts({ spec, profile }, operation, binding, own);
    }),
    ...errorNameDoubt(spec, profile, exchanges),
  ];
}

/** Statuses that say that a request is not one: nothing is there, or not by this method, or not with this body. */
const NOT_THERE = [404, 405, 501];
const NOT_TAKEN = [400, 415, 422];

/** Refusals that come before anybody has looked at what is asked for. */
function tellsNothing(status: number): boolean {
  return status === 401 || status === 403 || status === 429 || status >= 500;
}

/** How much of a resource an answer must hold to be one: a single name, such as 'status', may stand in any error body. */
const LEAST_FIELDS = 2;

/** True where the answer holds what the operation answers with, or nothing at all: whoever says so has heard what was asked. */
function isHeard(spec: DocumentSpec, operation: OperationRow, { response: pointers = {} }: Binding, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return body === undefined;
  const tops = new Set(pathsShown(spec, operation).map((path) => path.split(/[.[]/)[0] ?? ''));
  // The whole body is an answer only where a list is one.
  const leading = Object.values(pointers).filter((pointer) => pointer !== IN_LOCATION && (pointer !== '' || Array.isArray(body)));
  const bound = leading.flatMap((pointer) => [atPointer(body, pointer)].filter((value) => value !== undefined));
  const found = Object.keys(body).filter((key) => tops.has(key)).length + bound.length;
  return found >= LEAST_FIELDS || bound.some((value) => typeof value === 'object');
}

/** The paths of the fields that the resources of an operation have. */
function pathsShown({ resources: { resources } }: DocumentSpec, { responses }: OperationRow): readonly string[] {
  const names = responses.flatMap(({ resource }) => resource ?? []);
  return resources.flatMap(({ name, fields }) => (names.includes(name) ? fields.map(({ path }) => path) : []));
}

function operationDoubts(
  { spec, profile }: Pick<JudgeInput, 'spec' | 'profile'>,
  operation: OperationRow,
  binding: Binding,
  own: readonly ExchangeEvent[],
): readonly Doubt[] {
  const { id, method, path, responses } = operation;
  const key = `services.${spec.name}.bindings.${id}`;
  const addressed = method === undefined || path === undefined || binding.path !== undefined;
  const doubtful = [...(addressed ? NOT_THERE : []), ...(binding.body === undefined ? [] : NOT_TAKEN)];
  const told = own.map(({ response }) => response?.status ?? 0).filter((status) => !tellsNothing(status));
  const statuses = [...new Set(told)];
  // What the document only shows refused may be refused each time.
  const canSucceed = responses.some(({ error }) => error === undefined);
  const heard = own.some(({ response }) => response !== undefined && isHeard(spec, operation, binding, response.body ?? response.text));
  if (canSucceed && told.length > 0 && !heard && statuses.every((status) => doubtful.includes(status)))
    return [
      {
        reason: `${key} has not worked once: each of ${told.length} requests was answered ${statuses.join(' or ')} (where it is right, 'certain: true' beside it says so)`,
        concerns: (_finding, deciding) => deciding.operation === id,
        touches: (exchange) => exchange.operation === id,
      },
    ];
  const ofBody = canSucceed && binding.body !== undefined ? bodyDoubts({ spec, operation, binding, key }, own) : [];
  const looked = own.flatMap(({ response }): readonly Looked[] =>
    response === undefined ? [] : [{ response, view: () => viewBody(spec, profile, operation, response) }],
  );
  const paths = pathsShown(spec, operation);
  const ofFields = Object.entries(binding.response ?? {}).flatMap(([field, pointer]) => {
    const isList = paths.some((path) => path.startsWith(`${field}[]`));
    return fieldDoubt({ key, operation: id, field, pointer, isList }, looked);
  });
  return [...ofBody, ...ofFields];
}

interface BoundBody {
  readonly spec: DocumentSpec;
  readonly operation: OperationRow;
  readonly binding: Binding;
  readonly key: string;
}

/** Fewer refusals of a body with certain members may be what a target makes of them. */
const MOST_BY_THE_WAY = 4;

/** Bodies that the target has never taken with these members, though it has with others: a name among them may be wrong. */
function bodyDoubts({ spec, operation, binding, key }: BoundBody, own: readonly ExchangeEvent[]): readonly Doubt[] {
  return [...grouped(own, membersOf)].flatMap(([members, some]) => {
    const told = some.flatMap(({ response }) => (response === undefined || tellsNothing(response.status) ? [] : [response]));
    const isTaken = told.some((response) => !NOT_TAKEN.includes(response.status) || isHeard(spec, operation, binding, response.body));
    if (members === '' || isTaken || told.length <= MOST_BY_THE_WAY) return [];
    const isSo = (exchange: ExchangeEvent): boolean => exchange.operation === operation.id && membersOf(exchange) === members;
    const statuses = [...new Set(told.map(({ status }) => status))].join(' or ');
    return [
      {
        reason: `${key}.body has not worked once with ${members}: each of ${told.length} requests was answered ${statuses} (where it is right, 'certain: true' beside it says so)`,
        concerns: (_finding, deciding) => isSo(deciding),
        touches: isSo,
      },
    ];
  });
}

/** The names at the top of what was sent. */
function membersOf({ request: { body } }: ExchangeEvent): string {
  return typeof body === 'object' && body !== null ? Object.keys(body).toSorted().join(', ') : '';
}

/** A field that a binding places: where, and whether the resource has a list there. */
interface BoundField {
  readonly key: string;
  readonly operation: string;
  readonly field: string;
  readonly pointer: string;
  readonly isList: boolean;
}

/** A pointer that has led nowhere in any successful answer, or in any element of its list. */
function fieldDoubt({ key, operation, field, pointer, isList }: BoundField, own: readonly Looked[]): readonly Doubt[] {
  const isOutside = pointer === IN_LOCATION;
  const answers = own.filter(
    (one) => one.response.status < 400 && (isOutside || one.response.body !== undefined) && hasElements(field, one),
  );
  const isFound = (one: Looked): boolean => {
    if (isOutside || field.includes('[]')) return valuesAt(one.view(), field.split('.')).length > 0;
    const value = atPointer(one.response.body, pointer);
    // An object in the place of a list is not what the resource has there.
    return isList ? Array.isArray(value) : value !== undefined;
  };
  if (answers.length === 0 || answers.some(isFound)) return [];
  return [
    {
      reason: `${key}.response.${field} has led nowhere: ${pointer} stands in none of ${answers.length} answers`,
      concerns: ({ pointer: place = '', expected = '' }, deciding) =>
        deciding.operation === operation && (field === 'root' || fieldAt(place).includes(`.${field}`) || fieldAt(expected).includes(field)),
      touches: (exchange) => exchange.operation === operation,
    },
  ];
}

/** An answer, and what the bindings make of its body. */
interface Looked {
  readonly response: ResponseMessage;
  readonly view: () => unknown;
}

/** A list may be empty: then there is nothing to lead to. */
function hasElements(field: string, { view }: Looked): boolean {
  const path = field.split('.');
  const list = path.findLastIndex((segment) => segment.endsWith('[]'));
  return list === -1 || valuesAt(view(), path.slice(0, list + 1)).length > 0;
}

/** An error name that is looked for in the wrong place: nowhere there, and elsewhere in the same bodies. */
function errorNameDoubt({ name, errors }: DocumentSpec, profile: PublicProfile, exchanges: readonly ExchangeEvent[]): readonly Doubt[] {
  const pointer = errors.errorName === undefined ? valueBinding(profile, name, 'errorName') : undefined;
  if (pointer === undefined) return [];
  const refusals = exchanges.flatMap(({ response }) =>
    response !== undefined && response.status >= 400 && response.body !== undefined ? [response.body] : [],
  );
  const promised = service(profile, name)?.declares.flatMap(({ refused = [] }) => refused) ?? [];
  const names = new Set([...errors.errors.map((row) => row.name), ...promised]);
  if (refusals.some((body) => typeof atPointer(body, pointer) === 'string') || !refusals.some((body) => holds(body, names))) return [];
  return [
    {
      reason: `services.${name}.bindings.errorName has led nowhere: ${pointer} stands in none of ${refusals.length} error bodies, and the names stand elsewhere in them`,
      // A declared refusal may be decided by the read that follows it.
      concerns: ({ expected = '' }, exchange) => isRefused(exchange) || [...names].some((one) => expected.includes(one)),
      touches: isRefused,
    },
  ];
}

function isRefused({ response }: ExchangeEvent): boolean {
  return (response?.status ?? 0) >= 400;
}

function holds(value: unknown, names: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return names.has(value);
  return typeof value === 'object' && value !== null && Object.values(value).some((entry) => holds(entry, names));
}

import type { Edit, WireFault, AnswerSelector } from '../../../model/wire-faults/wire-fault.ts';
import type { DocumentName } from '../documents.ts';
import { parseJson } from '../json.ts';
import type { WireRequest, WireResponse } from '../service.ts';
import { editJson, relink, type PlacedEdit } from './edit-json.ts';
import { placesOf, type Places } from './places.ts';
import { defined } from '../../../model/defined.ts';
import { linksByRelation, parseLinkHeader } from '../../../model/links.ts';
import { oncePer } from '../../../model/once-per.ts';
import { atPointer, valueAt } from '../../../model/pointer.ts';
import { strictAjv } from '../../../model/schema/validator.ts';
import { isStatusOf } from '../../../model/status-class.ts';
import type { JsonSchema } from '../../../model/schema/json-schema.ts';

export type FaultInjector = ReturnType<typeof createFaultInjector>;

/** Puts wire faults into the answers of one service. */
export function createFaultInjector(document: DocumentName) {
  const answered = new Map<string, number>();
  let ordinal = 0;
  return {
    /** the answer with these faults in it, as far as it is one of those that they are in */
    inject(faults: readonly WireFault[], request: WireRequest, response: WireResponse): WireResponse {
      const places = placesOf(document);
      const operations = places.operations(request);
      ordinal += 1;
      for (const operation of operations) answered.set(operation, (answered.get(operation) ?? 0) + 1);
      const late = ({ where: { from = 1, operations: meant = [] } }: WireFault): boolean =>
        from === 1 || meant.some((operation) => operations.includes(operation) && (answered.get(operation) ?? 0) >= from);
      return faults.filter(late).reduce((answer, fault) => altered(fault, answer, operations, places, ordinal), response);
    },
    /** a provider state is set up: answers are counted anew */
    begin: () => answered.clear(),
  };
}

function altered(fault: WireFault, response: WireResponse, operations: readonly string[], places: Places, ordinal: number): WireResponse {
  const answer = readAnswer(response);
  if (!isMeant(fault.where, { ...answer, operations }, places)) return response;
  const { status, headers, body } = fault.edits.reduce((current, edit) => edited(current, edit, operations, places, ordinal), answer);
  return { status, headers, body: body === answer.body ? response.body : body === undefined ? '' : JSON.stringify(body) };
}

/** An answer whose body has been read; undefined where there is none, a string where it is no JSON. */
interface ReadAnswer {
  readonly status: number;
  readonly headers: WireResponse['headers'];
  readonly body: unknown;
}

function readAnswer({ status, headers, body }: WireResponse): ReadAnswer {
  const value = parseJson(body);
  return { status, headers, body: value === undefined && body !== '' ? body : value };
}

function edited(answer: ReadAnswer, edit: Edit, operations: readonly string[], places: Places, ordinal: number): ReadAnswer {
  if (edit.do === 'relink') return { ...answer, body: relink(answer.body, edit) };
  const [part = '', ...rest] = edit.path;
  switch (part) {
    case 'status':
      return edit.do === 'set' && typeof edit.value === 'number' ? { ...answer, status: edit.value } : answer;
    case 'headers':
      return { ...answer, headers: editHeader(answer.headers, rest[0] ?? '', edit, ordinal) };
    case 'links':
      return { ...answer, headers: editLink(answer.headers, rest[0] ?? '', edit) };
    case 'error':
      return { ...answer, body: editJson(answer.body, places.errorName, edit, ordinal) };
    case 'errorText':
      return { ...answer, body: editJson(answer.body, ['errorSummary'], edit, ordinal) };
    default:
      return { ...answer, body: editJson(answer.body, rest.length === 0 ? rest : places.inBody(operations, rest), edit, ordinal) };
  }
}

type Headers = WireResponse['headers'];

/** The headers with one of them edited, however its name is written. */
export function editHeader(headers: Headers, name: string, edit: PlacedEdit, ordinal = 0): Headers {
  const [own, value] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  const others = Object.fromEntries(Object.entries(headers).filter(([one]) => one !== own));
  switch (edit.do) {
    case 'remove':
      return others;
    case 'repeat':
      return own === undefined || value === undefined ? headers : { ...others, [own]: [value, value].flat() };
    case 'set':
      return own === undefined ? headers : { ...others, [own]: String(edit.value) };
    case 'renew':
      return own === undefined ? headers : { ...others, [own]: `another-${ordinal}` };
    case 'add':
    case 'resize':
    case 'rename':
      return headers;
  }
}

/** The Link header under the name that it has here. */
function linkHeader<Value>(headers: Readonly<Record<string, Value>>): readonly [name: string, value: Value] | undefined {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'link');
}

/** The headers with the target of one relation of the Link header (RFC 8288) edited. */
export function editLink(headers: Headers, relation: string, edit: PlacedEdit): Headers {
  const [own, value] = linkHeader(headers) ?? [];
  const links = parseLinkHeader(value) ?? [];
  if (own === undefined) return headers;
  const kept = links.flatMap(({ target, rels }) => {
    if (!rels.includes(relation)) return [{ target, rels }];
    return edit.do === 'remove' ? [] : [{ target: edit.do === 'set' ? String(edit.value) : target, rels }];
  });
  const { [own]: _replaced, ...others } = headers;
  return kept.length === 0
    ? others
    : { ...others, [own]: kept.map(({ target, rels }) => `<${target}>; rel="${rels.join(' ')}"`).join(', ') };
}

/** An answer, and what the request may have asked for. */
interface Candidate {
  readonly operations: readonly string[];
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
}

/** True where the answer is one of those that the selector means. */
function isMeant({ operations, statuses, state, errors, view }: AnswerSelector, answer: Candidate, places: Places): boolean {
  const errorName = answer.status < 400 ? undefined : valueAt(answer.body, places.errorName);
  return (
    (operations === undefined || operations.some((id) => answer.operations.includes(id))) &&
    (statuses === undefined || isStatusOf(statuses, answer.status)) &&
    (errors === undefined || isIn(errors, errorName)) &&
    (state === undefined || (answer.status < 400 && isIn(state.values, stateIn(answer, state.pointer, places)))) &&
    (view === undefined || holds(view, answer, errorName))
  );
}

function stateIn({ body, operations }: Candidate, pointer: string, places: Places): unknown {
  return valueAt(body, places.inBody(operations, pointer.split('/').slice(1)));
}

function isIn(values: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && values.includes(value);
}

const matcherOf = oncePer((view: JsonSchema) => strictAjv().compile(view));

/** The view's conditions speak of status, headers, links, error and fields that stand in the body under their own names. */
function holds(view: JsonSchema, { status, headers, body }: Candidate, error: unknown): boolean {
  const state = atPointer(body, '/status');
  const [, field] = linkHeader(headers) ?? [];
  return matcherOf(view)({
    status,
    headers,
    ...defined({ links: linksByRelation(field), body }),
    ...(typeof error === 'string' ? { error } : {}),
    ...(typeof state === 'string' ? { state } : {}),
  });
}

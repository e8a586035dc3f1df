import type { Edit, WireFault } from '../../../model/wire-faults/wire-fault.ts';
import type { DocumentName } from '../documents.ts';
import type { WireRequest, WireResponse } from '../service.ts';
import { editHeader, editLink } from './edit-headers.ts';
import { editJson, relink } from './edit-json.ts';
import { isMeant } from './is-meant.ts';
import { placesOf } from './places.ts';
import type { Places } from './places.ts';

/** Puts wire faults into the answers of one service. */
export interface FaultInjector {
  /** the answer with these faults in it, as far as it is one of those that they are in */
  inject(faults: readonly WireFault[], request: WireRequest, response: WireResponse): WireResponse;
  /** a provider state is set up: answers are counted anew */
  begin(): void;
}

export function createFaultInjector(document: DocumentName): FaultInjector {
  const answered = new Map<string, number>();
  let ordinal = 0;
  return {
    inject(faults, request, response) {
      const places = placesOf(document);
      const operations = places.operations(request);
      ordinal += 1;
      for (const operation of operations) answered.set(operation, (answered.get(operation) ?? 0) + 1);
      const late = ({ where: { from = 1, operations: meant = [] } }: WireFault): boolean =>
        from === 1 || meant.some((operation) => operations.includes(operation) && (answered.get(operation) ?? 0) >= from);
      return faults.filter(late).reduce((answer, fault) => altered(fault, answer, operations, places, ordinal), response);
    },
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
  return { status, headers, body: body === '' ? undefined : parsed(body) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
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

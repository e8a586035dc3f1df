import type { Edit, WireFault } from '../../../spec/wire-faults/wire-fault.ts';
import type { WireRequest, WireResponse } from '../service.ts';
import { editHeader, editLink } from './edit-headers.ts';
import { editJson, relink } from './edit-json.ts';
import { isMeant } from './is-meant.ts';
import { placesOf } from './places.ts';
import type { Places } from './places.ts';
import type { SettledEdit } from './settled-edit.ts';

/** The answer with one wire fault in it, where it is one of those that the fault is in; `ordinal` is the answer's own. */
export function altered(fault: WireFault, request: WireRequest, response: WireResponse, ordinal: number): WireResponse {
  const places = placesOf(fault.document);
  const answer = readAnswer(response);
  const operations = places.operations(request);
  if (!isMeant(fault.where, { ...answer, operations }, places)) return response;
  const { status, headers, body } = fault.edits
    .map((edit) => settled(edit, ordinal))
    .reduce((current, edit) => edited(current, edit, operations, places), answer);
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

/** No two answers get the same. */
function settled(edit: Edit, ordinal: number): SettledEdit {
  return edit.do === 'renew' ? { do: 'set', path: edit.path, value: `another-${ordinal}` } : edit;
}

function edited(answer: ReadAnswer, edit: SettledEdit, operations: readonly string[], places: Places): ReadAnswer {
  if (edit.do === 'relink') return { ...answer, body: relink(answer.body, edit) };
  const [part = '', ...rest] = edit.path;
  switch (part) {
    case 'status':
      return edit.do === 'set' && typeof edit.value === 'number' ? { ...answer, status: edit.value } : answer;
    case 'headers':
      return { ...answer, headers: editHeader(answer.headers, rest[0] ?? '', edit) };
    case 'links':
      return { ...answer, headers: editLink(answer.headers, rest[0] ?? '', edit) };
    case 'error':
      return { ...answer, body: editJson(answer.body, places.errorName, edit) };
    case 'errorText':
      return { ...answer, body: editJson(answer.body, ['errorSummary'], edit) };
    default:
      return { ...answer, body: editJson(answer.body, rest.length === 0 ? rest : places.inBody(operations, rest), edit) };
  }
}

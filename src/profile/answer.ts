import type { DocumentSpec, MachineRow, OperationRow } from '../spec/types.ts';
import { parseLinkHeader } from '../spec/link-header.ts';
import { atPointer } from '../spec/pointer.ts';
import { operationBinding, valueBinding } from './profile.ts';
import type { PublicProfile } from './profile.ts';

/** An answer as it came, whoever holds it: the driver or a judge. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: unknown;
}

/** An answer as the specs speak of it: what rules and expectations are written against. */
export interface AnswerView {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** the resource, its fields under their documented names, as the profile's bindings find them */
  readonly body?: unknown;
  readonly state?: string;
  /** targets of the Link header by relation, as they stand there (RFC 8288); absent where the header is or is broken */
  readonly links?: Readonly<Record<string, string>>;
  /** error name or code; absent where there is none or nothing says where it stands */
  readonly error?: string;
  readonly errorText?: string;
}

export function operationOf(spec: DocumentSpec, id: string | undefined): OperationRow | undefined {
  return spec.endpoints.operations.find((operation) => operation.id === id);
}

/** The machine whose state an operation's answer shows; the first where there are several. */
export function machineShownBy(spec: DocumentSpec, operation: OperationRow | undefined): MachineRow | undefined {
  const resources = (operation?.responses ?? []).map(({ resource }) => resource);
  return spec.states.machines.find(({ resource, statePointer }) => statePointer !== undefined && resources.includes(resource));
}

/** Reads an answer as the document and the profile's bindings say; `machine` picks the state that is meant. */
export function viewAnswer(
  spec: DocumentSpec,
  profile: PublicProfile,
  operation: OperationRow | undefined,
  answer: Answer,
  machine: MachineRow | undefined = machineShownBy(spec, operation),
): AnswerView {
  const { status, headers } = answer;
  const refused = status >= 400;
  const body = refused ? answer.body : boundResource(spec, profile, operation, answer.body);
  const state = refused || machine?.statePointer === undefined ? undefined : atPointer(body, machine.statePointer);
  const errorPointer = errorNamePointer(spec, profile);
  const error = errorPointer === undefined ? undefined : atPointer(answer.body, errorPointer);
  const errorText = atPointer(answer.body, '/errorSummary');
  const links = linksByRelation(headers['link']);
  return {
    status,
    headers,
    ...(links === undefined ? {} : { links }),
    ...(body === undefined ? {} : { body }),
    ...(typeof state === 'string' ? { state } : {}),
    ...(typeof error === 'string' ? { error } : {}),
    ...(typeof errorText === 'string' ? { errorText } : {}),
  };
}

/** The first target of each relation. */
function linksByRelation(field: string | readonly string[] | undefined): Readonly<Record<string, string>> | undefined {
  if (field === undefined) return undefined;
  const links = parseLinkHeader(field);
  return links && Object.fromEntries(links.flatMap(({ rels, target }) => rels.map((rel) => [rel, target] as const)).toReversed());
}

/** Where the error's name stands: the document's word, else the profile's. */
export function errorNamePointer(spec: DocumentSpec, profile: PublicProfile): string | undefined {
  return spec.errors.errorName ?? valueBinding(profile, spec.name, 'errorName');
}

/** The resource under its documented names: `root` moves it, `field` says where one stands, `items[].field` where in each element. */
function boundResource(spec: DocumentSpec, profile: PublicProfile, operation: OperationRow | undefined, body: unknown): unknown {
  const pointers = operation === undefined ? undefined : operationBinding(profile, spec.name, operation.id)?.response;
  if (pointers === undefined) return body;
  const { root = '', ...fields } = pointers;
  const resource = atPointer(body, root);
  const direct = Object.entries(fields).filter(([field]) => !field.includes('[]'));
  const found = direct.map(([field, pointer]) => [field, atPointer(body, pointer)] as const).filter(([, value]) => value !== undefined);
  const named = found.length === 0 ? resource : { ...(isObject(resource) ? resource : {}), ...Object.fromEntries(found) };
  return Object.entries(fields)
    .filter(([field]) => field.includes('[]'))
    .reduce<unknown>((current, [field, pointer]) => withElementField(current, field.split('.'), pointer), named);
}

/** A copy in which every element of the list at `list[]` has the field that the pointer finds in it. */
function withElementField(value: unknown, [head = '', ...rest]: readonly string[], pointer: string): unknown {
  if (!isObject(value)) return value;
  const name = head.replace('[]', '');
  const inner: unknown = Reflect.get(value, name);
  if (!head.endsWith('[]')) return { ...value, [name]: withElementField(inner, rest, pointer) };
  if (!Array.isArray(inner)) return value;
  const [field, ...deeper] = rest;
  const elements = inner.map((element: unknown) => {
    if (!isObject(element) || field === undefined) return element;
    if (deeper.length > 0) return withElementField(element, rest, pointer);
    const found = atPointer(element, pointer);
    return found === undefined ? element : { ...element, [field]: found };
  });
  return { ...value, [name]: elements };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { isObject } from '../model/is-object.ts';
import { machineShownBy } from '../model/shown-state.ts';
import type { DocumentSpec, MachineRow, OperationRow } from '../model/types.ts';
import { linksByRelation } from '../model/links.ts';
import { percentDecoded } from '../model/percent-decoded.ts';
import { pointerReader } from '../model/pointer.ts';
import { operationBinding, valueBinding, type PublicProfile } from './profile.ts';
import { oncePer } from '../model/once-per.ts';

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

/** In place of a pointer: the last segment of the path in the Location header (RFC 9110, 10.2.2), where a creation is answered without a body. */
export const IN_LOCATION = 'Location';

/** Reads an answer as the document and the profile's bindings say; `machine` picks the state that is meant. */
export function viewAnswer(
  spec: DocumentSpec,
  profile: PublicProfile,
  operation: OperationRow | undefined,
  answer: Answer,
  machine?: MachineRow,
): AnswerView {
  return answerReader(spec, profile, operation, machine)(answer);
}

/** The body of an answer alone, as viewAnswer has it, with what bindings find in its Location header. */
export function viewBody(spec: DocumentSpec, profile: PublicProfile, operation: OperationRow | undefined, answer: Answer): unknown {
  return answer.status >= 400 ? answer.body : boundResource(spec, profile, operation)(answer);
}

/** What reads an operation's answers as viewAnswer does: everything that spec and profile say is looked up once, for answers in thousands. */
export function answerReader(
  spec: DocumentSpec,
  profile: PublicProfile,
  operation: OperationRow | undefined,
  machine: MachineRow | undefined = machineShownBy(spec, operation),
): (answer: Answer) => AnswerView {
  const bound = boundResource(spec, profile, operation);
  const stateAt = machine === undefined ? undefined : stateReader(machine);
  const errorAt = errorReader(profile)(spec);
  return ({ status, headers, body: received }) => {
    const refused = status >= 400;
    const body = refused ? received : bound({ headers, body: received });
    const state = refused ? undefined : stateAt?.(body);
    const error = errorAt?.(received);
    const errorText = errorTextAt(received);
    const links = linksByRelation(headers['link']);
    // Of answers in thousands each is put together by hand: spreading costs more than reading.
    const view: { -readonly [Name in keyof AnswerView]: AnswerView[Name] } = { status, headers };
    if (links !== undefined) view.links = links;
    if (body !== undefined) view.body = body;
    if (typeof state === 'string') view.state = state;
    if (typeof error === 'string') view.error = error;
    if (typeof errorText === 'string') view.errorText = errorText;
    return view;
  };
}

const stateReader = oncePer(({ statePointer }: MachineRow) => (statePointer === undefined ? undefined : pointerReader(statePointer)));

const errorReader = oncePer((profile: PublicProfile) =>
  oncePer((spec: DocumentSpec) => {
    const pointer = errorNamePointer(spec, profile);
    return pointer === undefined ? undefined : pointerReader(pointer);
  }),
);

const errorTextAt = pointerReader('/errorSummary');

/** Where the error's name stands: the document's word, else the profile's. */
export function errorNamePointer(spec: DocumentSpec, profile: PublicProfile): string | undefined {
  return spec.errors.errorName ?? valueBinding(profile, spec.name, 'errorName');
}

/**
 * The resource under its documented names: `root` moves it, `field` or `field.inner` says where one stands in the answer,
 * `items[].field` where it stands in each element of a list.
 */
function boundResource(spec: DocumentSpec, profile: PublicProfile, operation: OperationRow | undefined): ReadContent {
  const pointers = operation === undefined ? undefined : operationBinding(profile, spec.name, operation.id)?.response;
  return pointers === undefined ? ({ body }) => body : readerOf(pointers);
}

type Content = Pick<Answer, 'headers' | 'body'>;
type ReadContent = (content: Content) => unknown;

/** The last segment of the path that the Location header names; undefined where there is none. */
function inLocation({ location }: Answer['headers']): string | undefined {
  const [path = ''] = [location ?? []].flat().flatMap((target) => target.split(/[?#]/, 1));
  const segment = path.split('/').findLast((one) => one !== '');
  return segment === undefined ? undefined : percentDecoded(segment);
}

/** What reads a body where the pointers of a binding lead; they are taken apart once, for as many answers as are judged. */
const readerOf = oncePer(({ root = '', ...fields }: Readonly<Record<string, string>>): ReadContent => {
  const rootAt = pointerReader(root);
  // Lists first, so that there are elements whose fields can be found.
  const ordered = Object.entries(fields)
    .toSorted(([one], [other]) => depth(one) - depth(other))
    .map(([field, pointer]) => ({ path: field.split('.'), read: pointer === IN_LOCATION ? undefined : pointerReader(pointer) }));
  return ({ headers, body }) =>
    ordered.reduce<unknown>((view, { path, read }) => withField(view, path, body, read ?? (() => inLocation(headers))), rootAt(body));
});

function depth(field: string): number {
  return field.split('[]').length;
}

/** A copy of a view with the field that is read in the source, or in each element of a list on the way; as it was where nothing is found. */
function withField(view: unknown, [head = '', ...rest]: readonly string[], source: unknown, read: (source: unknown) => unknown): unknown {
  const owner = isObject(view) ? view : {};
  if (head.endsWith('[]')) {
    const name = head.slice(0, -'[]'.length);
    const list = owner[name];
    if (!Array.isArray(list)) return view;
    return { ...owner, [name]: list.map((element: unknown) => withField(element, rest, element, read)) };
  }
  const value = rest.length === 0 ? read(source) : withField(owner[head], rest, source, read);
  return value === undefined ? view : { ...owner, [head]: value };
}

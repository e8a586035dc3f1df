import { referenceName } from '../model/reference-name.ts';
import type { Among, DocumentSpec, Expectation } from '../model/types.ts';
import { defined } from '../model/defined.ts';
import { valuesAt } from '../model/field-path.ts';
import { atPointer } from '../model/pointer.ts';
import { isStatusOf } from '../model/status-class.ts';
import type { AnswerView } from '../profile/answer.ts';
import { isAbout, type Emitted } from './evidence.ts';
import { linkOutcome } from './link-rule.ts';
import { holdsContent, sameContent, writtenPart } from './same-content.ts';
import type { Validator } from '../model/schema/validator.ts';
import { describeAnswer, expectError, expectState, PERMITTED, violation, type Outcome } from './outcome.ts';

/** What an expectation may look at beside the answer itself. */
export interface Context {
  readonly spec: DocumentSpec;
  readonly validator: Validator;
  /** false where neither document nor profile says where an error's name stands */
  readonly errorReadable: boolean;
  /** true where the document shows the operation's answer; else a field that is not found may stand elsewhere */
  readonly bodyShown: boolean;
  /** the key of the profile under which fields of the answer are bound */
  readonly bindingKey: string;
  /** the documented fields of an object that stands at a place of the view; none where the document names none */
  readonly fieldsAt: (pointer: string) => readonly string[];
  /** true where the profile is sure where a place of the view stands in the answer */
  readonly isBound: (pointer: string) => boolean;
  /** true where the profile says at all where a place of the view stands in the answer */
  readonly isPlaced: (pointer: string) => boolean;
  /** `alias.field` of a provider state or `step.body.field` of an earlier answer, redacted */
  readonly lookup: (path: readonly string[]) => unknown;
  /** all that an event may name to be about what an alias stands for */
  readonly subjectOf: (alias: string) => unknown;
  /** the provider state that an alias stands for; undefined for the names of steps */
  readonly stateOf: (alias: string) => string | undefined;
  /** true of a value that a request or a provider state of the case has held before */
  readonly isWritten: (value: unknown) => boolean;
  /** the events emitted during the step; undefined where they cannot be read */
  readonly emitted: Emitted | undefined;
}

/** An expectation without the clauses that it speaks for. */
export type Demand = Omit<Expectation, 'clauses'>;

/** Judges one answer by one expectation: all its keys must hold. The first that does not is told. */
export function meets(expectation: Demand, view: AnswerView, context: Context): Outcome {
  const { inState } = expectation;
  if (inState !== undefined && (view.state === undefined || !inState.includes(view.state))) return PERMITTED;
  const isBreakdown = view.status >= 500 && !speaksOfOutcome(expectation);
  const asked = isBreakdown ? forbiddenBy(expectation) : expectation;
  for (const outcome of outcomes(asked, view, context)) if (!('ok' in outcome) || !outcome.ok) return inWords(outcome, expectation);
  return isBreakdown
    ? { unreadable: `the answer was ${describeAnswer(view)}: nothing can be told from what it lacks`, blame: 'target' }
    : PERMITTED;
}

/** The part of an expectation that is contradicted by what an answer holds, not by what it lacks. */
export function forbiddenBy({ absent, lacks, notState }: Demand): Demand {
  return defined({ absent, lacks, notState });
}

/** True where the expectation says what must come; one that only says what must not is met by any breakdown. */
function speaksOfOutcome({ state, error, status, notStatus = [], present = [], view }: Demand): boolean {
  const served = notStatus.some((entry) => entry === '5xx' || (typeof entry === 'number' && entry >= 500));
  return [state, error, status, view].some((key) => key !== undefined) || present.length > 0 || served;
}

function inWords(outcome: Outcome, { expected }: Demand): Outcome {
  return 'ok' in outcome && !outcome.ok && expected !== undefined ? violation(expected, outcome.received) : outcome;
}

function* outcomes(expectation: Demand, view: AnswerView, context: Context): Generator<Outcome> {
  const {
    state,
    notState,
    error,
    status,
    notStatus,
    present = [],
    absent = [],
    link = {},
    view: schema,
    same = {},
    differs = {},
    sameIfPresent = {},
    keeps = {},
    contains = {},
    lacks = [],
    events = {},
    about,
    among,
  } = expectation;
  const stands = [
    ...(state === undefined ? [] : [stateOutcome(view, state, context)]),
    ...(status === undefined
      ? []
      : [isStatusOf(status, view.status) ? PERMITTED : violation(`status ${status.join(' or ')}`, describeAnswer(view))]),
  ];
  // An error is the other permitted outcome beside a state or status: an answer cannot be both.
  if (error === undefined) yield* stands;
  else yield anyOf([expectError(context.spec, view, error, context.errorReadable), ...(stands.length === 0 ? [] : [allOf(stands)])]);
  if (notState !== undefined && view.state !== undefined && notState.includes(view.state))
    yield violation(`any state but ${notState.join(', ')}`, describeAnswer(view));
  if (notStatus !== undefined && isStatusOf(notStatus, view.status))
    yield violation(`any status but ${notStatus.join(', ')}`, describeAnswer(view));
  for (const pointer of present) if (atPointer(view.body, pointer) === undefined) yield violation(`${pointer} is present`, 'it is absent');
  // Null is how some serializers write what is not there.
  for (const pointer of absent)
    if ((atPointer(view.body, pointer) ?? undefined) !== undefined)
      yield violation(`${pointer} is absent`, `it is ${brief(atPointer(view.body, pointer))}`);
  for (const [relation, name] of Object.entries(link)) yield linkOutcome(context.spec, view.body, relation, name);
  if (schema !== undefined)
    for (const { pointer, expected, received } of context.validator.judge(schema, view).violations)
      yield violation(`${pointer}: ${expected}`, brief(received));
  for (const [pointer, reference] of Object.entries(same)) yield compareAny(view, pointer, reference, context);
  for (const [pointer, reference] of Object.entries(differs)) yield compare(view, pointer, reference, context, false);
  for (const [pointer, reference] of Object.entries(sameIfPresent))
    if (atPointer(view, pointer) !== undefined) yield compare(view, pointer, reference, context, true);
  for (const [pointer, reference] of Object.entries(keeps)) yield kept(view, pointer, reference, context);
  for (const [pointer, reference] of Object.entries(contains)) yield containment(view, pointer, reference, context);
  for (const reference of lacks) yield absence(view, reference, context);
  for (const [kind, count] of Object.entries(events)) yield countEvents(kind, count, about, context);
  if (among !== undefined) yield countAnswers(among, context);
}

function stateOutcome(view: AnswerView, permitted: readonly string[], { bodyShown, bindingKey }: Context): Outcome {
  if (view.state === undefined && view.status < 400 && !bodyShown)
    return { unreadable: `the answer shows no state, and its form is open: bind where it stands under ${bindingKey}`, blame: 'config' };
  return expectState(view, permitted);
}

function allOf(outcomes: readonly Outcome[]): Outcome {
  return outcomes.find((outcome) => !('ok' in outcome) || !outcome.ok) ?? PERMITTED;
}

/** Permitted where one is; told together where none is. */
function anyOf(alternatives: readonly Outcome[]): Outcome {
  if (alternatives.some((outcome) => 'ok' in outcome && outcome.ok)) return PERMITTED;
  const unreadable = alternatives.find((outcome) => 'unreadable' in outcome);
  if (unreadable !== undefined) return unreadable;
  const violations = alternatives.filter((outcome) => 'ok' in outcome).filter((outcome) => !outcome.ok);
  return violation(violations.map(({ expected }) => expected).join(', or '), violations[0]?.received ?? '');
}

/** A datum that a provider state did not come with is missing there; one of an earlier answer was the target's to give. */
function lacking(path: string, { stateOf }: Context): Outcome {
  const [alias = '', ...rest] = path.split('.');
  const state = stateOf(alias);
  return state === undefined
    ? { unreadable: `no value for ${referenceName(path)}`, blame: 'target' }
    : { unreadable: `the provider state '${state}' came without ${rest.join('.')}`, blame: 'provider-state' };
}

/** The data of provider states, and what a Location header names, are texts: an identifier that is written as a number is told by its digits. */
function asTold(found: unknown, other: unknown): unknown {
  return typeof found === 'number' && typeof other === 'string' ? String(found) : found;
}

/** True where a reference is to the body of an earlier success. */
function isShownBy(path: string, { lookup }: Context): boolean {
  const [alias = '', part] = path.split('.');
  const status = Number(lookup([alias, 'status']));
  return part === 'body' && status >= 200 && status < 300;
}

/** True where an earlier success has shown the list, without such an element. */
function showsShorter(path: string, context: Context): boolean {
  const [alias = '', ...rest] = path.split('.');
  return isShownBy(path, context) && tooShort(context.lookup([alias]), `/${rest.join('/')}`) !== undefined;
}

/** `*` in a pointer is any element of the list there: one that fits will do. */
function compareAny(view: AnswerView, pointer: string, reference: string, context: Context): Outcome {
  const [list = '', inside] = pointer.split('/*/');
  if (inside === undefined) return compare(view, pointer, reference, context, true);
  const elements = atPointer(view, list);
  const length = Array.isArray(elements) ? Math.max(1, elements.length) : 1;
  return anyOf(Array.from({ length }, (_, index) => compare(view, `${list}/${index}/${inside}`, reference, context, true)));
}

function compare(view: AnswerView, pointer: string, reference: string, context: Context, equal: boolean): Outcome {
  const path = reference.replace(/^\$/, '');
  const other = context.lookup(path.split('.'));
  const found = atPointer(view, pointer);
  // What an earlier success did not show, as a decision that nobody had made yet, is another than what is there now.
  if (other === undefined && !equal && found !== undefined && isShownBy(path, context)) return PERMITTED;
  if (other === undefined && found !== undefined && equal && showsShorter(path, context))
    return violation(`${pointer} is absent, as it is in the list that ${referenceName(path)} belongs to`, brief(found));
  if (other === undefined) return lacking(path, context);
  const short = found === undefined ? tooShort(view, pointer) : undefined;
  if (short !== undefined && !context.bodyShown && view.status < 400)
    return { unreadable: `${short} has no such element: there is nothing to look for ${pointer} in`, blame: 'target' };
  if (found === undefined && mayStandElsewhere(view, pointer, context)) return notBound(pointer, context);
  const told = asTold(found, other);
  const isSame = equal
    ? saysTheSame(context, told, other, context.fieldsAt(pointer), isShownBy(path, context))
    : sameContent(context.spec, told, other);
  if (found !== undefined && isSame === equal) return PERMITTED;
  return violation(`${pointer} ${equal ? 'equals' : 'differs from'} ${referenceName(path)}, ${brief(other)}`, brief(found));
}

/** What the document names of an object; all of it where it names nothing. */
function partOf(value: unknown, fields: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || fields.length === 0) return value;
  return fields.map((path) => [path, valuesAt(value, path.split('.'))]);
}

/**
 * True where a value says what another did: what the document names of an object, else all of it but what the deployment adds, and, of what a
 * response has shown (`byTarget`), moves on.
 */
function saysTheSame({ spec, isWritten }: Context, found: unknown, other: unknown, fields: readonly string[], byTarget: boolean): boolean {
  const isObject = typeof other === 'object' && other !== null;
  if (isObject && !Array.isArray(other) && fields.length > 0) return sameContent(spec, partOf(found, fields), partOf(other, fields));
  return holdsContent(spec, found, isObject && byTarget ? (writtenPart(other, isWritten) ?? other) : other);
}

/** What was never shown cannot get lost, and a refusal shows nothing. */
function kept(view: AnswerView, pointer: string, reference: string, context: Context): Outcome {
  const path = reference.replace(/^\$/, '');
  const other = context.lookup(path.split('.'));
  const found = atPointer(view, pointer);
  if (other === undefined || view.status >= 400 || saysTheSame(context, found, other, context.fieldsAt(pointer), true)) return PERMITTED;
  return violation(`${pointer} is still ${referenceName(path)}, ${brief(other)}`, found === undefined ? 'it is absent' : brief(found));
}

function mayStandElsewhere(view: AnswerView, pointer: string, { bodyShown, isBound, isPlaced }: Context): boolean {
  return (
    !bodyShown && !isBound(pointer) && view.status < 400 && !prefixesOf(pointer).some((at) => isPlaced(at) && atPointer(view, at) === null)
  );
}

/** The places of what holds a place: where null stands in one of them, there is nothing that could hold it. */
function prefixesOf(pointer: string): readonly string[] {
  const segments = pointer.split('/');
  return segments.map((_segment, index) => segments.slice(0, index).join('/')).slice(3);
}

function notBound(pointer: string, { bindingKey, isPlaced }: Context): Outcome {
  const remedy = isPlaced(pointer)
    ? `no answer has it where ${bindingKey} says: correct that, or say certain: true beside it`
    : `bind it under ${bindingKey}`;
  return { unreadable: `${pointer} is not in the answer, whose form is open: ${remedy}`, blame: 'config' };
}

/** The list that is there, but not as long as the pointer needs: no binding could find more in it. */
function tooShort(view: unknown, pointer: string): string | undefined {
  const segments = pointer.split('/');
  return segments
    .map((_segment, index) => segments.slice(0, index).join('/'))
    .slice(1)
    .find((prefix, index) => {
      const list = prefix === '' ? undefined : atPointer(view, prefix);
      return Array.isArray(list) && Number(segments[index + 1]) >= list.length;
    });
}

function containment(view: AnswerView, pointer: string, reference: string, context: Context): Outcome {
  const path = reference.replace(/^\$/, '');
  const other = context.lookup(path.split('.'));
  if (other === undefined) return lacking(path, context);
  const found = atPointer(view, pointer);
  if (found === undefined && mayStandElsewhere(view, pointer, context)) return notBound(pointer, context);
  return found !== undefined && textOf(found).includes(textOf(other))
    ? PERMITTED
    : violation(`${pointer} contains ${referenceName(path)}, ${brief(other)}`, brief(found));
}

function absence(view: AnswerView, reference: string, context: Context): Outcome {
  const path = reference.replace(/^\$/, '');
  const other = context.lookup(path.split('.'));
  if (other === undefined) return lacking(path, context);
  const { headers, ...shown } = view;
  const isThere = [shown, ...Object.values(headers).flat()].some((part) => occursIn(textOf(part), textOf(other)));
  return isThere ? violation(`a response without ${referenceName(path)}, ${brief(other)}`, `it contains ${brief(other)}`) : PERMITTED;
}

/**
 * A short word, such as a person's name, counts only where it stands alone: it can be part of any other word by chance. A short number, such
 * as an identifier that is counted up, stands alone by chance too, in ports, dates and versions: it counts as a whole value, or as a part of
 * a path.
 */
function occursIn(text: string, wanted: string): boolean {
  if (/^\p{N}{1,7}$/u.test(wanted)) {
    const isValue = ['{', '[', ',', ':'].some((before) => text.includes(`${before}"${wanted}"`));
    return isValue || text.endsWith(`/${wanted}`) || ['"', '/', '?', '#'].some((after) => text.includes(`/${wanted}${after}`));
  }
  if (/^[\p{L}\p{N}]{1,7}$/u.test(wanted)) return text.split(/[^\p{L}\p{N}]+/u).includes(wanted);
  // Whatever a telephone number is divided by, it is told where all of its digits are.
  if (/^\+[\d(). /-]{8,}$/.test(wanted)) return text.split('"').some((value) => digitsOf(value).includes(digitsOf(wanted)));
  return text.includes(wanted);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Of several steps before this one, so many may have been answered like this. */
function countAnswers({ steps, status, atMost }: Among, { lookup }: Context): Outcome {
  const found = steps.map((step) => Number(lookup([step.replace(/^\$/, ''), 'status'])));
  const unanswered = steps.find((_step, index) => Number.isNaN(found[index]));
  if (unanswered !== undefined) return { unreadable: `no value for ${referenceName(`${unanswered}.status`)}`, blame: 'target' };
  const fitting = found.filter((one) => isStatusOf(status, one));
  return fitting.length <= atMost
    ? PERMITTED
    : violation(`status ${status.join(' or ')} for at most ${atMost} of ${steps.length} at once`, `${fitting.length}: ${found.join(', ')}`);
}

function countEvents(kind: string, count: number, about: string | undefined, { emitted, subjectOf }: Context): Outcome {
  if (emitted === undefined) return { unreadable: "the target's events cannot be read (profile key events)", blame: 'config' };
  const own = emitted.own.filter((one) => one.kind === kind);
  const subject = about === undefined ? undefined : subjectOf(about.slice(1));
  const found = subject === undefined ? own.length : own.filter((one) => isAbout(one, subject)).length;
  if (found === count) return PERMITTED;
  // What is missing may be there under a name that the case does not know.
  const beside = emitted.others.filter((one) => one.kind === kind).length;
  if (found < count && beside > 0)
    return { unreadable: `${beside} ${kind} about something that no response of the case names`, blame: 'provider-state' };
  if (subject === undefined) return violation(`${count} ${kind}`, `${found} ${kind}`);
  return violation(`${count} ${kind} about ${about}`, `${found}, and ${own.length - found} about something else`);
}

/** A value as a message shows it. */
export function brief(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 157)}…` : text;
}

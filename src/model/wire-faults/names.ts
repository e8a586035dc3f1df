import type { AnswerSelector, Draft, ViewPath } from './wire-fault.ts';

/** A name as a component of an id: lower case, words joined by hyphens. */
export function kebab(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** A place in the view as a component of an id: the names in it. */
function placeName(path: ViewPath): string {
  const names = path.filter((segment) => !/^\d+$/.test(segment)).map((segment) => (segment === '*' ? 'each' : kebab(segment)));
  const own = names.length > 1 && names[0] === 'body' ? names.slice(1) : names;
  return own.join('-') || 'answer';
}

/** A place in the view as a person reads it: a JSON pointer, `*` for each element. */
function placeWords(path: ViewPath): string {
  const inBody = path[0] === 'body' && path.length > 1;
  return `/${(inBody ? path.slice(1) : path).join('/')}`;
}

/** The answers that a selector means, as a component of an id. */
export function selectorName({ operations = [], statuses = [], state, errors }: AnswerSelector): string {
  const parts = [...operations, ...(errors ?? statuses.map(String)), ...(state?.values ?? [])];
  return parts.map(kebab).join('-') || 'any-answer';
}

/** The answers that a selector means, in words. */
export function selectorWords({ operations, statuses, state, errors }: AnswerSelector): string {
  const of = operations === undefined ? 'any operation' : operations.join(' or ');
  const details = [
    ...(errors === undefined ? [] : [`error ${errors.join(' or ')}`]),
    ...(errors === undefined && statuses !== undefined ? [`status ${statuses.join(' or ')}`] : []),
    ...(state === undefined ? [] : [state.values.join(' or ')]),
  ];
  return details.length === 0 ? `answers of ${of}` : `answers of ${of} with ${details.join(' and ')}`;
}

/** A draft's id without what names the document. */
export function draftName({ what, path, defect, where: { from } }: Draft): string {
  const late = from === undefined ? '' : `-from-answer-${from}`;
  return [`${what}${late}`, ...(path === undefined ? [] : [placeName(path)]), defect].join('.');
}

/** What a draft is about, as a person reads it. */
export function draftWords({ about, path, defect, where: { from } }: Draft): string {
  const words = path === undefined ? about : `${about}: ${placeWords(path)} is ${defect.replaceAll('-', ' ')}`;
  return from === undefined ? words : `${words}, from answer ${from} on`;
}

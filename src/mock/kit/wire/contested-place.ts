import type { AnswerSelector, Edit, WireFault } from '../../../model/wire-faults/wire-fault.ts';

/** A place in answers that both faults change, so that one would undo the other; undefined where there is none. */
export function contestedPlace(one: WireFault, other: WireFault): string | undefined {
  if (!mayMeet(one.where, other.where)) return undefined;
  const places = other.edits.map(placeOf);
  return one.edits.map(placeOf).find((place) => places.some((another) => isWithin(place, another) || isWithin(another, place)));
}

function placeOf(edit: Edit): string {
  return 'path' in edit ? `/${edit.path.join('/')}` : `${edit.member} of the link ${edit.link}`;
}

function isWithin(place: string, whole: string): boolean {
  return place === whole || place.startsWith(`${whole}/`);
}

/** Whether there can be an answer that both mean: one that only one of them tells apart may be among the other's. */
function mayMeet(one: AnswerSelector, other: AnswerSelector): boolean {
  return (
    shares(one.operations, other.operations) &&
    shares(one.errors, other.errors) &&
    shares(one.statuses?.map(classOf), other.statuses?.map(classOf)) &&
    (one.state?.pointer !== other.state?.pointer || shares(one.state?.values, other.state?.values))
  );
}

function shares(some: readonly string[] | undefined, others: readonly string[] | undefined): boolean {
  return some === undefined || others === undefined || some.some((one) => others.includes(one));
}

function classOf(status: number | string): string {
  return String(status).slice(0, 1);
}

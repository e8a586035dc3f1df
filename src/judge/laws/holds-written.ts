import { isObject } from '../../model/is-object.ts';
import { momentOf } from '../../model/moment.ts';

/** True where a value holds all that was written, however it notes numbers and moments; what the deployment adds to an object or a list is its own. */
export function holdsWritten(found: unknown, written: unknown): boolean {
  if (saysNothing(written) || (written === false && saysNothing(found))) return true;
  if (Array.isArray(written))
    return (
      Array.isArray(found) && found.length >= written.length && written.every((one) => found.some((other) => holdsWritten(other, one)))
    );
  if (isObject(written)) return isObject(found) && Object.entries(written).every(([name, one]) => holdsWritten(found[name], one));
  return String(found) === String(written) || isSameMoment(found, written);
}

/** Whether nothing is left out, is null or is empty, no document says; nor whether what is not so is left out. */
export function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.values(value).every(saysNothing);
}

function isSameMoment(one: unknown, other: unknown): boolean {
  const moment = momentOf(one);
  return moment !== undefined && moment === momentOf(other);
}

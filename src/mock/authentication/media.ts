import type { WireRequest } from '../kit/service.ts';
import { Refusal } from './errors.ts';

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;

/** Bodies and answers are JSON: refuses a Content-Type that says otherwise, and an Accept that rules it out. */
export function checkMedia({ headers, method }: WireRequest): void {
  const type = headers['content-type'];
  if (method !== 'GET' && type !== undefined && !jsonType.test(type))
    throw new Refusal('unfitHeader', [`Content-Type: '${type}' stands where application/json is expected`]);
  const accept = headers['accept'];
  const fits =
    accept === undefined || accept.split(',').some((range) => /^\s*(?:\*\/\*|application\/\*)/.test(range) || jsonType.test(range.trim()));
  if (!fits) throw new Refusal('unfitHeader', [`Accept: '${accept}' leaves out application/json`]);
}

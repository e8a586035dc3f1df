import { at, parsed } from './json.js';

/**
 * A header whatever the case of its name.
 * @param {Pick<Answer, 'headers'>} response
 * @param {string} name
 */
export function header({ headers }, name) {
  const found = Object.keys(headers).find((one) => one.toLowerCase() === name.toLowerCase());
  return found === undefined ? undefined : headers[found];
}

/**
 * The name of the error that a response tells, where the pointer says where it stands.
 * @param {Pick<Answer, 'status' | 'body'>} response
 * @param {string[]} pointer
 * @returns {string | undefined}
 */
export function errorIn({ status, body }, pointer) {
  if (status < 400 || pointer.length === 0) return undefined;
  const found = at(parsed(body), pointer);
  return typeof found === 'string' ? found : undefined;
}

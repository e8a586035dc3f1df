import { header } from './response.js';

/**
 * What is held against an answer.
 * @param {number} status of the trials
 * @param {string | undefined} error that the answer tells
 * @param {LimitHeader[]} limits
 * @param {Record<string, number[]>} errorStatuses
 */
export function checksOf(status, error, limits, errorStatuses) {
  /** @type {Record<string, (response: Pick<Answer, 'status' | 'headers'>) => boolean>} */
  const checks = {
    'answered as before, or refused by the rate limit': (response) => response.status === status || response.status === 429,
  };
  for (const { name, role, every } of limits) {
    checks[name + ' is a number where it is promised'] = (response) => {
      const text = header(response, name);
      if (text === undefined) return !every && response.status !== 429;
      return /^\d+$/.test(text);
    };
    if (role === 'remaining') {
      const limit = limits.find((other) => other.role === 'limit');
      checks[name + ' is never more than the limit'] = (response) => {
        const [left, whole] = [header(response, name), limit && header(response, limit.name)];
        return left === undefined || whole === undefined || Number(left) <= Number(whole);
      };
    }
  }
  checks['an error name goes with its status'] = (response) =>
    error === undefined || errorStatuses[error] === undefined || errorStatuses[error].includes(response.status);
  return checks;
}

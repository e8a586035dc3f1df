/** @type {string} */
export const EXPORT = '';
/** @type {string} */
export const DOCUMENT = '';
/** @type {string} */
export const TARGET = '';
/** @type {string} */
export const BASE = '';
/** @type {LimitHeader[]} */
export const LIMIT_HEADERS = [];
/** @type {string[]} */
export const ERROR_POINTER = [];
/** @type {Record<string, number[]>} */
export const ERROR_STATUSES = {};
/** @type {Record<string, string>} */
export const SECRETS = {};
/** @type {Example[]} */
export const EXAMPLES = [];

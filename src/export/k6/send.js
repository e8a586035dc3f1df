import http from 'k6/http';
import { BASE } from './constants.js';

/** @param {ScriptRequest} request */
export function send({ operation, method, path, headers, body }) {
  const type = body === null ? {} : { 'content-type': 'application/json' };
  return http.request(method, (__ENV.BASE_URL || BASE) + path, body === null ? null : JSON.stringify(body), {
    headers: Object.assign({ accept: 'application/json' }, type, headers),
    redirects: 0,
    responseType: 'text',
    tags: { name: operation },
  });
}

import { expect, test } from 'vitest';
import type { TransportFailure } from '../../trace/events.ts';
import { addressMistake } from './address.ts';

const KEY = 'services.authentication.baseUrl';
const URL = 'https://doors.example.test';

const silent = (kind: TransportFailure['kind'], detail: string): unknown =>
  addressMistake(KEY, URL, { seq: 1, response: undefined, failure: { kind, detail } });
const answered = (status: number, headers: Record<string, string> = {}, text = ''): unknown => {
  const body: unknown = text === '{}' ? {} : undefined;
  return addressMistake(KEY, URL, { seq: 1, failure: undefined, response: { status, headers, text, bytes: text.length, body } });
};
const mistake = (what: string, remedy: string, blame: string): object => ({ key: KEY, what: `${URL} ${what}`, remedy, blame });

test.each<[TransportFailure['kind'], string, object]>([
  ['refused', 'ECONNREFUSED', mistake('gives no response: ECONNREFUSED', 'Start the service, or correct host and port', 'config')],
  [
    'unreachable',
    'getaddrinfo ENOTFOUND',
    mistake('gives no response: getaddrinfo ENOTFOUND', 'Correct the host name, or the network between here and there', 'config'),
  ],
  [
    'unreachable',
    'EHOSTUNREACH',
    mistake('gives no response: EHOSTUNREACH', 'Correct the host name, or the network between here and there', 'network'),
  ],
  ['timeout', 'too late', mistake('gives no response: too late', 'See why it is slow, or allow more with budget.timeout', 'network')],
  [
    'tls',
    'handshake failure (EPROTO)',
    mistake('gives no response: handshake failure (EPROTO)', 'Correct the certificate, or the scheme of the address', 'config'),
  ],
  [
    'tls',
    'certificate has expired (CERT_HAS_EXPIRED)',
    mistake(
      'has a certificate that has expired: certificate has expired (CERT_HAS_EXPIRED)',
      'Renew the certificate, or set the clock of this machine right',
      'config',
    ),
  ],
  [
    'tls',
    'no altname (ERR_TLS_CERT_ALTNAME_INVALID)',
    mistake(
      'has a certificate that is for another name: no altname (ERR_TLS_CERT_ALTNAME_INVALID)',
      'Correct the host name of the address, or the certificate',
      'config',
    ),
  ],
  [
    'tls',
    'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    mistake(
      'has a certificate that is signed by itself: self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'If the certificate is as it should be, name the file of its authority in tls.ca, or in NODE_EXTRA_CA_CERTS',
      'config',
    ),
  ],
])('silence of kind %s (%s) says what helps', (kind, detail, wanted) => {
  expect(silent(kind, detail)).toEqual(wanted);
});

test.each<[string, unknown, object | undefined]>([
  ['JSON', answered(404, { 'content-type': 'application/json' }, '{}'), undefined],
  ['nothing', answered(204), undefined],
  ['a refusal in plain text', answered(401, { 'content-type': 'text/plain' }, 'who are you?'), undefined],
  [
    'a redirect',
    answered(301, { location: 'https://www.example.test/' }),
    mistake('redirects to https://www.example.test/ (status 301)', 'Give the address that it leads to', 'config'),
  ],
  [
    'a gateway',
    answered(503),
    mistake('is not there behind its gateway (status 503)', 'See that the service is up, or correct the address', 'network'),
  ],
  ['a refusal in HTML', answered(401, { 'content-type': 'text/html' }, '<html>'), undefined],
  [
    'a web page',
    answered(200, { 'content-type': 'text/html; charset=utf-8' }, '<html>'),
    mistake('answers with a web page (status 200)', 'Give the address of the API, not that of a console or a proxy', 'config'),
  ],
  [
    'no JSON',
    answered(200, {}, 'hello'),
    mistake('answers with something that is no JSON (status 200)', 'Give the address of the API', 'config'),
  ],
])('an address that answers with %s', (_what, found, wanted) => {
  expect(found).toEqual(wanted);
});

test.each<[string, string]>([
  ['Proxy response (407) !== 200 when HTTP Tunneling', 'proxy.headers  the proxy http://proxy.test wants a credential (status 407)'],
  ['Proxy response (302) !== 200 when HTTP Tunneling', `proxy.http  the proxy http://proxy.test does not lead to ${URL} (status 302)`],
  ['other side closed', `proxy.http  ${URL} gives no response through the proxy http://proxy.test: other side closed`],
])('through a proxy, %s is told of the proxy', (detail, told) => {
  const { key, what } =
    addressMistake(KEY, URL, { seq: 1, response: undefined, failure: { kind: 'reset', detail } }, 'http://proxy.test') ?? {};
  expect(`${key}  ${what}`).toBe(told);
});

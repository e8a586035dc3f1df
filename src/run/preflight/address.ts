import type { TransportFailure } from '../../trace/events.ts';
import type { Exchanged } from '../../drive/exchanger.ts';
import type { Mistake } from './mistake.ts';

/**
 * What is wrong with a service's address, as far as any answer shows it; undefined where an API answers.
 *
 * @param proxy address of the proxy through which it was asked
 */
export function addressMistake(key: string, baseUrl: string, { response, failure }: Exchanged, proxy?: string): Mistake | undefined {
  // Where there is too much of an answer, the address is right.
  if (failure?.kind === 'too-large' || failure?.kind === 'undecodable') return undefined;
  if (failure !== undefined && failure.kind !== 'tls' && proxy !== undefined) return lostBehind(proxy, baseUrl, failure);
  const mistake = failure === undefined ? answerMistake(response) : noAnswer(failure);
  return mistake === undefined ? undefined : { ...mistake, key, what: `${baseUrl} ${mistake.what}` };
}

/** Which of both does not answer nobody can tell but the proxy, and only by a status. */
function lostBehind(proxy: string, baseUrl: string, { detail }: TransportFailure): Mistake {
  const [, status] = /^Proxy response \((\d+)\)/.exec(detail) ?? [];
  if (status === '407')
    return {
      key: 'proxy.headers',
      what: `the proxy ${proxy} wants a credential (status 407)`,
      remedy: 'Give it in the header Proxy-Authorization',
      blame: 'config',
    };
  if (status !== undefined)
    return {
      key: 'proxy.http',
      what: `the proxy ${proxy} does not lead to ${baseUrl} (status ${status})`,
      remedy: 'Have it permit the target, or correct its address',
      blame: 'config',
    };
  return {
    key: 'proxy.http',
    what: `${baseUrl} gives no response through the proxy ${proxy}: ${detail}`,
    remedy: 'See that the proxy is up and reaches the target, or leave it out',
    blame: 'network',
  };
}

type AddressMistake = Omit<Mistake, 'key'>;

function noAnswer({ kind, detail }: TransportFailure): AddressMistake {
  const certificate = CERTIFICATES.find(([code]) => detail.includes(code));
  if (kind === 'tls' && certificate !== undefined)
    return { what: `has a certificate that ${certificate[1]}: ${detail}`, remedy: certificate[2], blame: 'config' };
  return {
    what: `gives no response: ${detail}`,
    remedy: REMEDIES[kind] ?? 'See that the service is up and reachable from here',
    blame: speaksOfAddress(kind, detail) ? 'config' : 'network',
  };
}

/** A host that answers, or a name that nobody has: the network is there, and the address is not right. */
function speaksOfAddress(kind: TransportFailure['kind'], detail: string): boolean {
  return ['refused', 'tls', 'not-http'].includes(kind) || detail.includes('ENOTFOUND');
}

function answerMistake(response: Exchanged['response']): AddressMistake | undefined {
  const { status = 0, headers = {}, body, text = '' } = response ?? {};
  if (status >= 300 && status < 400)
    return {
      what: `redirects to ${String(headers['location'] ?? 'nowhere')} (status ${status})`,
      remedy: 'Give the address that it leads to',
      blame: 'config',
    };
  if ([502, 503, 504].includes(status))
    return {
      what: `is not there behind its gateway (status ${status})`,
      remedy: 'See that the service is up, or correct the address',
      blame: 'network',
    };
  // Whoever refuses a credential may do so in HTML: the documents do not show the body of every error.
  if (String(headers['content-type'] ?? '').includes('html') && status !== 401 && status !== 403)
    return {
      what: `answers with a web page (status ${status})`,
      remedy: 'Give the address of the API, not that of a console or a proxy',
      blame: 'config',
    };
  // The documents do not show the body of every error: a refusal in plain text is no other address.
  if (status < 400 && body === undefined && text.trim() !== '')
    return { what: `answers with something that is no JSON (status ${status})`, remedy: 'Give the address of the API', blame: 'config' };
  return undefined;
}

const TRUST = 'If the certificate is as it should be, name the file of its authority in tls.ca, or in NODE_EXTRA_CA_CERTS';

/** Codes of OpenSSL and Node, what they mean, and what helps. */
const CERTIFICATES: readonly (readonly [code: string, meaning: string, remedy: string])[] = [
  ['CERT_HAS_EXPIRED', 'has expired', 'Renew the certificate, or set the clock of this machine right'],
  ['CERT_NOT_YET_VALID', 'is not valid yet', 'Set the clock of this machine right'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name', 'Correct the host name of the address, or the certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is signed by itself', TRUST],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'comes from an authority that is not known here', TRUST],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'comes from an authority that is not known here', TRUST],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'comes from an authority that is not known here', TRUST],
];

const REMEDIES: Readonly<Partial<Record<TransportFailure['kind'], string>>> = {
  refused: 'Start the service, or correct host and port',
  unreachable: 'Correct the host name, or the network between here and there',
  timeout: 'See why it is slow, or allow more with budget.timeout',
  tls: 'Correct the certificate, or the scheme of the address',
  'not-http': 'This is no HTTP service: correct the port or the scheme',
  reset: 'The service closed the connection: see its log, or correct scheme and port',
};

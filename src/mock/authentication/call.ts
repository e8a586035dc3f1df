import { isObject } from '../kit/json.ts';
import type { JsonObject, WireRequest } from '../kit/service.ts';

/** What the options object of a request asks for. */
export interface Options {
  readonly multiOptionalFactorEnroll: boolean;
  readonly warnBeforePasswordExpired: boolean;
}

/** What one request says about its sender, as it came. */
export interface Claims {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly forwardedFor: string | undefined;
  readonly fingerprint: string | undefined;
  readonly deviceToken: unknown;
  /** the options object */
  readonly options: JsonObject;
  /** session of the user who sends it, from a cookie */
  readonly sessionId: string | undefined;
  readonly origin: string;
}

/** One request as the handlers see it: the claims, reduced to what the sender may claim. */
export interface Call extends Omit<Claims, 'authorization' | 'deviceToken' | 'options'> {
  /** sent by a trusted application */
  readonly trusted: boolean;
  readonly deviceToken: string | undefined;
  readonly options: Options;
}

/** Reads the claims of a request whose body is that object. */
export function readClaims(request: WireRequest, body: JsonObject): Claims {
  const options = isObject(body['options']) ? body['options'] : {};
  const context = isObject(body['context']) ? body['context'] : {};
  return {
    authorization: request.headers['authorization'],
    address: request.remoteAddress,
    forwardedFor: request.headers['x-forwarded-for'],
    fingerprint: request.headers['x-device-fingerprint'],
    deviceToken: context['deviceToken'],
    options,
    sessionId: /(?:^|;\s*)(?:sid=)?([^;=\s]+)(?:;|$)/.exec(request.headers['cookie'] ?? '')?.[1],
    origin: request.origin,
  };
}

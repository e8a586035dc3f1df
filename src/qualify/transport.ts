import type { Deployment } from '../mock/kit/deployment.ts';
import { documentNames } from '../mock/kit/documents.ts';
import { ControlError, type WireResponse } from '../mock/kit/service.ts';
import type { Done, Providers, Refusal } from '../drive/providers.ts';
import type { Answer, HttpRequest, Transport } from '../drive/transport.ts';

/** Where the services of a deployment in process are thought to be; nothing listens there. */
export const HOSTS: Readonly<Record<string, string>> = Object.fromEntries(documentNames.map((name) => [name, `http://${name}.assay.test`]));

export interface TransportOptions {
  /** is told every request before it is answered */
  readonly note?: (request: HttpRequest) => void;
  /** changes every answer on its way back */
  readonly change?: (response: WireResponse, request: HttpRequest) => WireResponse;
}

/** Requests to a deployment without a socket between. */
export function transportOf(
  deployment: Deployment,
  { note = () => undefined, change = (response) => response }: TransportOptions,
): Transport {
  return async (request): Promise<Answer> => {
    note(request);
    const { origin, pathname, search } = new URL(request.url);
    const document = documentNames.find((name) => HOSTS[name] === origin);
    if (document === undefined) return { failure: { kind: 'unreachable', detail: origin } };
    const response = await deployment.services[document].handle({
      method: request.method,
      target: `${pathname}${search}`,
      headers: { host: new URL(origin).host, ...request.headers },
      body: request.body ?? '',
      remoteAddress: '127.0.0.1',
      origin,
      ...(request.halfClose === true ? { halfClosed: true } : {}),
    });
    const { status, headers, body } = change(response, request);
    return { response: { status, headers: lowerCase(headers), text: body, bytes: Buffer.byteLength(body) } };
  };
}

function lowerCase(headers: Readonly<Record<string, string | readonly string[]>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), typeof value === 'string' ? value : [...value]]),
  );
}

/** The control plane of a deployment as a source of provider states, acts, time and events. */
export function providersOf({ control }: Deployment): Providers {
  let seen = 0;
  return {
    provide: async ({ entry, params }) => {
      const made = granted(() => control.provide(entry.name, params));
      return 'data' in made ? { ...made, by: 'mock' } : made;
    },
    remove: async ({ state, data }) =>
      granted(() => {
        control.remove(state, data);
        return {};
      }),
    act: async (name, params) => {
      try {
        return { data: await control.act(name, params) };
      } catch (error) {
        return refusal(error);
      }
    },
    advance: async (duration) => control.advance(duration),
    emitted: async () => {
      const events = control.events(seen);
      seen = events.at(-1)?.seq ?? seen;
      return events.map((event) => ({ ...event }));
    },
  };
}

function granted(ask: () => Readonly<Record<string, unknown>>): Done {
  try {
    return { data: ask() };
  } catch (error) {
    return refusal(error);
  }
}

/** A refusal of the control plane carries its remedy; anything else is a defect of the mock and goes on up. */
function refusal(error: unknown): Refusal {
  if (error instanceof ControlError) return { refused: `${error.mistake} (${error.remedy})` };
  throw error;
}

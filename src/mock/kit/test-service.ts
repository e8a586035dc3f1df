import { createVirtualClock, type VirtualClock } from './clock.ts';
import type { Hosted, ServiceKind } from './define-service.ts';
import { createIdentifiers } from './identifiers.ts';
import { isObject } from './json.ts';
import type { LimiterSettings } from './limiter.ts';
import type { JsonObject, WireRequest, WireResponse } from './service.ts';

export interface AloneOptions {
  readonly choices?: JsonObject;
  readonly faults?: readonly string[];
  readonly limiter?: LimiterSettings;
  readonly pause?: (point: string) => Promise<void>;
  readonly seed?: number;
}

/** A response with its body read; undefined where there is none. */
export interface Reply {
  readonly status: number;
  readonly headers: WireResponse['headers'];
  readonly body: unknown;
}

/** A service alone, in process and on a virtual clock, as tests drive it. */
export interface Alone extends Hosted {
  readonly clock: VirtualClock;
  /** what it has emitted */
  readonly emitted: readonly { readonly kind: string; readonly about: string }[];
  /** sends a body as it is, or as JSON; headers beside the content type may be more */
  exchange(method: string, target: string, body?: unknown, more?: Partial<WireRequest>): Promise<Reply>;
}

export function startAlone(kind: ServiceKind, origin: string, options: AloneOptions = {}): Alone {
  const clock = createVirtualClock();
  const emitted: Alone['emitted'][number][] = [];
  const surroundings = {
    now: () => clock.now(),
    id: createIdentifiers(options.seed ?? 1),
    pause: options.pause ?? (() => Promise.resolve()),
    emit: (event: string, about: string) => void emitted.push({ kind: event, about }),
  };
  const hosted = kind.start(options.choices ?? {}, surroundings, options.limiter ?? { kind: 'none' });
  hosted.switchFaults(options.faults ?? []);
  return {
    ...hosted,
    clock,
    emitted,
    async exchange(method, target, body, more = {}) {
      const content = body === undefined ? {} : { 'content-type': 'application/json' };
      const text = typeof body === 'string' || body === undefined ? (body ?? '') : JSON.stringify(body);
      const request = { method, target, remoteAddress: '192.0.2.1', origin, body: text, ...more, headers: { ...content, ...more.headers } };
      const response = await hosted.service.handle(request);
      return { ...response, body: response.body === '' ? undefined : JSON.parse(response.body) };
    },
  };
}

/** What stands in a JSON value at a path of member names and indices; undefined where the path leads nowhere. */
export function memberAt(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((here, step) => (Array.isArray(here) ? here[Number(step)] : isObject(here) ? here[step] : undefined), value);
}

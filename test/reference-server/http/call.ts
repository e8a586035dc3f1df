/** One request, as handlers see it. */
export interface Call {
  readonly method: string;
  /** under the place where the service is mounted, still percent-encoded */
  readonly path: string;
  /** what the path's parameters hold, decoded */
  readonly args: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** false where the client went silent in the middle of its body */
  readonly whole: boolean;
  readonly peer: string;
  /** a request of the same method and path was being served when this one arrived */
  readonly overlapping: boolean;
}

/** What stands in the body at these names, one inside the other; undefined where it is no JSON or holds none of them. */
export function inBody(call: Call, ...names: readonly string[]): unknown {
  return within(parsed(call), ...names);
}

export function textInBody(call: Call, ...names: readonly string[]): string | undefined {
  return asText(inBody(call, ...names));
}

export function within(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);
}

export function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The body as JSON; undefined where it is none. */
export function parsed({ text }: Call): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function textList(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? value : undefined;
}

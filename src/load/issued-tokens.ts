import { pointerReader } from '../model/pointer.ts';
import type { DocumentSpec } from '../model/types.ts';
import { operationOf, type AnswerView } from '../profile/answer.ts';

/** What a request is given out, each time anew: tokens that were others each time before it was sent in thousands. */
export interface IssuedTokens {
  /** the first place of an answer at which something stands that was given out before, in words */
  repeated(view: AnswerView, receivedAt: number): string | undefined;
}

/** Every token that a load was given out, by whom and when, as far as there is room. */
export type TokenMemory = Map<unknown, { readonly who: string; readonly at: number }>;

const MOST_TOKENS = 50_000;
/** Tokens may hold nothing of their time but its second. */
const SAME_MOMENT_MS = 2_000;

/**
 * @param who whose tokens they are: what is another's was never to be given out
 * @param samples answers to the request before; what stays the same in them is none of its own
 */
export function openIssuedTokens(
  memory: TokenMemory,
  spec: DocumentSpec,
  { operation, who, samples }: { readonly operation: string | undefined; readonly who: string; readonly samples: readonly AnswerView[] },
): IssuedTokens {
  const places = tokenPlaces(spec, operation).filter(({ read }) => {
    const given = samples.map(({ body }) => read(body));
    return given.length > 1 && given.every((one) => typeof one === 'string') && new Set(given).size === given.length;
  });
  let isBegun = false;
  return {
    repeated: ({ body }, receivedAt) => {
      if (!isBegun) for (const sample of samples) for (const { read } of places) memory.set(read(sample.body), { who, at: receivedAt });
      isBegun = true;
      for (const { pointer, read } of places) {
        const token = read(body);
        if (typeof token !== 'string') continue;
        const before = memory.get(token);
        if (before !== undefined && (before.who !== who || receivedAt - before.at > SAME_MOMENT_MS))
          return `${pointer} was given out before`;
        if (before === undefined && memory.size < MOST_TOKENS) memory.set(token, { who, at: receivedAt });
      }
      return undefined;
    },
  };
}

/** Where the operation's answers show secrets, but for those in lists. */
function tokenPlaces(
  spec: DocumentSpec,
  id: string | undefined,
): readonly { readonly pointer: string; readonly read: (value: unknown) => unknown }[] {
  const shown = operationOf(spec, id)?.responses.map(({ resource }) => resource) ?? [];
  return spec.resources.resources
    .filter(({ name }) => shown.includes(name))
    .flatMap(({ fields }) => fields)
    .filter(({ secret, path }) => secret !== undefined && !/[[{]/.test(path))
    .map(({ path }) => `/${path.replaceAll('.', '/')}`)
    .map((pointer) => ({ pointer, read: pointerReader(pointer) }));
}

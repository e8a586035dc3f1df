/** An answer that passed, and the limit that it names; moments in milliseconds. */
export interface LimitTold<Answer> {
  readonly limit: number;
  readonly sentMs: number;
  readonly receivedMs: number;
  /** by when it surely was decided, and until when nothing comes back by its own words: on one clock, NaN where nothing tells */
  readonly decidedByMs: number;
  readonly backFromMs: number;
  readonly answer: Answer;
}

/** Watches whether a limit stays what it is throughout a period. */
export interface LimitWatch<Answer> {
  /** takes an answer, in the order of receipt; gives the one whose limit it cannot follow, undefined where there is none */
  sees(told: LimitTold<Answer>): Answer | undefined;
}

/** Of the answers that name a limit the earliest whose words still hold, and the same of those that another limit was named before. */
interface Named<Answer> {
  readonly first: LimitTold<Answer>;
  readonly next: LimitTold<Answer> | undefined;
}

/** More limits than this are not kept in mind at a time. */
const MOST = 8;

/**
 * Of several limits at once, such as of a second and of a minute, each answer speaks of the one that binds, and each request uses both. So one
 * takes over from another when something of that is back, or because it is the smaller. Then it does not hand over again before something
 * of its own is back: that is a limit which changes within its period.
 */
export function watchLimit<Answer>(): LimitWatch<Answer> {
  const named = new Map<number, Named<Answer>>();
  return {
    sees(told) {
      const known = named.get(told.limit);
      if (known === undefined && named.size >= MOST) named.clear();
      const others = [...named].flatMap(([limit, one]) => (limit === told.limit ? [] : [one]));
      const isNext = others.some(({ first }) => holds(first, told) && first.receivedMs <= told.sentMs);
      named.set(told.limit, {
        first: holds(known?.first, told) ? known.first : told,
        next: holds(known?.next, told) ? known.next : isNext ? told : undefined,
      });
      return others.find(({ next }) => holds(next, told) && next.receivedMs <= told.sentMs)?.next?.answer;
    },
  };
}

/** Whether nothing that it speaks of can have come back by then. */
function holds<Answer>(one: LimitTold<Answer> | undefined, { decidedByMs }: LimitTold<Answer>): one is LimitTold<Answer> {
  return one !== undefined && decidedByMs < one.backFromMs;
}

/** Headers name whole seconds, which may be rounded up; a Date is up to a second old, and a little more. */
const GRAIN_MS = 1000;
const DATE_MS = 1100;

/** By the target's own clock: the Date of an answer in milliseconds, and the moments that it names, in Unix seconds. */
export function wordsOf(dateMs: number, ...named: readonly number[]): Pick<LimitTold<never>, 'decidedByMs' | 'backFromMs'> {
  return { decidedByMs: dateMs + DATE_MS, backFromMs: Math.min(...named) * 1000 - GRAIN_MS };
}

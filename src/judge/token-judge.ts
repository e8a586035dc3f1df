import { momentOf } from '../model/moment.ts';
import { atPointer } from '../model/pointer.ts';
import type { TokenLifetimeLaw } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import type { JudgeInput, Finding, Judge } from './finding.ts';
import { lawChecks, lawFinding, type Contradiction } from './law.ts';
import { describeAnswer } from './outcome.ts';
import { targetDate } from './target-date.ts';

/** What a bearer token's end says, held against the target's own clock, which the Date of its answers tells. */
export const tokenJudge: Judge = {
  topic: 'tokens',
  checks: ({ document: { laws: { tokenLifetime } = {} } }) => lawChecks('token', tokenLifetime?.clauses),
  judge: (input) => {
    const law = input.spec.document.laws?.tokenLifetime;
    return { findings: law === undefined ? [] : judgeTokens(input, law) };
  },
};

/** Seconds by which clocks may differ: Date and the token's end may come from different machines. */
const SKEW = 60;

function judgeTokens(input: JudgeInput, law: TokenLifetimeLaw): readonly Finding[] {
  const issued = new Map<string, { readonly exchange: ExchangeEvent; readonly end: number }>();
  return exchangesWith(input.evidence, input.spec.name).flatMap((exchange) => {
    const view = viewOf(input.spec, input.profile, exchange);
    const now = targetDate(input.evidence, exchange) / 1000;
    if (view === undefined || Number.isNaN(now)) return [];
    const used = issued.get(bearerOf(exchange));
    if (used !== undefined && now > used.end + SKEW) {
      const wrong =
        view.status < 400
          ? { expected: `no service after ${inWords(used.end)}`, received: `${describeAnswer(view)} at ${inWords(now)}` }
          : undefined;
      return finding(law, 'over-at-its-end', [used.exchange, exchange], wrong);
    }
    const [token, end] = [atPointer(view.body, law.token), secondsOf(atPointer(view.body, law.expires))];
    if (typeof token !== 'string' || end === undefined) return [];
    issued.set(token, { exchange, end });
    const wrong =
      end < now - SKEW ? { expected: `an end after ${inWords(now)}, when the token was issued`, received: inWords(end) } : undefined;
    return finding(law, 'not-over-when-issued', [exchange], wrong);
  });
}

function finding(
  { clauses }: TokenLifetimeLaw,
  part: keyof TokenLifetimeLaw['clauses'],
  exchanges: readonly ExchangeEvent[],
  wrong: Contradiction,
): readonly Finding[] {
  return lawFinding('token', clauses, part, { exchanges: exchanges.map(({ seq }) => seq) }, wrong);
}

function bearerOf({ request }: ExchangeEvent): string {
  return /^Bearer +(\S+)$/i.exec(String(request.headers['authorization'] ?? ''))?.[1] ?? '';
}

/** Unix seconds of a timestamp. */
function secondsOf(timestamp: unknown): number | undefined {
  const moment = momentOf(timestamp);
  return moment === undefined ? undefined : moment / 1000;
}

function inWords(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

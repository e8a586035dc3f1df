import { nextTurn, openAccount, usedUp, type Spending, type UsedUp } from '../profile/budget.ts';
import type { Limits } from '../profile/profile.ts';
import type { Timer } from './timer.ts';

/** Nothing more may be sent: the message names the profile's key. */
export class BudgetUsedUp extends Error {
  override readonly name = 'BudgetUsedUp';
  readonly usedUp: UsedUp;
  constructor(spent: UsedUp) {
    super(spent.why);
    this.usedUp = spent;
  }
}

/** The one place that keeps requests within the profile's budget: their number, rate, concurrency, and the time that they may take. */
export interface Pacer {
  /** waits for the next request's turn; call what it answers when the exchange is over. Throws BudgetUsedUp. */
  turn(): Promise<() => void>;
  usedUp(): UsedUp | undefined;
  /** milliseconds that are left of the duration */
  leftMs(): number;
}

export interface PacerOptions {
  readonly timer: Timer;
  /** ends a wait */
  readonly signal: AbortSignal;
  /** what was spent before, where the run has begun already */
  readonly spending?: Spending;
  /** what else may be used up */
  readonly beyond?: () => UsedUp | undefined;
}

export function createPacer(
  limits: Limits,
  { timer, signal, spending = openAccount(timer.now()), beyond = () => undefined }: PacerOptions,
): Pacer {
  let account = spending;
  let underWay = 0;
  const waiting: (() => void)[] = [];

  const enter = async (): Promise<void> => {
    if (underWay < limits.concurrency) underWay += 1;
    // The place of the one that leaves passes on, so that nobody overtakes.
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) underWay -= 1;
    else next();
  };

  return {
    turn: async () => {
      await enter();
      const now = timer.now();
      const full = beyond();
      const turn = full === undefined ? nextTurn(limits, account, now) : { usedUp: full };
      if ('usedUp' in turn) {
        leave();
        throw new BudgetUsedUp(turn.usedUp);
      }
      account = turn.spending;
      if (turn.at > now) await timer.sleep(turn.at - now, signal);
      return leave;
    },
    usedUp: () => beyond() ?? usedUp(limits, account, timer.now()),
    leftMs: () => Math.max(0, account.startedAt + limits.durationMs - timer.now()),
  };
}

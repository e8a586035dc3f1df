import { service } from '../profile/profile.ts';
import type { CallerRow } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith, viewOf } from './evidence.ts';
import type { Finding, JudgeInput } from './finding.ts';
import { promisesOf } from './step-judge.ts';
import { isHeldAgainstTarget } from './unverified-states.ts';

/**
 * The same findings, but that none blames the target for ignoring a caller whose credential nothing in the run shows to be taken: a target
 * that ignores a wrong one tells nobody. Whoever knows that it is right says so in the profile (`certain`).
 */
export function withoutUnverifiedCredentials(input: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  if (input.profile.embedded || !findings.some(isHeldAgainstTarget)) return findings;
  const doubted = (input.spec.authentication.callers ?? []).filter((caller) => isDoubted(input, caller, findings));
  if (doubted.length === 0) return findings;
  const promises = promisesOf(input.spec);
  const exchanges = exchangesWith(input.evidence, input.spec.name);
  const unanswered = exchanges.filter(({ response }) => response === undefined);
  const callerIn = new Map(
    exchanges.flatMap((exchange) => {
      const caller = doubted.find(({ name }) => name === exchange.caller);
      return caller === undefined ? [] : [[exchange.case, caller] as const];
    }),
  );
  // What stands in a response, and what is to be refused, holds for everybody.
  const holdsForAll = ({ check }: Finding): boolean => {
    const promised = promises.get(check);
    return promised === undefined || promised.isRefusal || Object.keys(promised.forbidden).length > 0;
  };
  const wrongForAll = new Set(findings.filter((finding) => finding.verdict === 'fail' && holdsForAll(finding)));
  const wrong = new Set([...wrongForAll].map(decidedBy));
  const garbage = exchanges.filter((exchange) => wrong.has(exchange.seq) && !showsOutcome(input, exchange));
  // No answer, and one that nobody may get, is not what comes of a token that is ignored.
  const unexplained = new Set([...garbage, ...unanswered].map(({ seq }) => seq));
  return findings.map((finding) => {
    const caller = callerIn.get(finding.case ?? '');
    if (caller === undefined || !isHeldAgainstTarget(finding) || wrongForAll.has(finding) || unexplained.has(decidedBy(finding)))
      return finding;
    const { expected: _expected, received: _received, ...rest } = finding;
    return { ...rest, verdict: 'inconclusive', blame: 'config', reason: reasonOf(input, caller) };
  });
}

/** Whether a response is one of those that the document has, whatever is wrong with it: it shows one of its states, or one of its errors. */
function showsOutcome({ spec, profile }: JudgeInput, exchange: ExchangeEvent): boolean {
  const view = viewOf(spec, profile, exchange);
  if (view === undefined || view.status >= 500) return false;
  const states = spec.states.machines.flatMap((machine) => machine.states.map(({ name }) => name));
  const errors = spec.errors.errors.map(({ name }) => name);
  return (view.state !== undefined && states.includes(view.state)) || (view.error !== undefined && errors.includes(view.error));
}

/** The exchange that decided it; -1 for one of none. */
function decidedBy({ exchanges }: Finding): number {
  return exchanges.at(-1) ?? -1;
}

/** A credential that the profile has, that is not known to be right, and that no clause shows which holds only where it is taken. */
function isDoubted({ profile, spec }: JudgeInput, { credential = '', shownBy }: CallerRow, findings: readonly Finding[]): boolean {
  const { credentials = [], certainCredentials = [] } = service(profile, spec.name) ?? {};
  if (shownBy === undefined || !credentials.includes(credential) || certainCredentials.includes(credential)) return false;
  return !findings.some(({ verdict, clauses }) => verdict === 'pass' && clauses.some((clause) => shownBy.includes(clause)));
}

function reasonOf({ spec }: JudgeInput, { name, credential = '' }: CallerRow): string {
  return `services.${spec.name}.credentials.${credential}: nothing in the run shows that it is taken, since nothing that only a ${name} caller can do was seen: correct it, or say certain: true`;
}

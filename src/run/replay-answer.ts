import { documentOf } from '../model/document-of.ts';
import type { Failure, Report, Specs } from '../model/types.ts';
import { placeKey, stepsOf } from '../judge/steps.ts';
import type { TraceEvent } from '../trace/events.ts';
import type { Replay } from './replay-token.ts';

/** What became of a failure that was driven again, in one sentence; the rest of the clauses were not looked at. */
export interface ReplayAnswer {
  readonly what: 'same' | 'changed' | 'fixed' | 'inconclusive';
  readonly words: string;
  readonly exitCode: number;
  /** what shows it now, where something does */
  readonly failure?: Failure;
}

export function replayAnswer(
  { failures, clauses }: Pick<Report, 'failures' | 'clauses'>,
  { clause, check }: Pick<Replay, 'clause' | 'check'>,
  { specs, events }: { readonly specs: Specs; readonly events: readonly TraceEvent[] },
): ReplayAnswer {
  const alike = failures.filter((failure) => failure.clause === clause);
  const same =
    alike.find((failure) => failure.check === check) ?? alike.find((failure) => isOfOneRace(specs, clause, check, failure.check));
  if (same !== undefined)
    return { what: 'same', words: `same: ${clause}, expected ${same.expected}, received ${same.received}`, exitCode: 1, failure: same };
  const [other] = failures;
  if (other !== undefined)
    return {
      what: 'changed',
      words: `changed: ${other.clause}, expected ${other.expected}, received ${other.received}`,
      exitCode: 1,
      failure: other,
    };
  const found = clauses.find(({ id }) => id === clause);
  if (found?.verdict === 'pass' && found.checks.includes(check))
    return { what: 'fixed', words: `fixed: ${clause} holds where it did not`, exitCode: 0 };
  const isOpen = found === undefined || (found.verdict !== 'pass' && found.checks.length > 0);
  if (!isOpen && looksAtWhatComes(specs, clause, check) && isAnswered(events))
    return {
      what: 'fixed',
      words: `fixed: the same was asked and answered, and nothing in it contradicts ${clause} any more`,
      exitCode: 0,
    };
  const why = found?.reason === undefined ? '' : `: ${found.reason}`;
  return { what: 'inconclusive', words: `inconclusive: the sequence did not get as far as ${clause}${why}`, exitCode: 3 };
}

/** A check of whatever is answered says something only where there is something to object to or to confirm; so does one of a walk. */
function looksAtWhatComes({ clauses, documents }: Specs, clause: string, check: string): boolean {
  if (/^(shape|link|header|error|law)\//.test(check)) return true;
  const document = clauses.get(clause)?.document;
  const { row, at } = placeOf(check);
  return document !== undefined && stepsOf(documentOf({ documents }, document)).get(placeKey({ row, at }))?.step.walk !== undefined;
}

/** A probe that lets several callers race asks the same in several rounds: which of them shows it is for whoever comes first. */
function isOfOneRace({ clauses, documents }: Specs, clause: string, check: string, other: string): boolean {
  const document = clauses.get(clause)?.document;
  const { row } = placeOf(check);
  if (document === undefined || row !== placeOf(other).row) return false;
  const probe = documentOf({ documents }, document).probes.probes.find(({ id }) => row === `probe:${id}`);
  return probe?.steps.some(({ meanwhile }) => meanwhile === true) === true;
}

/** Where the step of a probe stands that a check asks about; nowhere for other checks. */
function placeOf(check: string): { readonly row: string; readonly at: string } {
  const [, probe = '', at = ''] = /^probe\/(.+)\/(steps\/\d+)\/\d+$/.exec(check) ?? [];
  return { row: `probe:${probe}`, at };
}

/** True where all of the sequence was sent, and each request was answered by something else than a limit. */
function isAnswered(events: readonly TraceEvent[]): boolean {
  const exchanges = events.filter((event) => event.type === 'exchange');
  const last = new Map(
    exchanges.map((exchange) => [`${exchange.case} ${exchange.place.row} ${exchange.place.at}`, exchange.response?.status]),
  );
  const statuses = [...last.values()];
  return (
    statuses.length > 0 &&
    !statuses.some((status) => status === undefined || status === 429) &&
    !events.some(({ type }) => type === 'blocked')
  );
}

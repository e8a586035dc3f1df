import { deletionRead } from '../model/deletion-read.ts';
import type { DocumentSpec } from '../model/types.ts';
import { operationOf } from '../profile/answer.ts';
import type { ExchangeEvent, TraceEvent } from '../trace/events.ts';
import { exchangesIn, type CaseEvidence } from './evidence.ts';
import type { Outcome } from './outcome.ts';

/** What a step's answer comes to, unless the case has asked for something that was accepted (202) and may not have been carried out yet. */
export function unlessUnderWay(spec: DocumentSpec, entry: CaseEvidence, exchange: ExchangeEvent, outcome: Outcome): Outcome {
  if (!('ok' in outcome) || outcome.ok) return outcome;
  const accepted = exchangesIn(entry).find(({ seq, operation, response }) => {
    return seq < exchange.seq && response?.status === ACCEPTED && operationOf(spec, operation)?.deferrable === true;
  });
  if (accepted === undefined || hasHadTime(entry, accepted, exchange) || isSeenGone(spec, entry, accepted, exchange)) return outcome;
  const { expected, received } = outcome;
  return {
    unreadable: `expected ${expected}; received ${received}, while ${accepted.operation ?? ''} was accepted (202) and may not have been carried out`,
    blame: 'target',
  };
}

const ACCEPTED = 202;
const NOT_FOUND = 404;

/** A deletion is carried out once what it deletes is not found. */
function isSeenGone(spec: DocumentSpec, entry: CaseEvidence, accepted: ExchangeEvent, exchange: ExchangeEvent): boolean {
  const read = deletionRead(spec, accepted.operation);
  const isBetween = ({ seq }: ExchangeEvent): boolean => seq > accepted.seq && seq < exchange.seq;
  return exchangesIn(entry).some((one) => isBetween(one) && one.operation === read && one.response?.status === NOT_FOUND);
}

/** Once an act was caused or the clock was turned, what goes on in the background has had its time. */
function hasHadTime({ events }: CaseEvidence, accepted: ExchangeEvent, exchange: ExchangeEvent): boolean {
  return events.slice(events.indexOf(accepted), events.indexOf(exchange)).some(passesTime);
}

function passesTime({ type }: TraceEvent): boolean {
  return type === 'act' || type === 'clock';
}

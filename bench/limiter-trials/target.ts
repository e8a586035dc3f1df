import type { DocumentName } from '../../src/mock/kit/documents.ts';
import type { ExchangeEvent } from '../../src/trace/events.ts';
import { writePlace } from '../../src/load/limiter/sample.ts';
import type { Place } from '../../src/load/limiter/sample.ts';
import { answerTo } from './answer.ts';
import type { Defect } from './defect.ts';
import type { ForeignUse } from './foreign-use.ts';
import type { Build, Ruling, Simulated } from './limiters/simulated.ts';
import type { Random } from './random.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A simulated deployment: a limiter behind a network, with a clock of its own. */
export interface TargetSettings {
  readonly document: DocumentName;
  readonly build: Build;
  readonly limit: number;
  readonly periodMs: number;
  /** what its clock is ahead of the harness's */
  readonly skewMs: number;
  /** each way, at least and at most */
  readonly latencyMs: readonly [number, number];
  readonly unknownPathCounts: boolean;
  /** operations that somebody else used at random moments of the period before */
  readonly usedBefore: number;
  /** somebody else goes on using it */
  readonly foreign: ForeignUse | undefined;
  readonly defect: Defect;
}

export interface Target {
  readonly send: (place: Place) => Promise<ExchangeEvent>;
  readonly events: readonly ExchangeEvent[];
}

/** Reading a counter and writing it back are this far apart where a limiter is not atomic. */
const RACE_MS = 8;

export function createTarget(settings: TargetSettings, time: VirtualTime, random: Random, startMs: number): Target {
  const { document, latencyMs, skewMs, defect, limit, periodMs } = settings;
  const build = defect.build?.(settings.build) ?? settings.build;
  const limiters = new Map<string, Simulated>();
  const events: ExchangeEvent[] = [];
  const own = limiterOf('own');
  const moments = Array.from({ length: settings.usedBefore }, () => startMs + skewMs - random.between(0, periodMs)).toSorted(
    (a, b) => a - b,
  );
  for (const moment of moments) own.hit(moment);
  let foreignFrom = startMs;
  const latest = new Map<string, { readonly atMs: number; readonly ruling: Ruling }>();

  function limiterOf(subject: string): Simulated {
    const known = limiters.get(subject);
    if (known !== undefined) return known;
    const made = build(limit, periodMs);
    limiters.set(subject, made);
    return made;
  }

  function foreign(nowMs: number): void {
    while (settings.foreign !== undefined && foreignFrom < nowMs) foreignFrom = settings.foreign(own, foreignFrom + skewMs) - skewMs;
  }

  /** Two that read the same counter before either has written are let in as one. */
  function decide(subject: string): Ruling {
    const known = latest.get(subject);
    if (defect.races === true && known !== undefined && time.now() - known.atMs < RACE_MS) return known.ruling;
    const ruling = limiterOf(subject).hit(time.now() + skewMs);
    latest.set(subject, { atMs: time.now(), ruling });
    return ruling;
  }

  /** A request that is not counted is told how things stood for the last that was; the limit of 0 is a refusal's alone. */
  function standing(subject: string, nowMs: number): Ruling {
    const known = latest.get(subject)?.ruling;
    return known === undefined ? { ok: true, limit, remaining: limit, fullAtMs: nowMs, nextAtMs: nowMs } : { ...known, ok: true, limit };
  }

  return {
    events,
    async send(place) {
      const sentAt = time.now();
      await time.sleepUntil(sentAt + random.between(...latencyMs));
      const arrived = time.now();
      foreign(arrived);
      const limited = place.asks === 'call' || settings.unknownPathCounts;
      const ruling = limited ? decide(place.subject) : standing(place.subject, arrived + skewMs);
      const date = new Date(time.now() + skewMs);
      const about = { nowMs: arrived + skewMs, limit, periodMs, startMs: startMs + skewMs, place, random };
      const answer = defect.answer?.(answerTo(document, ruling, place, date), about) ?? answerTo(document, ruling, place, date);
      // What is limited by its number at the same time is busy for as long as the answer takes.
      await time.sleepUntil(time.now() + random.between(...latencyMs));
      if (limited && ruling.ok) limiterOf(place.subject).done();
      const event: ExchangeEvent = {
        type: 'exchange',
        seq: events.length + 1,
        case: 'load/rate-limit',
        place: writePlace(place),
        purpose: 'load',
        document,
        ...(place.asks === 'call' ? { operation: OPERATION[document] } : {}),
        request: { method: 'GET', url: `https://target.example.test/${place.subject}/${place.asks}`, headers: {} },
        response: answer,
        sentAt,
        durationMs: time.now() - sentAt,
      };
      events.push(event);
      return event;
    },
  };
}

const OPERATION: Readonly<Record<DocumentName, string>> = {
  'privileged-access': 'listGroups',
  authentication: 'authenticate',
  governance: '',
};

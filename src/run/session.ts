import { join } from 'node:path';
import type { Specs } from '../model/types.ts';
import { loadSpecs } from '../model/load.ts';
import type { Limits, Profile } from '../profile/profile.ts';
import type { Drive } from '../drive/drive.ts';
import { weightOnRecord } from '../drive/weight.ts';
import type { TraceEvent } from '../trace/events.ts';
import { readTrace } from '../trace/reader.ts';
import { openDrive } from './open-drive.ts';
import { plansFor } from './plans.ts';
import type { Order, Plans } from './plans.ts';
import { openRunTrace, TRACE_FILE } from './run-trace.ts';

/** What the command hands to the suites; plain data, because it crosses into a worker. */
export interface RunOrder extends Order {
  readonly folder: string;
  readonly runId: string;
  readonly profile: Profile;
  /** when the run began, on the harness's clock: milliseconds since the epoch */
  readonly begunAt: number;
  /** what may be spent: a shard has its share of the profile's budget */
  readonly limits: Limits;
}

/** One run's drivers, shared by the suites of all documents: one trace, one redactor, one count of requests. */
export interface Session extends Drive {
  readonly plans: Plans;
  stop(): void;
}

const sessions = new Map<string, Session>();

/** The session of a run; made on first use in the worker, the same for every suite file after that. */
export function sessionOf(order: RunOrder): Session {
  const known = sessions.get(order.folder);
  if (known !== undefined) return known;
  const session = openSession(order, loadSpecs());
  sessions.set(order.folder, session);
  return session;
}

function openSession(order: RunOrder, specs: Specs): Session {
  const { profile } = order;
  const stopper = new AbortController();
  // The preflight has written exchanges of its own before.
  const { events } = readTrace(join(order.folder, TRACE_FILE));
  const known = { sent: lastSeq(events), stored: weightOnRecord(events) };
  const { drive } = openDrive({ ...order, specs, trace: openRunTrace(order.folder), ...known, signal: stopper.signal });
  return {
    ...drive,
    plans: plansFor(specs, profile, order),
    stop: () => stopper.abort(),
  };
}

function lastSeq(events: readonly TraceEvent[]): number {
  return events.reduce((last, event) => (event.type === 'exchange' ? Math.max(last, event.seq) : last), 0);
}

import type { Specs } from '../model/types.ts';
import type { Drive } from '../drive/drive.ts';
import { openAccount } from '../profile/budget.ts';
import type { Limits, Profile } from '../profile/profile.ts';
import { createExchanger } from '../drive/exchanger.ts';
import { httpTransport } from '../drive/http.ts';
import { openProviders } from '../drive/open-providers.ts';
import type { CallLimit } from '../drive/module-thread.ts';
import { createPacer } from '../drive/pacer.ts';
import { systemTimer } from '../drive/timer.ts';
import type { Redactor } from '../drive/redactor.ts';
import type { Transport } from '../drive/transport.ts';
import { waitAround } from '../drive/wait.ts';
import type { TraceWriter } from '../trace/writer.ts';
import { vocabularyOf } from '../model/vocabulary.ts';
import { runRedactor } from './run-redactor.ts';
import { fullTrace } from './run-trace.ts';
import { TOOL } from './tool.ts';

export interface DriveOrder {
  readonly specs: Specs;
  readonly profile: Profile;
  readonly seed: number;
  readonly runId: string;
  readonly trace: TraceWriter;
  /** when the run began, on the harness's clock: milliseconds since the epoch */
  readonly begunAt: number;
  /** exchanges that the trace has already */
  readonly sent: number;
  /** what their answers take, as weightOnRecord says */
  readonly stored?: number;
  /** what may be spent: the profile's budget where omitted */
  readonly limits?: Limits;
  /** comes before the names of secrets, where another redactor writes into the same trace */
  readonly scope?: string;
  /** the redactor of the phase before, whose secrets must not leave in this one */
  readonly earlier?: Redactor;
  readonly signal: AbortSignal;
}

/** What drives a target over HTTP, and what is to be closed afterwards. */
export interface OpenDrive {
  readonly drive: Drive;
  /** for what is no request to the target */
  readonly send: Transport;
  readonly close: () => Promise<void>;
}

export function openDrive(order: DriveOrder): OpenDrive {
  const { specs, profile, seed, runId, trace, begunAt, sent, limits = profile.limits, scope, earlier, signal, stored = 0 } = order;
  const { kindOf } = vocabularyOf(specs);
  const redactor = runRedactor(specs, profile, trace, scope, earlier);
  const { timeoutMs, bodyBytes, concurrency } = profile.limits;
  const http = httpTransport({ timeoutMs, bodyBytes, concurrency, signal });
  const pacer = createPacer(limits, { timer: systemTimer, signal, spending: openAccount(begunAt, sent), beyond: () => fullTrace(trace) });
  const limit = (): CallLimit => ({ ...waitAround(pacer, timeoutMs), signal });
  const send: Transport = (request) => http.send({ ...request, withinMs: limit().ms });
  const drive: Drive = {
    specs,
    profile,
    seed,
    runId,
    tool: TOOL,
    trace,
    redactor,
    providers: openProviders(profile, send, limit),
    exchanger: createExchanger(http.send, pacer, redactor, trace, {
      firstSeq: sent + 1,
      stored,
      isSecret: (name) => kindOf(name) !== undefined,
    }),
    pacer,
    timer: systemTimer,
    signal,
  };
  return { drive, send, close: http.close };
}

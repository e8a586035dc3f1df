import { oncePer } from '../model/once-per.ts';
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
import { createRedactor, type Redactor } from '../drive/redactor.ts';
import type { Weight } from '../drive/stock.ts';
import type { Transport } from '../drive/transport.ts';
import { waitAround } from '../drive/wait.ts';
import type { TraceWriter } from '../trace/writer.ts';
import { vocabularyOf, createVocabulary } from '../model/vocabulary.ts';
import { fullTrace } from './run-trace.ts';
import { TAKING_DOWN_MS } from './deadline.ts';
import { TOOL } from './package-root.ts';
import { boundNames } from '../profile/bound-names.ts';

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
  readonly stored?: Weight;
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
  const { specs, profile, seed, runId, trace, begunAt, sent, limits = profile.limits, scope, earlier, signal, stored } = order;
  const { kindOf } = vocabularyOf(specs);
  const redactor = runRedactor(specs, profile, trace, scope, earlier);
  const { timeoutMs, bodyBytes, concurrency } = profile.limits;
  const { proxy, tls } = profile;
  const connections = { timeoutMs, bodyBytes, concurrency, proxy, tls };
  const http = httpTransport({ ...connections, signal });
  const { windUp, forget } = windingUp(signal);
  const beside = httpTransport({ ...connections, signal: windUp });
  const pacer = createPacer(limits, { timer: systemTimer, signal, spending: openAccount(begunAt, sent), beyond: () => fullTrace(trace) });
  const limit = (): CallLimit => ({ ...waitAround(pacer, timeoutMs), signal: windUp });
  const send: Transport = (request) => beside.send({ ...request, withinMs: limit().ms });
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
    windUp,
  };
  const close = async (): Promise<void> => {
    forget();
    await Promise.all([http.close(), beside.close()]);
  };
  return { drive, send, close };
}

/** What is set up when a run is interrupted is still taken down. */
function windingUp(signal: AbortSignal): { readonly windUp: AbortSignal; readonly forget: () => void } {
  const over = new AbortController();
  const start = (): void => void setTimeout(() => over.abort(), TAKING_DOWN_MS).unref();
  if (signal.aborted) over.abort();
  else signal.addEventListener('abort', start, { once: true });
  return { windUp: over.signal, forget: () => signal.removeEventListener('abort', start) };
}

/** The redactor of a run's trace: knows the secret fields of all documents, and from the start every secret that the profile holds. */
export function runRedactor(specs: Specs, profile: Profile, trace: TraceWriter, scope = '', earlier?: Redactor): Redactor {
  const redactor = createRedactor(runVocabulary(specs)(profile), (event) => trace.append(event), scope, earlier);
  for (const credentials of Object.values(profile.credentials)) {
    for (const [name, value] of Object.entries(credentials)) redactor.learn(name, value);
  }
  for (const headers of controlHeaders(profile)) {
    for (const [name, value] of Object.entries(headers)) {
      redactor.redactHeader(name, value);
      redactor.learn(`${name}-header`, value);
    }
  }
  for (const source of profile.sources) if (source.kind === 'accounts') for (const { data } of source.accounts) redactor.redact(data);
  return redactor;
}

/** What the documents call things, and the profile for them. */
const runVocabulary = oncePer((specs: Specs) =>
  oncePer((profile: Profile) => createVocabulary(Object.values(specs.documents), boundNames(specs, profile, vocabularyOf(specs).kindOf))),
);

/** What is sent to whoever provides states, turns the clock, tells of events or opens a tunnel. */
function controlHeaders({ sources, clock, events, proxy }: Profile): readonly Readonly<Record<string, string>>[] {
  const own = sources.flatMap((source) => (source.kind === 'http' ? [source.headers] : []));
  return [...own, clock?.headers ?? {}, events !== undefined && 'headers' in events ? events.headers : {}, proxy?.headers ?? {}];
}

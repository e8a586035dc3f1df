import { createHash } from 'node:crypto';
import type { DocumentName, Selection, Specs } from '../spec/types.ts';
import { createExchanger } from '../target/exchanger.ts';
import { executeCase } from '../drive/execute-case.ts';
import { executeWalk } from '../drive/execute-walk.ts';
import type { Drive } from '../drive/drive.ts';
import { judge } from '../judge/judgement.ts';
import type { Judgement } from '../judge/judgement.ts';
import { createDeployment } from '../mock/core/deployment.ts';
import type { Deployment, DeploymentOptions } from '../mock/core/deployment.ts';
import type { Case } from '../plan/case.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import { resolveProfile } from '../profile/load-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { chooseBySeed } from '../run/choices.ts';
import { failingFindings, followUp } from '../run/follow-up.ts';
import { recordOmissions } from '../run/omissions.ts';
import { runRedactor } from '../run/run-redactor.ts';
import { createInterleaver } from './interleaver.ts';
import { plansFor } from '../run/plans.ts';
import type { Only } from '../run/plans.ts';
import { TOOL } from '../run/tool.ts';
import type { ProfileFile } from '../spec/types.ts';
import { createPacer } from '../target/pacer.ts';
import type { Done, Providers, Refusal } from '../target/providers.ts';
import { systemTimer } from '../target/timer.ts';
import type { Answer, HttpRequest, Transport } from '../target/transport.ts';
import { memoryTrace } from '../trace/writer.ts';
import type { TraceEvent } from '../trace/events.ts';

/** A whole conformance run against the mock without a socket, a process or a file. */
export interface InProcessRun {
  readonly judgement: Judgement;
  readonly events: readonly TraceEvent[];
  readonly plans: readonly DocumentPlan[];
  readonly profile: Profile;
  /** SHA-256 over method, path and body of all requests, in order */
  readonly requestsDigest: string;
  readonly requests: number;
}

export interface InProcessOptions extends DeploymentOptions {
  readonly seed: number;
  readonly selection?: Selection;
  /** one case or walk alone, as a replay drives it */
  readonly only?: Only;
  /** failures are driven again: in fewer steps, and from fresh provider states */
  readonly followUp?: boolean;
  /** random walks; none where omitted */
  readonly walks?: number;
  /** told of each request before it is answered; what it answers are the faults that are on from then */
  readonly meddle?: (request: HttpRequest) => readonly string[];
  /** only these cases, where given */
  readonly pick?: (planned: Case) => boolean;
}

const HOSTS: Readonly<Record<DocumentName, string>> = {
  'privileged-access': 'http://pam.assay.test',
  authentication: 'http://authn.assay.test',
  governance: 'http://gov.assay.test',
};

/** Drives the mock in process by its profile, and judges the trace. */
export async function runInProcess(specs: Specs, source: ProfileFile, file: string, options: InProcessOptions): Promise<InProcessRun> {
  const { embedded } = source;
  const deployment = createDeployment({
    pause: createInterleaver(options.seed),
    choices: chooseBySeed(embedded ?? {}, options.seed),
    ...(embedded?.limiter === undefined ? {} : { limiter: embedded.limiter }),
    ...options,
  });
  const profile = resolveProfile(source, file, {}, { services: HOSTS, control: 'http://control.assay.test' });
  const plans = [
    ...plansFor(specs, profile, {
      seed: options.seed,
      selection: options.selection ?? {},
      walks: options.walks ?? 0,
      ...(options.only === undefined ? {} : { only: options.only }),
    }).values(),
  ];
  const trace = memoryTrace();
  const digest = createHash('sha256');
  const redactor = runRedactor(specs, profile, trace);
  const send = transportOf(deployment, (request) => {
    digest.update(`${request.method} ${request.url}\n${request.body ?? ''}\n`);
    if (options.meddle !== undefined) deployment.control.switchFaults(options.meddle(request));
  });
  const { signal } = new AbortController();
  const pacer = createPacer(profile.limits, { timer: systemTimer, signal });
  const drive: Drive = {
    specs,
    profile,
    seed: options.seed,
    runId: 'in-process',
    tool: TOOL,
    trace,
    redactor,
    providers: providersOf(deployment),
    exchanger: createExchanger(send, pacer, redactor, trace),
    pacer,
    timer: systemTimer,
    signal,
    proven: new Set(),
  };
  for (const plan of plans) {
    recordOmissions(trace, plan);
    for (const planned of plan.cases) if (options.pick?.(planned) ?? true) await executeCase(drive, planned);
    for (const walk of plan.walks) await executeWalk(drive, walk);
  }
  const first = judge(specs, profile, trace.events, options.selection);
  if (options.followUp === true)
    await followUp({ drive, plans, events: trace.events, findings: failingFindings(first), onProgress: () => undefined });
  return {
    judgement: options.followUp === true ? judge(specs, profile, trace.events, options.selection) : first,
    events: trace.events,
    plans,
    profile,
    requestsDigest: digest.digest('hex'),
    requests: trace.events.filter(({ type }) => type === 'exchange').length,
  };
}

function transportOf(deployment: Deployment, note: (request: HttpRequest) => void): Transport {
  return async (request): Promise<Answer> => {
    note(request);
    const { origin, pathname, search } = new URL(request.url);
    const document = Object.entries(HOSTS).find(([, host]) => host === origin);
    if (document === undefined) return { failure: { kind: 'unreachable', detail: origin } };
    const { status, headers, body } = await serviceOf(deployment, origin).handle({
      method: request.method,
      target: `${pathname}${search}`,
      headers: { host: new URL(origin).host, ...request.headers },
      body: request.body ?? '',
      remoteAddress: '127.0.0.1',
      origin,
      ...(request.halfClose === true ? { halfClosed: true } : {}),
    });
    return { response: { status, headers: lowerCase(headers), text: body, bytes: Buffer.byteLength(body) } };
  };
}

function serviceOf({ services }: Deployment, origin: string): Deployment['services'][DocumentName] {
  if (origin === HOSTS['privileged-access']) return services['privileged-access'];
  return origin === HOSTS.authentication ? services.authentication : services.governance;
}

function lowerCase(headers: Readonly<Record<string, string | readonly string[]>>): Record<string, string | string[]> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), typeof value === 'string' ? value : [...value]]),
  );
}

function providersOf({ control }: Deployment): Providers {
  let seen = 0;
  return {
    provide: async ({ entry, params }) => {
      const made = granted(() => control.provide(entry.name, params));
      return 'data' in made ? { ...made, by: 'mock' } : made;
    },
    remove: async ({ state, data }) =>
      granted(() => {
        control.remove(state, data);
        return {};
      }),
    act: async (name, params) => {
      try {
        return { data: await control.act(name, params) };
      } catch (error) {
        return refusal(error);
      }
    },
    advance: async (duration) => control.advance(duration),
    emitted: async () => {
      const events = control.events(seen);
      seen = events.at(-1)?.seq ?? seen;
      return events.map((event) => ({ ...event }));
    },
  };
}

function granted(ask: () => Readonly<Record<string, unknown>>): Done {
  try {
    return { data: ask() };
  } catch (error) {
    return refusal(error);
  }
}

/** A refusal of the control plane carries its remedy; anything else is a defect of the mock and goes on up. */
function refusal(error: unknown): Refusal {
  if (error instanceof Error && 'remedy' in error) return { refused: `${error.message} (${String(error.remedy)})` };
  throw error;
}

import { createHash } from 'node:crypto';
import type { ProfileFile, Specs } from '../model/types.ts';
import { judge, type Judgement } from '../judge/judgement.ts';
import type { Case } from '../plan/case.ts';
import type { DocumentPlan } from '../plan/plan.ts';
import type { Profile } from '../profile/profile.ts';
import { drivePlans, type Unit } from '../run/drive-plans.ts';
import { failingFindings, followUp } from '../run/rerun-failures.ts';
import type { TraceEvent } from '../trace/events.ts';
import { prepareSuite, type Suite, type SuiteOptions } from './suite.ts';
import { defined } from '../model/defined.ts';
import type { Drive } from '../drive/drive.ts';
import { createDeployment, type Deployment, type DeploymentOptions } from '../mock/kit/deployment.ts';
import { chooseBySeed } from '../run/choices.ts';
import { runRedactor } from '../run/open-drive.ts';
import { TOOL } from '../run/package-root.ts';
import { createExchanger } from '../drive/exchanger.ts';
import { createPacer } from '../drive/pacer.ts';
import { systemTimer, type Timer } from '../drive/timer.ts';
import type { HttpRequest } from '../drive/transport.ts';
import { memoryTrace } from '../trace/writer.ts';
import { providersOf, transportOf, type TransportOptions } from './transport.ts';

/** A deployment of its own, and all that it takes to drive a suite against it; what happens is in `events`. */
export interface InProcessTarget {
  readonly drive: Drive;
  readonly events: readonly TraceEvent[];
  /** ends whatever is under way: what has not been sent yet is not sent */
  readonly abort: () => void;
}

interface InProcessTargetOptions extends Omit<DeploymentOptions, 'seed'>, TransportOptions {
  /** told of each request before it is answered; what it answers are the faults that are on from then */
  readonly meddle?: (request: HttpRequest) => readonly string[];
  readonly timer?: Timer;
  /** makes the deployment, where it is not the mock as it stands */
  readonly deploy?: (options: DeploymentOptions) => Deployment;
}

export function openInProcessTarget({ specs, source, profile, seed }: Suite, options: InProcessTargetOptions = {}): InProcessTarget {
  const {
    note = () => undefined,
    change = (response) => response,
    meddle,
    timer = systemTimer,
    deploy = createDeployment,
    ...deploymentOptions
  } = options;
  const { embedded } = source;
  let interleave = createInterleaver(seed);
  const deployment = deploy({
    seed,
    pause: (point) => interleave(point),
    choices: chooseBySeed(embedded ?? {}, seed),
    ...(embedded?.limiter === undefined ? {} : { limiter: embedded.limiter }),
    ...deploymentOptions,
  });
  const trace = memoryTrace();
  const redactor = runRedactor(specs, profile, trace);
  const send = transportOf(deployment, {
    change,
    note(request) {
      note(request);
      if (meddle !== undefined) deployment.control.switchFaults(meddle(request));
    },
  });
  const stopper = new AbortController();
  const { signal } = stopper;
  const pacer = createPacer(profile.limits, { timer, signal });
  const providers = providersOf(deployment);
  return {
    drive: {
      specs,
      profile,
      seed,
      runId: 'in-process',
      tool: TOOL,
      trace,
      redactor,
      providers: {
        ...providers,
        // Who is first in a race depends on the seed and on its own case, not on the cases driven before it.
        provide(ask) {
          interleave = createInterleaver(seed);
          return providers.provide(ask);
        },
      },
      exchanger: createExchanger(send, pacer, redactor, trace),
      pacer,
      timer,
      signal,
      windUp: signal,
    },
    events: trace.events,
    abort: () => stopper.abort(),
  };
}

/**
 * Suspension points for callers in process. Everybody who is under way goes on by one point, one after the other, before anybody goes
 * on by two: so each sees what the others have left half done. The order is that of their coming and, every other time that several
 * are there, the reverse; the seed decides which of them is first.
 */
export function createInterleaver(seed: number): (point: string) => Promise<void> {
  let waiting: (() => void)[] = [];
  let round: (() => void)[] = [];
  let races = seed;
  let isGoingOn = false;

  /** Lets one go on, and comes again when it has come as far as it can without waiting. */
  function nextRound(): void {
    if (round.length === 0) {
      if (waiting.length > 1) races += 1;
      round = races % 2 === 0 ? waiting : waiting.toReversed();
      waiting = [];
    }
    const next = round.shift();
    isGoingOn = next !== undefined;
    next?.();
    if (isGoingOn) setImmediate(nextRound);
  }

  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (isGoingOn) return;
      isGoingOn = true;
      setImmediate(nextRound);
    });
}

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

/** What is driven of a suite, and how. */
export interface DriveOptions extends InProcessTargetOptions {
  /** how often failures are driven again, in fewer steps and from fresh provider states; not at all where it is left out */
  readonly repeats?: number;
  /** only these cases, where given */
  readonly pick?: (planned: Case) => boolean;
  /** told of each case and walk before it is driven */
  readonly before?: (unit: Unit) => void;
}

export interface InProcessOptions extends DriveOptions, SuiteOptions {}

/** Drives the mock in process by its profile, and judges the trace. */
export async function runInProcess(specs: Specs, source: ProfileFile, file: string, options: InProcessOptions): Promise<InProcessRun> {
  const { seed, selection = {}, walks = 0, depth, only, ...driveOptions } = options;
  const suite = prepareSuite(specs, source, file, { seed, selection, walks, ...defined({ depth, only }) });
  return driveSuite(suite, driveOptions);
}

/** Drives a prepared suite, or what is picked of it, from its first case to its last. */
export async function driveSuite(suite: Suite, options: DriveOptions = {}): Promise<InProcessRun> {
  const { specs, profile, plans, selection } = suite;
  const { pick = () => true, before = () => undefined, repeats = 0, note = () => undefined, ...benchOptions } = options;
  const digest = createHash('sha256');
  const { drive, events } = openInProcessTarget(suite, {
    ...benchOptions,
    note(request) {
      digest.update(`${request.method} ${request.url}\n${request.body ?? ''}\n`);
      note(request);
    },
  });
  await drivePlans(drive, plans, async (unit, execute) => {
    if (!unit.cases.every(pick)) return;
    before(unit);
    await execute();
  });
  const first = judge(specs, profile, events, selection);
  if (repeats > 0) await followUp({ drive, plans, events, findings: failingFindings(first), repeats, onProgress: () => undefined });
  return {
    judgement: repeats === 0 ? first : judge(specs, profile, events, selection),
    events,
    plans,
    profile,
    requestsDigest: digest.digest('hex'),
    requests: events.filter(({ type }) => type === 'exchange').length,
  };
}

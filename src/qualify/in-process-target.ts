import type { Drive } from '../drive/drive.ts';
import { createDeployment } from '../mock/kit/deployment.ts';
import type { Deployment, DeploymentOptions } from '../mock/kit/deployment.ts';
import { chooseBySeed } from '../run/choices.ts';
import { runRedactor } from '../run/run-redactor.ts';
import { TOOL } from '../run/tool.ts';
import { createExchanger } from '../drive/exchanger.ts';
import { createPacer } from '../drive/pacer.ts';
import { systemTimer } from '../drive/timer.ts';
import type { Timer } from '../drive/timer.ts';
import type { HttpRequest } from '../drive/transport.ts';
import { memoryTrace } from '../trace/writer.ts';
import type { TraceEvent } from '../trace/events.ts';
import { createInterleaver } from './interleaver.ts';
import type { Suite } from './suite.ts';
import { providersOf, transportOf } from './transport.ts';
import type { TransportOptions } from './transport.ts';

/** A deployment of its own, and all that it takes to drive a suite against it; what happens is in `events`. */
export interface InProcessTarget {
  readonly drive: Drive;
  readonly events: readonly TraceEvent[];
  /** ends whatever is under way: what has not been sent yet is not sent */
  readonly abort: () => void;
}

export interface InProcessTargetOptions extends Omit<DeploymentOptions, 'seed'>, TransportOptions {
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
  const deployment = deploy({
    seed,
    pause: createInterleaver(seed),
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
  return {
    drive: {
      specs,
      profile,
      seed,
      runId: 'in-process',
      tool: TOOL,
      trace,
      redactor,
      providers: providersOf(deployment),
      exchanger: createExchanger(send, pacer, redactor, trace),
      pacer,
      timer,
      signal,
    },
    events: trace.events,
    abort: () => stopper.abort(),
  };
}

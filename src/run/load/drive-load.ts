import { documentOf } from '../../model/document-of.ts';
import { performance } from 'node:perf_hooks';
import { defined } from '../../model/defined.ts';
import type { LoadEvent, Report, Selection, Specs } from '../../model/types.ts';
import type { LoadEnd } from '../../load/engine/load-order.ts';
import type { Accounts } from '../../load/engine/accounting.ts';
import { runLoad } from '../../load/engine/engine.ts';
import type { Measurable } from '../../load/engine/figures.ts';
import type { PreparedRequest } from '../../load/engine/prepared-request.ts';
import type { Slice } from '../../load/engine/timeline.ts';
import { createLimitGuard } from '../../load/limit-guard.ts';
import { measure } from '../../load/measure.ts';
import { HELD_UP, searchCapacity, type RampOrder, type Stage } from '../../load/ramp.ts';
import { holdAgainst, parseThreshold, type Measures, type Threshold } from '../../load/thresholds.ts';
import { unansweredOf } from '../../model/unanswered.ts';
import { unpacked } from '../../load/unpacked.ts';
import { createVerifier, type Verified } from '../../load/verify.ts';
import type { Profile } from '../../profile/profile.ts';
import { Undecodable } from '../../drive/decode.ts';
import { BudgetUsedUp } from '../../drive/pacer.ts';
import { TooLarge } from '../../drive/too-large.ts';
import { openDrive, type OpenDrive } from '../open-drive.ts';
import type { Drive } from '../../drive/drive.ts';
import { plansFor } from '../plans.ts';
import { inOneLine } from '../preflight/mistake.ts';
import { preflight } from '../preflight/preflight.ts';
import { RunError } from '../run-error.ts';
import { endOfTrace, openRunTrace } from '../run-trace.ts';
import { LOAD_CASE, loadEvent, nothingSent } from './load-event.ts';
import type { LoadPlan } from './load-plan.ts';
import { openMix, type Mix, type MixedRequest } from './mix.ts';

/** What is driven, and since when. */
export interface LoadDriveOrder {
  readonly plan: LoadPlan;
  readonly selection: Selection;
  readonly startedAt: string;
  readonly begunAt: number;
}

/** What the driver needs to know of a load's options. */
export interface LoadDriveOptions {
  readonly folder: string;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly thresholds: readonly Threshold[];
  /** those of a ramp that end a stage as soon as they are missed; it has to keep them as well */
  readonly abortOn?: readonly Threshold[];
  readonly onStage?: (stage: RampStage) => void;
  readonly onMix: (mix: Mix) => void;
  readonly onSlice: (slice: Slice, accounts: Accounts, plan: LoadPlan) => void;
}

/** Proves the configuration, prepares the mix, loads, and ends the trace. Throws RunError. */
export async function driveLoad(
  options: LoadDriveOptions,
  specs: Specs,
  profile: Profile,
  { plan, selection, startedAt, begunAt }: LoadDriveOrder,
): Promise<void> {
  const { seed, signal } = options;
  const trace = openRunTrace(options.folder);
  const open = openDrive({ specs, profile, seed, runId: startedAt.replace(/[-:.]/g, ''), trace, begunAt, sent: 0, signal });
  /** What has to be put right before anything can be sent is on record, and then told. */
  const refuse = (code: 'preflight' | 'load-empty', stops: readonly Stop[]): never => {
    const stopped = stops.map((stop) => ({ ...stop, message: open.drive.redactor.redactText(stop.message) }));
    trace.append(endOfTrace(options.folder, 'stopped', { stopped }));
    throw new RunError(code, stopped.map(({ message }) => message).join('\n'));
  };
  let isEmpty = false;
  try {
    const plans = plansFor(specs, profile, { seed, selection, walks: 0 });
    const { mistakes } = await preflight({ drive: open.drive, plans, send: open.send });
    if (mistakes.length > 0) {
      const stopped = mistakes.map((mistake): Stop => ({
        key: mistake.key,
        message: inOneLine(profile.file, mistake),
        blame: mistake.blame,
      }));
      return refuse('preflight', stopped);
    }
    trace.append({ type: 'case', case: LOAD_CASE, document: plan.document, kind: 'load', title: `${plan.kind}: every answer judged` });
    const mix = await openMix(open.drive, plan.document);
    const end = endOfEmpty(mix);
    try {
      options.onMix(mix);
      const isUsedUp = requestsLeft(open.drive) <= 0 || open.drive.pacer.leftMs() === 0;
      if (mix.requests.length > 0 && !isUsedUp) await load(options, open, plan, mix);
      else if (isUsedUp || signal.aborted) trace.append(nothingSent(plan, { how: isUsedUp ? 'budget' : 'interrupted' }));
      else if (end.blame !== 'config') trace.append(nothingSent(plan, end));
      else isEmpty = true;
    } finally {
      await mix.release();
    }
    if (isEmpty)
      return refuse('load-empty', [
        { key: `services.${plan.document}`, message: `nothing to load ${plan.document} with: ${whyEmpty(mix)}`, blame: 'config' },
      ]);
    trace.append(endOfTrace(options.folder, signal.aborted ? 'interrupted' : 'completed'));
  } finally {
    await open.close();
    trace.close();
  }
}

type Stop = NonNullable<Report['stopped']>[number];

function whyEmpty({ leftOut }: Mix): string {
  return leftOut.map(({ name, because }) => `${name}: ${because}`).join('; ');
}

/** Nothing could be prepared. Where all of it is for the profile to put right, no answer of the target is to blame. */
function endOfEmpty(mix: Mix): Extract<LoadEnd, { readonly how: 'stopped' }> {
  const other = mix.leftOut.find(({ blame }) => blame !== 'config' && blame !== 'provider-state');
  return { how: 'stopped', why: `nothing could be prepared: ${whyEmpty(mix)}`, blame: other?.blame ?? 'config' };
}

function requestsLeft({ profile, exchanger }: Drive): number {
  return profile.limits.requests - (exchanger.nextSeq() - 1);
}

/** Credentials are exchanged for new ones so often in a long load. */
const RENEWAL_MS = 300_000;

/** One load, or each stage of a ramp, on record as one event. */
async function load(options: LoadDriveOptions, { drive }: OpenDrive, plan: LoadPlan, mix: Mix): Promise<void> {
  // Renewed in place, while the load goes on.
  const requests: MixedRequest[] = [...mix.requests];
  const prepared = requests.map((request) => request.prepared);
  let failed: { readonly why: unknown } | undefined;
  const renew = async (request: MixedRequest, index: number): Promise<void> => {
    const renewed = await request.renewed();
    if (renewed === undefined) return;
    requests[index] = renewed;
    prepared[index] = renewed.prepared;
  };
  const renewal = setInterval(() => {
    Promise.all(requests.map(renew)).catch((error: unknown) => {
      // The load goes on with what it has, and ends with the budget itself.
      if (!(error instanceof BudgetUsedUp)) failed ??= { why: error };
    });
  }, RENEWAL_MS);
  const under: LoadUnderWay = { options, drive, plan, requests, prepared, sent: 0 };
  try {
    const event = plan.ramp === undefined ? await runOnce(under, plan, options) : await runRamp(under, plan.ramp);
    if (failed !== undefined) throw failed.why;
    drive.trace.append(event);
  } finally {
    clearInterval(renewal);
  }
}

/** What is the same for each stage of a ramp. */
interface LoadUnderWay {
  readonly options: LoadDriveOptions;
  readonly drive: Drive;
  readonly plan: LoadPlan;
  readonly requests: readonly MixedRequest[];
  readonly prepared: readonly PreparedRequest[];
  /** requests of earlier stages */
  sent: number;
}

async function runOnce(
  under: LoadUnderWay,
  pace: Pick<LoadPlan, 'rate' | 'durationMs'>,
  { thresholds, abortOn = [] }: Pick<LoadDriveOptions, 'thresholds' | 'abortOn'>,
): Promise<LoadEvent> {
  const { options, drive, requests, prepared } = under;
  const plan = { ...under.plan, ...pace };
  const { specs, profile, exchanger } = drive;
  const spec = documentOf(specs, plan.document);
  let failed: { readonly why: unknown } | undefined;
  const verifier = createVerifier({
    specs,
    spec,
    profile,
    requests,
    note: (exchange) => {
      const running = requests[0]?.running;
      let isWhole = false;
      exchanger.note(exchange, {
        comes: (response) => {
          isWhole = true;
          if (running !== undefined) running.learner(exchange.head.operation)(response);
        },
      });
      return isWhole;
    },
    wallClock: (engineMs) => Math.round(performance.timeOrigin + engineMs),
  });
  const guard = plan.mayExhaust ? undefined : createLimitGuard(spec.limits.rateLimitHeaders ?? [], plan.connections);
  const outcome = await runLoad(
    {
      requests: prepared,
      operations: requests.map(({ head }) => head.operation),
      connections: plan.connections,
      rate: plan.rate,
      mostPerSecond: plan.mostPerSecond,
      durationMs: Math.min(plan.durationMs, drive.pacer.leftMs()),
      most: { requests: requestsLeft(drive) - under.sent, bodyBytes: profile.limits.bodyBytes },
      timeoutMs: profile.limits.timeoutMs,
      signal: options.signal,
      tls: profile.tls,
    },
    {
      judge: (answer) => {
        const stop = guard?.(answer);
        try {
          const judged = verifier.judge(unpacked(answer, profile.limits.bodyBytes));
          return stop === undefined ? judged : { stop, blame: 'config' };
        } catch (error) {
          // What cannot be read cannot be judged, and is nobody's violation.
          if (error instanceof TooLarge || error instanceof Undecodable) return { stop: error.message, blame: 'target' };
          // Nothing is sent any more that cannot be put on record, and then it is told.
          failed = { why: error };
          return { stop: 'what was answered could not be judged', blame: 'harness' };
        }
      },
      onSlice: (slice, accounts) => options.onSlice(slice, accounts, plan),
      until: (soFar) => firstMissed(abortOn, soFar, plan.connections),
    },
  );
  if (failed !== undefined) throw failed.why;
  under.sent += outcome.accounts.sent;
  const named = requests.map(({ name, head: { operation } }) => ({ name, operation }));
  return loadEvent({ ...plan, mix: named }, outcome, redacted(verifier.end(), drive.redactor), [...thresholds, ...abortOn]);
}

/** What ends a stage early; `loadEvent` says the same of it once it has ended. */
function firstMissed(
  thresholds: readonly Threshold[],
  soFar: Measurable & { readonly durationMs: number },
  connections: number,
): string | undefined {
  const measured = ({ accounts, latencyMs, violations }: Omit<Measurable, 'operations'>): Measures =>
    measure({
      accounts,
      latencyMs,
      durationMs: soFar.durationMs,
      throughput: (accounts.answered * 1000) / soFar.durationMs,
      connections,
      judged: accounts.answered,
      violating: violations,
      undocumented: 0,
    });
  const held = holdAgainst(thresholds, (operation) => {
    const part = operation === undefined ? soFar : soFar.operations.find((one) => one.operation === operation);
    return part === undefined ? undefined : measured(part);
  });
  const missed = held.find((one) => !one.held && one.unmeasured !== true);
  return missed && `${ABORTED}${missed.expression}`;
}

const ABORTED = 'aborted on ';

export type RampStage = NonNullable<LoadEvent['ramp']>['stages'][number];

/** A ramp that is not bounded by what it serves would go on with what is never sent. */
const KEEPS_UP = parseThreshold('errors<=1%');

async function runRamp(under: LoadUnderWay, order: RampOrder): Promise<LoadEvent> {
  const { options } = under;
  const { abortOn = [] } = options;
  const own = [...options.thresholds, ...abortOn];
  const thresholds = [...options.thresholds, ...(own.some(({ metric }) => metric === 'errors') ? [] : [KEEPS_UP])];
  let last: LoadEvent | undefined;
  const driven = async (phase: RampStage['phase'], rate: number, durationMs: number): Promise<RampStage & Stage> => {
    const event = await runOnce(under, { rate, durationMs }, { thresholds, abortOn });
    last = event;
    const stage = stageOf(event, phase, rate);
    options.onStage?.(stage);
    const isAborted = event.end === 'stopped' && event.why?.startsWith(ABORTED) === true;
    return { ...stage, isOver: !isAborted && event.end !== 'completed' && event.end !== 'server-errors' };
  };
  const { stages, confirmed, knee, bound } = await searchCapacity(order, async (phase, rate, durationMs) => {
    const stage = await driven(phase, rate, durationMs);
    // The generator may have been held up by chance: what it could not do says nothing of the target.
    return last?.generator.bottleneck.length === 0 || stage.isOver ? stage : driven(phase, rate, durationMs);
  });
  if (last === undefined) throw new TypeError('a ramp has at least one stage');
  return { ...last, ramp: { ...defined({ confirmed, knee }), bound, stages: stages.map(({ isOver: _isOver, ...stage }) => stage) } };
}

function stageOf(
  { durationMs, accounts, throughput, latencyMs, thresholds, generator, end, why }: LoadEvent,
  phase: RampStage['phase'],
  rate: number,
): RampStage {
  const { scheduled, sent, neverSent, answered } = accounts;
  return {
    phase,
    rate,
    durationMs,
    sent,
    answered,
    errors: scheduled === 0 ? 0 : (neverSent + unansweredOf(accounts)) / scheduled,
    throughput,
    p50: latencyMs.p50,
    p99: latencyMs.p99,
    missed: [
      ...thresholds.filter(({ held }) => !held).map(({ expression }) => expression),
      ...(generator.bottleneck.length === 0 ? [] : [HELD_UP]),
      ...(end === 'completed' ? [] : [why ?? end]),
    ],
  };
}

/** The names of members are the target's. */
function redacted(verified: Verified, { redactText }: Drive['redactor']): Verified {
  const answersTo = verified.answersTo.map((one) => (one.lost === undefined ? one : { ...one, lost: redactText(one.lost) }));
  return { ...verified, answersTo };
}

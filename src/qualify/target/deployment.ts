import type { DocumentName, Specs } from '../../model/types.ts';
import { loadSpecs } from '../../model/load.ts';
import { vocabularyOf } from '../../model/vocabulary.ts';
import { startMock, type RunningMock } from '../../mock/kit/start-mock.ts';
import type { Environment } from '../../profile/credential.ts';
import { environmentOf } from '../../profile/deployments.ts';
import { readProfile, resolveFaults, resolveProfile } from '../../profile/load-profile.ts';
import { openAccount } from '../../profile/budget.ts';
import type { Profile } from '../../profile/profile.ts';
import type { DocumentPlan } from '../../plan/plan.ts';
import type { Drive } from '../../drive/drive.ts';
import { createExchanger } from '../../drive/exchanger.ts';
import { openFaultSwitch, type FaultSwitch } from '../../drive/fault-switch.ts';
import { httpTransport } from '../../drive/http.ts';
import type { CallLimit } from '../../drive/module-thread.ts';
import { openProviders } from '../../drive/open-providers.ts';
import { createPacer, type Pacer } from '../../drive/pacer.ts';
import { systemTimer } from '../../drive/timer.ts';
import type { Transport } from '../../drive/transport.ts';
import { waitAround } from '../../drive/wait.ts';
import { chooseBySeed } from '../../run/choices.ts';
import { plansFor } from '../../run/plans.ts';
import { withReusableAccounts } from '../../run/rerun-failures.ts';
import { runRedactor } from '../../run/open-drive.ts';
import { TOOL } from '../../run/package-root.ts';
import { memoryTrace } from '../../trace/writer.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { executeCase, executeWalk } from '../../drive/case-runner.ts';
import type { Case } from '../../plan/case.ts';

/** One of the deployments of a target, and the suite for it; plain data, because it crosses into a thread. */
export interface DeploymentOrder {
  /** path of the profile */
  readonly file: string;
  /** which of the target's deployments, from 1 */
  readonly number: number;
  readonly seed: number;
  readonly walks: number;
  /** ids of the faults that are tried, globs with commas between */
  readonly fault: string;
  readonly env: Environment;
  /** part of the name of everything that is made, so that nothing of an earlier qualification is in the way */
  readonly runId: string;
  /** not 0 once nothing more is to be driven without a fault: memory that threads share */
  readonly interrupted: Uint8Array;
}

/** What has been driven so far under one fault, or under none, and what drives on. */
export interface Session {
  readonly drive: Drive;
  readonly events: readonly TraceEvent[];
}

/** A deployment that can switch its own defects, and what drives the suite against it. */
export interface Deployment {
  readonly specs: Specs;
  readonly profile: Profile;
  readonly plans: ReadonlyMap<DocumentName, DocumentPlan>;
  readonly faults: FaultSwitch;
  readonly isInterrupted: () => boolean;
  /** for what is no request to the target */
  readonly send: Transport;
  /** an empty trace; nothing is sent once this time or the profile's budget is over */
  open(durationMs: number): Session;
  close(): Promise<void>;
}

/** Opens a deployment of the target that the profile describes; an embedded one is started. Throws SpecError, RunError. */
export async function openDeployment({ file, number, seed, walks, env, runId, interrupted }: DeploymentOrder): Promise<Deployment> {
  const specs = loadSpecs();
  const source = readProfile(file, specs);
  const own = environmentOf(env, number);
  const mock = source.embedded === undefined ? undefined : await startEmbedded(source.embedded, seed);
  const profile = withReusableAccounts(specs, resolveProfile(source, file, own, mock));
  const { timeoutMs, bodyBytes, concurrency } = profile.limits;
  const { signal } = new AbortController();
  const { proxy, tls } = profile;
  const http = httpTransport({ timeoutMs, bodyBytes, concurrency, signal, proxy, tls });
  const { kindOf } = vocabularyOf(specs);
  const pacerFor = (durationMs: number): Pacer =>
    createPacer(
      { ...profile.limits, durationMs: Math.min(durationMs, profile.limits.durationMs) },
      { timer: systemTimer, signal, spending: openAccount(systemTimer.now()) },
    );
  let pacer = pacerFor(profile.limits.durationMs);
  const limit = (): CallLimit => waitAround(pacer, timeoutMs);
  const send: Transport = (request) => http.send({ ...request, withinMs: limit().ms });
  const providers = openProviders(profile, send, limit);
  return {
    specs,
    profile,
    plans: plansFor(specs, profile, { seed, selection: {}, walks }),
    faults: openFaultSwitch(demandFaults(resolveFaults(source, file, own, mock)), send, limit),
    isInterrupted: () => Atomics.load(interrupted, 0) !== 0,
    send,
    open(durationMs) {
      const trace = memoryTrace();
      const redactor = runRedactor(specs, profile, trace);
      pacer = pacerFor(durationMs);
      const exchanger = createExchanger(http.send, pacer, redactor, trace, { isSecret: (name) => kindOf(name) !== undefined });
      return {
        drive: {
          specs,
          profile,
          seed,
          runId,
          tool: TOOL,
          trace,
          redactor,
          providers,
          exchanger,
          pacer,
          timer: systemTimer,
          signal,
          windUp: signal,
        },
        events: trace.events,
      };
    },
    async close() {
      await http.close();
      await mock?.close();
    },
  };
}

function startEmbedded(embedded: NonNullable<ReturnType<typeof readProfile>['embedded']>, seed: number): Promise<RunningMock> {
  const { limiter } = embedded;
  return startMock({ seed, choices: chooseBySeed(embedded, seed), ...(limiter === undefined ? {} : { limiter }) });
}

/** Whoever starts a qualification has looked for it before. */
function demandFaults(faults: ReturnType<typeof resolveFaults>): NonNullable<typeof faults> {
  if (faults === undefined) throw new TypeError('the profile has no key faults');
  return faults;
}

/** What is driven in one go: a case or a walk, under as many names as it is driven. */
export interface Piece {
  readonly id: string;
  readonly document: DocumentName;
  /** its cases with the same data under this name, and with identities of their own */
  named(name: string): readonly Case[];
  drive(drive: Drive, name: string): Promise<unknown>;
}

export function piecesOf({ spec: { name: document }, cases, walks }: DocumentPlan): readonly Piece[] {
  const again = (planned: Case, id: string): Case => ({ ...planned, id, data: planned.data ?? planned.id });
  return [
    ...cases.map((planned): Piece => {
      const named = (name: string): Case => again(planned, `${planned.id}/${name}`);
      return { id: planned.id, document, named: (name) => [named(name)], drive: (drive, name) => executeCase(drive, named(name)) };
    }),
    ...walks.map((walk): Piece => {
      const named = (name: string): readonly Case[] =>
        walk.cases.map((planned, index) => ({
          ...again(planned, `${walk.id}/${name}/${index + 1}`),
          ...(planned.walk === undefined ? {} : { walk: { ...planned.walk, id: `${walk.id}/${name}` } }),
        }));
      return {
        id: walk.id,
        document,
        named,
        drive: (drive, name) => executeWalk(drive, { ...walk, id: `${walk.id}/${name}`, cases: named(name) }),
      };
    }),
  ];
}

import type { ProfileFile, Report, Selection } from '../../src/spec/types.ts';
import { loadSpecs } from '../../src/spec/load.ts';
import { startMock } from '../../src/mock/core/start-mock.ts';
import { readProfile, resolveProfile } from '../../src/profile/load-profile.ts';
import { memoryTrace } from '../../src/trace/writer.ts';
import type { TraceEvent } from '../../src/trace/events.ts';
import { openDrive } from '../../src/run/open-drive.ts';
import { plansFor } from '../../src/run/plans.ts';
import { profileFile } from '../../src/run/targets.ts';
import { driveAll } from '../../src/run/test-kit/drive-all.ts';
import { hostileTarget } from './server.ts';
import type { Behaviour } from './server.ts';

/** What a run against a hostile target came to. */
export interface Encounter {
  readonly report: Report;
  readonly events: readonly TraceEvent[];
  readonly strangerSaw: readonly string[];
  /** values of the credentials that the profile gives the service */
  readonly secrets: readonly string[];
}

export interface Meeting {
  readonly behaviour: Behaviour;
  readonly service: 'authentication' | 'privileged-access';
  readonly features: string[];
  readonly budget: NonNullable<ProfileFile['budget']>;
}

/** Drives one service that answers in its own way, everything else being as it should; on 127.0.0.1, bounded by the budget. */
export async function runAgainst({ behaviour, service, features, budget }: Meeting): Promise<Encounter> {
  const selection: Selection = { documents: [service], features };
  const specs = loadSpecs();
  const file = profileFile('mock');
  const source = { ...readProfile(file, specs), budget };
  const mock = await startMock({ seed: 1 });
  const hostile = await hostileTarget(behaviour, mock.services[service]);
  const stopper = new AbortController();
  const profile = resolveProfile(source, file, {}, { ...mock, services: { ...mock.services, [service]: hostile.url } });
  const plans = [...plansFor(specs, profile, { seed: 1, selection, walks: 0 }).values()];
  const trace = memoryTrace();
  const { drive, close } = openDrive({
    specs,
    profile,
    seed: 1,
    runId: 'hostile',
    trace,
    begunAt: Date.now(),
    sent: 0,
    signal: stopper.signal,
  });
  try {
    const report = await driveAll({ drive, plans, selection, events: trace.events });
    return {
      report,
      events: trace.events,
      strangerSaw: hostile.strangerSaw,
      secrets: Object.values(profile.credentials[service] ?? {}),
    };
  } finally {
    await close();
    hostile.close();
    await mock.close();
  }
}

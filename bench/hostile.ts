import type { IncomingMessage } from 'node:http';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { startMock } from '../src/mock/kit/start-mock.ts';
import { readProfile } from '../src/profile/load-profile.ts';
import { profileFile } from '../src/run/targets.ts';
import { hostileProfile } from '../test/support/strangers-run.ts';
import { loadSpecs } from '../src/model/load.ts';
import type { Report } from '../src/model/types.ts';
import { runAssay } from '../test/hostile/outcome.ts';
import { faultsOf, LOAD_BUDGET, loadOf, meetingWith, probeOf } from '../test/hostile/responses-demand.ts';
import type { Phase } from '../test/hostile/responses-demand.ts';
import { RESPONSE_NAMES } from '../test/hostile/responses.ts';
import type { ResponseName } from '../test/hostile/responses.ts';
import { meetLoad, meetProbe } from '../test/hostile/responses-load.ts';
import { blamesOf, meetRun } from '../test/hostile/responses-run.ts';
import type { Encounter } from '../test/hostile/responses-run.ts';
import { hostileTarget } from '../test/hostile/server.ts';

// Every hostile response against `assay run` and `assay load` as processes, with their memory; the tests do the same in their own process.

const PHASES: readonly Phase[] = ['preflight', 'run', 'load', 'probe'];

/** Requests with which a target turns: it knows them by the User-Agent. */
const TURNS: Readonly<Record<Phase, (request: IncomingMessage) => boolean>> = {
  preflight: () => true,
  run: ({ headers }) => headers['user-agent']?.includes('preflight/') === false,
  load: () => false,
  probe: () => false,
};

/** What is said when a load or a probe begins: its preparation is no part of it. */
const BEGINS = /^mix: |^first look/m;

/**
 * @param names phases; all of them when none is given
 * @param options.here in this process: quicker, without memory of its own
 * @param options.name only responses whose name matches
 */
export async function hostile(names: readonly string[], { here, name }: { here: boolean; name: string }): Promise<void> {
  const phases = PHASES.filter((phase) => names.length === 0 || names.includes(phase));
  const matches = new RegExp(name);
  const named = RESPONSE_NAMES.filter((response) => matches.test(response));
  let met = 0;
  let wrong = 0;
  let blamedWrongly = 0;
  let longestMs = 0;
  let mostBytes = 0;
  for (const phase of phases) {
    for (const response of named) {
      const encounter = here ? await meetHere(response, phase) : await meetProcess(response, phase);
      const faults = faultsOf(response, encounter, phase);
      const { exitCode, durationMs, residentBytes = 0, report } = encounter;
      met += 1;
      wrong += faults.length > 0 ? 1 : 0;
      blamedWrongly += faults.some((fault) => fault.startsWith('blames ')) ? 1 : 0;
      longestMs = Math.max(longestMs, durationMs);
      mostBytes = Math.max(mostBytes, residentBytes);
      const figures = `exit ${exitCode ?? 'none'}, ${Math.round(durationMs)} ms, ${Math.round(residentBytes / 1_048_576)} MB`;
      console.log(
        `${faults.length === 0 ? 'holds ' : 'BROKEN'} ${phase}: ${response}: ${figures}, blames ${blamesOf(report).join(' and ') || 'nobody'}`,
      );
      for (const fault of faults.slice(0, 6)) console.log(`         ${fault.slice(0, 300)}`);
      if (faults.length > 6) console.log(`         and ${faults.length - 6} more`);
      // What never began has said why.
      if (faults.length > 0) console.log(`         it said: ${encounter.terminal.trimEnd().split('\n').slice(-2).join(' ').slice(0, 400)}`);
    }
  }
  console.log(
    `${met} encounters with ${named.length} responses: ${met - wrong} hold, ${wrong} do not; blame right in ${met - blamedWrongly}; ` +
      `longest ${Math.round(longestMs)} ms, most memory ${Math.round(mostBytes / 1_048_576)} MB`,
  );
  process.exitCode = wrong === 0 ? 0 : 1;
}

function meetHere(name: ResponseName, phase: Phase): Promise<Encounter> {
  const meeting = meetingWith(name);
  switch (phase) {
    case 'preflight':
    case 'run':
      return meetRun({ ...meeting, fromTheFirst: phase === 'preflight' });
    case 'load':
      return meetLoad(loadOf(name));
    case 'probe':
      return meetProbe(probeOf(name));
  }
}

async function meetProcess(name: ResponseName, phase: Phase): Promise<Encounter> {
  const { selection, ...met } = meetingWith(name);
  const { hostility, service, budget: budgetOfRun } = phase === 'probe' ? { ...met, ...probeOf(name) } : met;
  const folder = await mkdtemp(join(tmpdir(), 'assay-hostile-'));
  const mock = await startMock({ seed: 1 });
  const target = await hostileTarget(hostility, mock.services[service], TURNS[phase]);
  const own = readProfile(profileFile('mock'), loadSpecs());
  const profile = hostileProfile(own, { ...mock, services: { ...mock.services, [service]: target.url } });
  const isRun = phase === 'run' || phase === 'preflight';
  // A process has more to begin with than a test.
  const budget = isRun ? { ...budgetOfRun, timeout: 'PT1S' } : phase === 'load' ? LOAD_BUDGET : budgetOfRun;
  await writeFile(join(folder, 'target.yaml'), stringify({ ...profile, budget }));
  const asked = isRun
    ? [
        'run',
        '--walks',
        '0',
        '--document',
        service,
        ...Object.entries(selection).flatMap(([what, names]) => [`--${what.slice(0, -1)}`, [names].flat().join()]),
      ]
    : [
        'load',
        phase === 'load' ? 'saturate' : 'ratelimit',
        '--document',
        service,
        ...(phase === 'load' ? ['--duration', '1s', '--connections', '4'] : []),
      ];
  try {
    const outcome = await runAssay({
      args: [...asked, '--target', 'target.yaml', '--out', 'out'],
      folder,
      out: 'out',
      killAfterMs: 90_000,
      onSaid: (said) => {
        if (BEGINS.test(said)) target.turn();
      },
    });
    const report: Report = JSON.parse(outcome.files['report.json'] ?? '{"clauses":[],"failures":[]}');
    const credentials = Object.values(own.services?.[service]?.credentials ?? {}).flatMap(({ value }) => value ?? []);
    return { ...outcome, report, strangerSaw: target.strangerSaw, canaries: new Set([...target.canaries, ...credentials]) };
  } finally {
    target.close();
    await mock.close();
    await rm(folder, { recursive: true, force: true });
  }
}

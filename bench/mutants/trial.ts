import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { loadSpecs } from '../../src/model/load.ts';
import { judge, judgeEvents, type Judgement } from '../../src/judge/judgement.ts';
import { createDeployment, type Deployment, type DeploymentOptions } from '../../src/mock/kit/deployment.ts';
import { documentNames, perDocument, type DocumentName } from '../../src/mock/kit/documents.ts';
import { ControlError, type Service } from '../../src/mock/kit/service.ts';
import { answerFrom } from '../../src/mock/kit/wire-message.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { lives } from '../../src/qualify/controls.ts';
import { openInProcessTarget } from '../../src/qualify/in-process.ts';
import { prepareSuite, type Suite } from '../../src/qualify/suite.ts';
import { recordOmissions, type Unit } from '../../src/run/drive-plans.ts';
import { DEFAULT_WALKS } from '../../src/run/plans.ts';
import { profileFile } from '../../src/run/targets.ts';
import type { Baseline, Mutant, Outcome, Reach } from './mutant.ts';
import { switchboard } from './switchboard.ts';

type Deploy = (options: DeploymentOptions) => Deployment;

/** The suite of each document alone: what is changed in one service is judged by its own document. */
export type Suites = Readonly<Record<DocumentName, Suite>>;

export function prepareSuites(seed: number): Suites {
  const specs = loadSpecs();
  const file = profileFile('mock');
  const source = readProfile(file, specs);
  return perDocument((document) => prepareSuite(specs, source, file, { seed, walks: DEFAULT_WALKS, selection: { documents: [document] } }));
}

/**
 * Drives the mock with every mutant off, and notes which unit reaches which of them. Throws where it is not conformant, in the order of
 * the plan and with the shortest units first: then nothing that a mutant turns red would be told by it.
 */
export async function measureBaseline(suites: Suites): Promise<Baseline> {
  const started = performance.now();
  const shortest = new Map<DocumentName, readonly Unit[]>();
  const green = new Map<DocumentName, readonly string[]>();
  for (const document of documentNames) {
    const suite = suites[document];
    const requests = new Map<Unit, number>();
    const first = await run(suite, asOverHttp(createDeployment), suite.units, {
      before: (unit) => (switchboard.currentTestId = `${document} ${unit?.id ?? ''}`),
      after: (unit, sent) => requests.set(unit, sent),
    });
    switchboard.currentTestId = `${document} again`;
    const units = suite.units.toSorted((a, b) => (requests.get(a) ?? 0) - (requests.get(b) ?? 0));
    const second = await run(suite, asOverHttp(createDeployment), units);
    switchboard.currentTestId = undefined;
    for (const judgement of [first, second]) demandGreen(document, judgement);
    shortest.set(document, units);
    green.set(
      document,
      greenIn(first).filter((id) => greenIn(second).includes(id)),
    );
  }
  return {
    green: perDocument((document) => green.get(document) ?? []),
    units: perDocument((document) => (shortest.get(document) ?? []).map(({ id }) => id)),
    coverage: coverage(shortest),
    durationMs: performance.now() - started,
  };
}

function coverage(units: ReadonlyMap<DocumentName, readonly Unit[]>): Baseline['coverage'] {
  const { static: atImport, perTest } = switchboard.mutantCoverage;
  const reached = new Map<string, Reach>();
  const at = (number: string): Reach => reached.get(number) ?? { atImport: false, hits: 0, units: [] };
  for (const number of Object.keys(atImport)) reached.set(number, { ...at(number), atImport: true });
  for (const [document, some] of units) {
    for (const [number, hits] of Object.entries(perTest[`${document} `] ?? {}))
      reached.set(number, { ...at(number), hits: at(number).hits + hits });
    for (const [index, unit] of some.entries())
      for (const [number, hits] of Object.entries(perTest[`${document} ${unit.id}`] ?? {})) {
        const { units: before, ...rest } = at(number);
        reached.set(number, { ...rest, hits: rest.hits + hits, units: [...before, index] });
      }
  }
  return Object.fromEntries(reached);
}

function demandGreen(document: DocumentName, judgement: Judgement): void {
  if (lives(judgement)) return;
  const wrong = judgement.clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'inconclusive' || verdict === 'error');
  const names = wrong.map(({ clause, verdict, reason = '' }) => `  ${clause.id}: ${verdict} (${reason})`);
  throw new Error(`${document}: without a mutant every clause must pass, or no kill can be told. These do not:\n${names.join('\n')}`);
}

function greenIn({ clauses }: Judgement): readonly string[] {
  return clauses.filter(({ verdict }) => verdict === 'pass').map(({ clause }) => clause.id);
}

interface Watching {
  /** told of the deployment's start, as undefined, and of each unit before it is driven */
  readonly before?: (unit: Unit | undefined) => void;
  /** told how many requests a unit has sent */
  readonly after?: (unit: Unit, requests: number) => void;
}

/** The whole document, judged as one run. */
async function run(suite: Suite, deploy: Deploy, units: readonly Unit[], { before, after }: Watching = {}): Promise<Judgement> {
  before?.(undefined);
  const { drive, events } = openInProcessTarget(suite, { deploy });
  for (const plan of suite.plans) recordOmissions(drive.trace, plan);
  for (const unit of units) {
    before?.(unit);
    const from = events.length;
    await unit.execute(drive);
    after?.(unit, events.slice(from).filter(({ type }) => type === 'exchange').length);
  }
  return judge(suite.specs, suite.profile, events, suite.selection);
}

/** A mutant that makes its document take so many times the visits to its place keeps it from ending. */
const MOST_TIMES_THE_HITS = 100;
const LEAST_HIT_LIMIT = 10_000;

/** A whole run of a document has a tenth of them. */
const MOST_REQUESTS = 15_000;

/** Switches one mutant on, and drives its document until a clause fails that passes without it. */
export async function tryMutant(suites: Suites, baseline: Baseline, mutant: Mutant): Promise<Outcome> {
  const reach = baseline.coverage[mutant.number] ?? { atImport: false, hits: 0, units: [] };
  switchboard.hitCount = 0;
  switchboard.hitLimit = Math.max(LEAST_HIT_LIMIT, reach.hits * MOST_TIMES_THE_HITS);
  switchboard.activeMutant = mutant.number;
  try {
    const outcome = reach.atImport
      ? await withFreshMock(mutant, (deploy) => tryOn(suites[mutant.document], deploy, baseline, mutant, reach))
      : await tryOn(suites[mutant.document], createDeployment, baseline, mutant, reach);
    return switchboard.hitCount > switchboard.hitLimit ? { kind: 'broke', why: 'endless loop' } : outcome;
  } catch (error) {
    if (switchboard.hitCount > switchboard.hitLimit) return { kind: 'broke', why: 'endless loop' };
    return { kind: 'broke', why: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  } finally {
    switchboard.activeMutant = undefined;
  }
}

async function tryOn(suite: Suite, deploy: Deploy, baseline: Baseline, { document }: Mutant, reach: Reach): Promise<Outcome> {
  const green = new Set(baseline.green[document]);
  let sent = 0;
  const target = openInProcessTarget(suite, {
    deploy: asOverHttp(deploy),
    note() {
      sent += 1;
      if (sent > MOST_REQUESTS) target.abort();
    },
  });
  const { drive, events } = target;
  const judged = (): Judgement => judge(suite.specs, suite.profile, events, suite.selection);
  const killedBy = ({ clauses }: Judgement): readonly string[] =>
    clauses.filter(({ clause, verdict }) => verdict === 'fail' && green.has(clause.id)).map(({ clause }) => clause.id);
  for (const plan of suite.plans) recordOmissions(drive.trace, plan);
  const { reaching, others } = inOrder(suite, baseline.units[document], reach);
  for (const unit of [...reaching, ...others]) {
    const from = events.length;
    await unit.execute(drive);
    if (sent > MOST_REQUESTS) return { kind: 'broke', why: `more than ${MOST_REQUESTS} requests were sent` };
    // What the others show, the end will tell: few do.
    if (others.includes(unit)) continue;
    const { findings } = judgeEvents(suite.specs, suite.profile, events.slice(from), [document]);
    if (!findings.some(({ verdict, clauses }) => verdict === 'fail' && clauses.some((clause) => green.has(clause)))) continue;
    // A unit alone shows where to look; the whole run so far decides, as in a report.
    const clauses = killedBy(judged());
    if (clauses.length > 0) return { kind: 'killed', clauses, requests: sent };
  }
  const judgement = judged();
  const clauses = killedBy(judgement);
  if (clauses.length > 0) return { kind: 'killed', clauses, requests: sent };
  const passed = new Set(greenIn(judgement));
  const lost = [...green].filter((id) => !passed.has(id));
  return lost.length > 0 ? { kind: 'inconclusive', clauses: lost } : { kind: 'survived' };
}

/** The units that reach the mutant, then the others; the shortest of each first. */
function inOrder(
  { units }: Suite,
  shortest: readonly string[],
  { atImport, units: reached }: Reach,
): Readonly<Record<'reaching' | 'others', readonly Unit[]>> {
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const ordered = shortest.flatMap((id) => byId.get(id) ?? []);
  // What runs at import only may show anywhere.
  if (atImport && reached.length === 0) return { reaching: ordered, others: [] };
  const isReaching = (_unit: Unit, index: number): boolean => reached.includes(index);
  return { reaching: ordered.filter(isReaching), others: ordered.filter((unit, index) => !isReaching(unit, index)) };
}

/** What throws answers as it does over HTTP: a service with a bare 500, the control plane with a refusal. */
function asOverHttp(deploy: Deploy): Deploy {
  return (options) => {
    const { services, control } = deploy(options);
    return {
      control: {
        ...control,
        provide: (state, params) => orRefused(() => control.provide(state, params)),
        remove: (state, data) => orRefused(() => control.remove(state, data)),
        act: async (name, params) => control.act(name, params).catch(refused),
      },
      services: perDocument((document) => {
        const service = services[document];
        const handle: Service['handle'] = async (request, observer) => {
          const response = await service.handle(request, observer);
          Buffer.byteLength(response.body); // throws for what cannot be sent
          return response;
        };
        return { ...service, handle: (request, observer) => answerFrom((asked) => handle(asked, observer), request) };
      }),
    };
  };
}

function orRefused<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): never {
  if (error instanceof Error && 'remedy' in error) throw error;
  throw new ControlError('mock-value', error instanceof Error ? error.message : String(error), 'Repair the control plane.');
}

/** A mock that is imported while the mutant is on. */
async function withFreshMock<Result>({ number }: Mutant, use: (deploy: Deploy) => Promise<Result>): Promise<Result> {
  const folder = new URL(`../../src/mock-${number}/`, import.meta.url);
  cpSync(fileURLToPath(new URL('../../src/mock/', import.meta.url)), fileURLToPath(folder), { recursive: true });
  try {
    const fresh: { readonly createDeployment: Deploy } = await import(
      pathToFileURL(fileURLToPath(new URL('kit/deployment.js', folder))).href
    );
    return await use(fresh.createDeployment);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

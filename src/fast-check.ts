// `import … from 'assay/fast-check'`: what a run sends at random, as arbitraries of fast-check, and the property that it has.
import fc from 'fast-check';
import { loadProfile, startMock, type DocumentName, type Environment, type RunningMock, type Specs } from './index.ts';
import { defined } from './model/defined.ts';
import { loadSpecs } from './model/load.ts';
import { isObject } from './model/is-object.ts';
import { TEXT, type OptionRule, type OptionRules } from './model/options.ts';
import { isSelected } from './model/selection.ts';
import type { Variation } from './plan/negative-data.ts';
import { valueClasses } from './plan/negative-values.ts';
import { planDocument, readable } from './plan/plan.ts';
import { walkCode } from './plan/walk-code.ts';
import { walksOver } from './plan/walks.ts';
import { planWalk, type Walk } from './plan/walk.ts';
import { readProfile } from './profile/load-profile.ts';
import { hasExpired } from './profile/waivers.ts';
import { driveItem } from './run/drive-plans.ts';
import { openDrive } from './run/open-drive.ts';
import { demandArgument, demandOptions, RUN_RULES } from './run/options.ts';
import { unknownName } from './run/judge-response.ts';
import { RunError } from './run/run-error.ts';
import { selectionOf } from './run/selection-of.ts';
import { profileFile } from './run/targets.ts';
import { covers } from './run/waive.ts';
import { waiversOf } from './run/waivers.ts';
import type { TraceEvent } from './trace/events.ts';
import { memoryTrace } from './trace/writer.ts';

export { default as fc } from 'fast-check';
export type { Walk } from './plan/walk.ts';

/** What is driven by a property. */
export interface ModelOptions {
  /** the profile's file, or the name of one of the package's own; the embedded mock unless told */
  readonly target?: string;
  /** over which the walks go, such as `authentication` */
  readonly document: DocumentName;
  /** which clauses a walk has to hold for, by features, ids and globs; all of the document unless told, and none that a waiver of the profile is for */
  readonly feature?: readonly string[];
  readonly clause?: readonly string[];
  readonly exclude?: readonly string[];
  /** defects of the embedded mock, by id */
  readonly faults?: readonly string[];
  /** of identities and data; 1 unless told */
  readonly seed?: number;
  /** where credentials and `${NAME}` in addresses come from; the environment of this process unless told */
  readonly env?: Environment;
  /** the package's own unless told */
  readonly specs?: Specs;
}

const MODEL_RULES: OptionRules<ModelOptions> = {
  target: RUN_RULES.target,
  document: TEXT,
  feature: RUN_RULES.feature,
  clause: RUN_RULES.clause,
  exclude: RUN_RULES.exclude,
  faults: RUN_RULES.faults,
  seed: RUN_RULES.seed,
  env: RUN_RULES.env,
  specs: RUN_RULES.specs,
};
const WALK: OptionRule = {
  expected: 'a walk that walks, requests or bodies of a model has drawn',
  holds: (value) => isObject(value) && Array.isArray(value['sequences']),
};

/** A document as a model: what can be sent by it, and whether the target does what it says. */
export interface Model {
  /** random walks over its state tables and probes, which shrink by leaving out what the tables allow to be left out */
  readonly walks: fc.Arbitrary<Walk>;
  /** requests that an operation does not foresee: bodies and arguments of each class, after what its example prepares */
  requests(operation: string): fc.Arbitrary<Walk>;
  /** those of them whose body as a whole is not as it should be */
  bodies(operation: string): fc.Arbitrary<Walk>;
  /** values outside of a parameter's schema or at its edges; undefined stands for the parameter left out */
  negativeValues(operation: string, parameter: string): fc.Arbitrary<unknown>;
  /** drives it from fresh provider states; rejects with expected and received of all that contradicts the document */
  holds(walk: Walk): Promise<void>;
  /** ends connections, and the embedded mock: nothing holds afterwards */
  close(): Promise<void>;
}

/**
 * Opens a document of a target as a model for fast-check, whose runner draws, shrinks and replays: by `seed` and `path` of its report.
 *
 * @throws RunError, SpecError for a mistake in options or profile; ControlError for a fault that there is not
 * @example
 * const model = await openModel({ target: 'mock', document: 'governance' });
 * await fc.assert(fc.asyncProperty(model.walks, model.holds), { numRuns: 20 });
 * await model.close();
 */
export async function openModel(options: ModelOptions): Promise<Model> {
  demandOptions('openModel', options, MODEL_RULES);
  const { target = 'mock', document, faults = [], seed = 1, env = process.env, specs = loadSpecs(), feature, clause, exclude } = options;
  if (document === undefined)
    throw new RunError('document-unknown', `openModel: expected a document, found none. Known: ${Object.keys(specs.documents).join(', ')}`);
  const spec = specs.documents[document];
  if (spec === undefined) throw unknownName('document', document, Object.keys(specs.documents));
  const selection = selectionOf(defined({ feature, clause, exclude }), specs);
  const file = profileFile(target, 'target');
  const source = readProfile(file, specs);
  const { name, embedded, services = {} } = source;
  if (services[document] === undefined)
    throw new RunError(
      'document-unknown',
      `openModel: ${name} has no service for ${document}. Add services.${document} to the profile, or open ${Object.keys(services).join(' or ')}`,
    );
  const waivers = waiversOf(source, file, specs)?.waivers.filter((one) => !hasExpired(one, new Date())) ?? [];
  const counts = (id: string, check: string): boolean => {
    const row = specs.clauses.get(id);
    return (row === undefined || isSelected(row, selection)) && !waivers.some((one) => covers(one, { clause: id, check }));
  };
  const mock: RunningMock | undefined = embedded !== undefined ? await startMock({ faults, seed }) : undefined;
  const profile = loadProfile(target, { env, specs, ...(mock === undefined ? {} : { mock }) });
  const { parts } = planDocument(specs, spec, profile, {}, seed);
  const trace = memoryTrace();
  const begunAt = Date.now();
  const { signal } = new AbortController();
  const { drive, close } = openDrive({ specs, profile, seed, runId: 'property', trace, begunAt, sent: 0, signal });
  let driven = 0;
  let isClosed = false;

  const operationOf = (id: string): (typeof spec.endpoints.operations)[number] => {
    const operation = spec.endpoints.operations.find((one) => one.id === id);
    if (operation === undefined)
      throw unknownName(
        'operation',
        id,
        spec.endpoints.operations.map((one) => one.id),
      );
    return operation;
  };
  const sentTo = (id: string, wanted: (variation: Variation) => boolean): fc.Arbitrary<Walk> => {
    const able = parts.improper.filter(({ operation }) => operation.id === operationOf(id).id);
    const walks = able.flatMap((improper) =>
      improper.variations.filter(wanted).map(({ at, step }) =>
        step.map((sent): Walk => {
          const picks = [{ at, seed, step: sent }];
          return named({ document: spec.name, sequences: [{ kind: 'improper', name: improper.id, improper, picks }], turns: [] });
        }),
      ),
    );
    if (walks.length === 0) throw new RunError('export-empty', `the profile can send nothing to ${id} that it does not foresee`);
    return fc.oneof(...walks);
  };

  return {
    walks: walksOver(spec, parts).map(named),
    requests: (operation) => sentTo(operation, () => true),
    bodies: (operation) => sentTo(operation, ({ at }) => at.startsWith('body/')),
    negativeValues: (operation, parameter) => {
      const { parameters = [] } = operationOf(operation);
      const row = parameters.find(({ name }) => name === parameter);
      if (row === undefined)
        throw unknownName(
          'parameter',
          parameter,
          parameters.map(({ name }) => name),
        );
      return fc.oneof(...valueClasses(row).map(({ values }) => values));
    },
    async holds(walk) {
      demandArgument('holds: walk', walk, WALK);
      if (isClosed) throw new RunError('model-closed', 'holds: the model is closed, and sends nothing. Close it after the last walk');
      // Nothing can be walked over where the profile provides nothing.
      fc.pre(walk.sequences.length > 0);
      driven += 1;
      const before = trace.events.length;
      const planned = planWalk(`property/${driven}`, walk, walkCode(walk));
      const cases = planned.cases.map((one) => readable(spec, profile, one));
      const findings = await driveItem({ drive, events: trace.events }, { walk: { ...planned, cases } });
      const told = findings.flatMap(({ check, clauses, expected = '', received = '' }) => {
        const counting = clauses.filter((id) => counts(id, check));
        return counting.length === 0 ? [] : [`${counting.join(', ')}\n  expected  ${expected}\n  received  ${received}`];
      });
      if (told.length > 0) throw new Error([...new Set(told)].join('\n'));
      demandDriven(trace.events.slice(before));
    },
    async close() {
      isClosed = true;
      await close();
      await mock?.close();
    },
  };
}

/** A walk to which nothing answers holds nothing: without an address it is red, without its provider states it does not count. */
function demandDriven(events: readonly TraceEvent[]): void {
  if (events.some((event) => event.type === 'exchange' && event.response !== undefined)) return;
  const blocked = events.find((event) => event.type === 'blocked');
  if (blocked?.blame === 'network') throw new Error(blocked.because);
  if (blocked !== undefined) fc.pre(false);
}

/** As a report of fast-check shows it. */
function named(walk: Walk): Walk {
  return Object.assign({ ...walk }, { [fc.toStringMethod]: () => walkCode(walk) });
}

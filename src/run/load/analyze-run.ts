import { documentOf } from '../../model/document-of.ts';
import { join } from 'node:path';
import type { BeginRow, ProfileFile, Selection, Specs } from '../../model/types.ts';
import { loadSpecs } from '../../model/load.ts';
import { vocabularyOf } from '../../model/vocabulary.ts';
import { indexTrace, casesOf } from '../../judge/evidence.ts';
import type { Classification } from '../../load/limiter/classify.ts';
import type { RowGenerator } from '../../load/rows/generators.ts';
import { rowsEvidence } from '../../load/rows/rows-limiter-judge.ts';
import { survey } from '../../load/rows/survey.ts';
import type { Threshold } from '../../load/thresholds.ts';
import { readProfile, resolveProfile } from '../../profile/load-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { createRedactor } from '../../drive/redactor.ts';
import { systemTimer } from '../../drive/timer.ts';
import type { TraceEvent } from '../../trace/events.ts';
import { readTrace } from '../../trace/reader.ts';
import { demandFreeFolder } from '../write-files.ts';
import { withoutAccess } from '../profile-to-plan.ts';
import { judgedAgain } from '../rejudge.ts';
import { RunError } from '../run-error.ts';
import { endOfTrace, openRunTrace, TRACE_FILE } from '../run-trace.ts';
import { waiversOf } from '../waivers.ts';
import { finishLoad, type FinishedLoad } from './finish-load.ts';
import { beginLoad, reportOfLoad } from './load-facts.ts';
import { demandKnownOperations } from './load-plan.ts';
import { recordRows } from './record-rows.ts';

export interface AnalyzeOptions {
  /** rows of all generators of one load */
  readonly files: readonly string[];
  /** the package's own unless told */
  readonly specs?: Specs;
  readonly profileFile: string;
  readonly folder: string;
  readonly thresholds: readonly Threshold[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly node: string;
  readonly onGenerators: (generators: readonly RowGenerator[]) => void;
}

/**
 * Judges what other load generators have recorded, as a load of our own is judged: every answer, the limits, thresholds, reports. Throws
 * RunError, before anything is written, where the rows are not all there or are no one load; SpecError for the profile.
 */
export async function analyzeRows(options: AnalyzeOptions): Promise<FinishedLoad> {
  const { specs = loadSpecs(), folder, node, files } = options;
  const begunAt = systemTimer.now();
  const startedAt = new Date().toISOString();
  demandFreeFolder(folder);
  const generators = survey(files);
  const [{ begin }] = generators;
  const source = readProfile(options.profileFile, specs);
  const profile = profileOf(options, source, begin);
  demandKnown(specs, generators);
  demandKnownOperations(options.thresholds, [
    ...new Set(generators.flatMap((one) => Object.values(one.begin.requests).map(({ operation }) => operation))),
  ]);
  const waivers = waiversOf(source, options.profileFile, specs);
  options.onGenerators(generators);
  const selection: Selection = { documents: [begin.document] };
  const requests = generators.reduce((sum, { answers }) => sum + answers, 0);
  const facts = beginLoad({ folder, specs, profile, seed: 0, node, startedAt, selection, requests, faults: [], waivers });
  await record(options, specs, profile, generators);
  const { events } = readTrace(join(folder, TRACE_FILE));
  const event = events.find((one) => one.type === 'load');
  if (event === undefined) throw new RunError('no-figures', 'the rows have left no figures');
  const judgement = judgedAgain(specs, profile, events, selection);
  const durationMs = Math.round(systemTimer.now() - begunAt);
  const report = reportOfLoad(facts, { events, judgement, durationMs, interrupted: false });
  return finishLoad(folder, { report, events }, event, limiterOf(specs, begin, events));
}

async function record(
  { folder, thresholds }: AnalyzeOptions,
  specs: Specs,
  profile: Profile,
  generators: ReturnType<typeof survey>,
): Promise<void> {
  const trace = openRunTrace(folder);
  try {
    // Rows hold pseudonyms already; what slipped through stays out of the trace all the same.
    const redactor = createRedactor(vocabularyOf(specs), (event) => trace.append(event));
    await recordRows({ specs, profile, generators, thresholds, trace, redactor });
    trace.append(endOfTrace(folder, 'completed'));
  } finally {
    trace.close();
  }
}

/** The profile as far as it speaks of the service that answered, wherever that was. Nothing is sent: no credential is read. */
function profileOf({ profileFile, env }: AnalyzeOptions, source: ProfileFile, { document, target, baseUrl }: BeginRow): Profile {
  if (source.name !== target)
    throw new RunError(
      'rows-of-another-profile',
      `${profileFile}  name  expected ${target}, whose rows these are, found ${source.name}. Name the profile that was exported: --target FILE`,
    );
  const service = source.services?.[document];
  if (service === undefined)
    throw new RunError(
      'rows-of-another-profile',
      `${profileFile}  services.${document}  expected the service whose rows these are, found none`,
    );
  const own = withoutAccess({ ...source, services: { [document]: { ...service, baseUrl } } });
  return resolveProfile(own, profileFile, env);
}

/** What a script asks for is what the specs describe: nothing could be judged of anything else. */
function demandKnown(specs: Specs, generators: readonly RowGenerator[]): void {
  for (const { begin, part } of generators) {
    const known = new Set(documentOf(specs, begin.document).endpoints.operations.map(({ id }) => id));
    const strange = Object.values(begin.requests).find(({ operation }) => !known.has(operation));
    if (strange !== undefined)
      throw new RunError(
        'rows-of-another-version',
        `${part.file}:${part.line}  expected operations of ${begin.document}, found ${strange.operation}, which is none of them. Export the script again with this version of Assay, and run it again`,
      );
  }
}

/** The first that is known, of those whose answers could be understood. */
function limiterOf(specs: Specs, { document }: BeginRow, events: readonly TraceEvent[]): Classification | undefined {
  const spec = documentOf(specs, document);
  const found = rowsEvidence(spec, casesOf(indexTrace(events), document)).map(({ classification }) => classification);
  return found.find(({ kind }) => kind !== 'unknown') ?? found[0];
}

import { existsSync, lstatSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HANDWRITTEN, readStoredText } from '../model/stored-file.ts';
import type { Report } from '../model/types.ts';
import type { Plot } from '../report/load-plots.ts';
import { RENDERERS, type Renderer, type ReportedRun } from '../report/renderers.ts';
import { readTrace } from '../trace/reader.ts';
import { cannotWrite, isFileError, makeFolder, publish } from './write-files.ts';
import { TRACE_FILE } from './run-trace.ts';

export const ALLURE_RESULTS = 'allure-results';

/** Why a projection could not be made, by its name in the folder. */
type Broken = Map<string, string>;

/**
 * Writes every projection of a run into its folder, all at once, and answers where they are. One that cannot be made is left out and named:
 * it hides neither the others nor the verdicts. Throws RunError where they cannot be written, ReportError where the report is not what its
 * schema says.
 */
export function writeReports(folder: string, reported: ReportedRun): readonly WrittenFile[] {
  const broken: Broken = new Map();
  publish(folder, (stage) => renderInto(stage, { ...reported, plots: plotsIn(folder) }, broken));
  return filesIn(folder, broken);
}

/** Every projection of a run, made in an empty folder: the same bytes for the same run. Throws ReportError without the verdicts, which all others show. */
export function renderInto(folder: string, reported: ReportedRun, broken: Broken = new Map()): void {
  for (const [kind, renderer] of Object.entries(RENDERERS)) {
    const { name } = renderer;
    if (name === undefined) continue;
    const make = (): void => renderTo(join(folder, name), renderer, reported);
    if (kind === 'json') make();
    else attempt(folder, name, broken, make);
  }
}

function renderTo(path: string, renderer: Renderer, reported: ReportedRun): void {
  if ('render' in renderer) writeFileSync(path, renderer.render(reported));
  else renderer.writeInto(path, reported);
}

/** A run that has ended, as the renderers take it: what its folder holds is read. */
export function reportedFrom(folder: string, report: Report): ReportedRun {
  return { report, events: readTrace(join(folder, TRACE_FILE)).events, plots: plotsIn(folder) };
}

/** Writes one report of it where the user wants it, in place of an earlier one. Throws RunError. */
export function writeReport(path: string, renderer: Renderer, reported: ReportedRun): void {
  try {
    makeFolder(dirname(path));
    renderTo(path, renderer, reported);
  } catch (error) {
    throw isFileError(error) ? cannotWrite(path, error, "The run is kept: once that is put right, 'assay report' makes it again") : error;
  }
}

/** What the disk refuses concerns them all; any other failure is a defect of the one projection. */
function attempt(folder: string, name: string, broken: Broken, make: () => void): void {
  try {
    make();
  } catch (error) {
    if (isFileError(error)) throw error;
    broken.set(name, String(error));
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Drawings that a probe has left in its folder; what is too large for one, or no file, is not ours. */
function plotsIn(folder: string): readonly Plot[] {
  const own = readdirSync(folder).filter((name) => {
    if (!name.endsWith('.svg')) return false;
    const about = lstatSync(join(folder, name));
    return about.isFile() && about.size <= PLOT_BYTES;
  });
  return own
    .toSorted()
    .slice(0, PLOTS)
    .map((name) => ({
      name: name.slice(0, -4),
      title: name.slice(0, -4).replaceAll('-', ' '),
      svg: readStoredText(join(folder, name), { limit: HANDWRITTEN, origin: 'found' }),
    }));
}

const PLOT_BYTES = 1_000_000;
const PLOTS = 20;

function filesIn(folder: string, broken: Broken): readonly WrittenFile[] {
  // What an earlier report has left there would tell of other verdicts.
  for (const name of broken.keys()) rmSync(join(folder, name), { recursive: true, force: true });
  return [
    { about: 'report', name: 'report.html' },
    { about: 'Allure', name: ALLURE_RESULTS },
    { about: 'verdicts', name: 'report.json' },
    { about: 'trace', name: TRACE_FILE },
    { about: 'summary', name: 'summary.md' },
    { about: 'JUnit', name: 'junit.xml' },
    { about: 'annotations', name: 'annotations.txt' },
  ].flatMap(({ about, name }) => {
    const path = join(folder, name);
    const why = broken.get(name);
    if (why !== undefined) return [{ about, path, broken: why }];
    return existsSync(path) && !UNTOLD.has(name) ? [{ about, path }] : [];
  });
}

/** Told of only where they are missing. */
const UNTOLD = new Set([ALLURE_RESULTS, 'annotations.txt']);

export interface WrittenFile {
  readonly about: string;
  readonly path: string;
  /** why it is not there: it could not be made, which the others and the verdicts do not suffer from */
  readonly broken?: string;
}

export interface FinishedRun {
  readonly report: Report;
  readonly files: readonly WrittenFile[];
}

export interface RegeneratedReport {
  readonly report: Report;
  readonly files: readonly WrittenFile[];
  /** what may make verdicts differ from those of the run, beside the target */
  readonly otherwise: string | undefined;
}

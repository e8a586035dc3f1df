import { join } from 'node:path';
import { InvalidArgumentError, type Command } from 'commander';
import { didYouMean } from '../model/yaml-file.ts';
import { isRendererName, RENDERERS, type RendererName } from '../report/renderers.ts';
import { OWN_FILES } from '../run/run-folder.ts';
import { demandFreeFolder, demandWritable, placeOf } from '../run/write-files.ts';
import { UsageError } from './fail.ts';
import { repeatable } from './flags.ts';

/** One `--reporter`: which report, and where to. */
export interface Reporter {
  readonly name: RendererName;
  /** standard output without it */
  readonly file?: string;
}

/** What decides where results go. */
export interface ResultFlags {
  readonly json?: boolean;
  readonly reporter?: readonly Reporter[];
}

const REPORTERS = Object.keys(RENDERERS);

/** Adds `--reporter`, which every command takes that makes the reports of a run. */
export function withReporters(command: Command): Command {
  return command.option(
    '--reporter <name[=file]>',
    `another report, written to FILE, or printed in place of the summary: ${REPORTERS.join(', ')} (repeatable)`,
    repeatable(reporterOf),
  );
}

function reporterOf(text: string): Reporter {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (!isRendererName(name)) throw new InvalidArgumentError(`Expected one of ${REPORTERS.join(', ')}${didYouMean(name, REPORTERS)}.`);
  if (file === undefined && !('render' in RENDERERS[name]))
    throw new InvalidArgumentError(`Expected ${name}=FOLDER: this report is a folder of files.`);
  if (file === '') throw new InvalidArgumentError(`Expected ${name} or ${name}=FILE, found no file.`);
  return file === undefined ? { name } : { name, file };
}

/**
 * Before anything is sent: one result alone on standard output, and every file can be written and holds one report. Throws UsageError, RunError.
 *
 * @param folder of the run, as far as it is known: none of its own files is replaced
 */
export function demandReporters({ json, reporter = [] }: ResultFlags, folder: string | undefined): void {
  const printed = [
    ...(json === true ? ['--json'] : []),
    ...reporter.flatMap(({ name, file }) => (file === undefined ? [`--reporter ${name}`] : [])),
  ];
  if (printed.length > 1)
    throw new UsageError(
      'flags-exclusive',
      `${printed.join(' and ')}: expected one of them on standard output. Give the others a file: --reporter NAME=FILE`,
    );
  const own = folder === undefined ? [] : OWN_FILES.map((ownName) => join(placeOf(folder), ownName));
  const taken = new Map<string, string>(own.map((place) => [place, 'the run itself']));
  for (const { name, file } of reporter) {
    if (file === undefined) continue;
    const other = taken.get(placeOf(file));
    if (other !== undefined)
      throw new UsageError(
        'flags-exclusive',
        `--reporter ${name}=${file}: expected a file of its own, found that of ${other}. Choose another`,
      );
    taken.set(placeOf(file), `--reporter ${name}`);
    if ('render' in RENDERERS[name]) demandWritable(file, `--reporter ${name}=`);
    else demandFreeFolder(file, `--reporter ${name}=`);
  }
}

/** True where standard output holds what a machine has asked for, and nothing beside it. */
export function isForMachine({ json, reporter = [] }: ResultFlags): boolean {
  return json === true || reporter.some(({ file }) => file === undefined);
}

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
  /** of a collector on this machine, in place of a file */
  readonly endpoint?: URL;
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
    `another report, written to FILE, or printed in place of the summary: ${REPORTERS.join(', ')} (repeatable); otel=URL sends it to a collector`,
    repeatable(reporterOf),
  );
}

function reporterOf(text: string): Reporter {
  const [, name = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  if (!isRendererName(name)) throw new InvalidArgumentError(`Expected one of ${REPORTERS.join(', ')}${didYouMean(name, REPORTERS) || '.'}`);
  if (file === undefined && !('render' in RENDERERS[name]))
    throw new InvalidArgumentError(`Expected ${name}=FOLDER: this report is a folder of files.`);
  if (file === '') throw new InvalidArgumentError(`Expected ${name} or ${name}=FILE, found no file.`);
  if (file === undefined) return { name };
  return /^https?:/i.test(file) ? { name, endpoint: endpointOf(name, file) } : { name, file };
}

/** Nothing of a run leaves the machine by itself. */
function endpointOf(name: RendererName, text: string): URL {
  if (name !== 'otel') throw new InvalidArgumentError(`Expected ${name}=FILE, found an address: only otel is sent.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.username !== '' || url.password !== '' || !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(url.hostname))
    throw new InvalidArgumentError(
      'Expected an address of this machine without credentials, such as http://127.0.0.1:4318/v1/traces. Send a file to another one.',
    );
  return url;
}

/**
 * Before anything is sent: one result alone on standard output, and every file can be written and holds one report. Throws UsageError, RunError.
 *
 * @param folder of the run, as far as it is known: none of its own files is replaced
 */
export function demandReporters({ json, reporter = [] }: ResultFlags, folder: string | undefined): void {
  const printed = [
    ...(json === true ? ['--json'] : []),
    ...reporter.flatMap(({ name, ...to }) => (isPrinted(to) ? [`--reporter ${name}`] : [])),
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
  return json === true || reporter.some(isPrinted);
}

function isPrinted({ file, endpoint }: Pick<Reporter, 'file' | 'endpoint'>): boolean {
  return file === undefined && endpoint === undefined;
}

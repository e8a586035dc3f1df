import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { loadSpecs, loadSpecsBeside } from '../model/load.ts';
import type { Specs } from '../model/types.ts';
import { UsageError } from './fail.ts';

export interface SpecsFlag {
  readonly specs?: string;
}

/** Adds `--specs`, which every command takes that reads the specs of a run. */
export function withSpecs(command: Command): Command {
  return command.option('--specs <dir>', "a folder of documents beside the package's own; one of the same name stands in its place");
}

/** The specs that a command was told to use. Throws UsageError, SpecError. */
export function specsOf({ specs: folder }: SpecsFlag): Specs {
  if (folder === undefined) return loadSpecs();
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(
      'specs-folder-missing',
      `--specs ${folder}: there is no such folder. Give the one that holds a folder for each document`,
    );
  return loadSpecsBeside(folder);
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { repeatable } from './flags.ts';
import { loadSpecs, loadSpecsBeside } from '../model/load.ts';
import type { Specs } from '../model/types.ts';
import { DEPTHS, MOST_WALKS, WALKS, type Depth } from '../plan/fit-depth.ts';
import { oneOf, wholeNumber } from './arguments.ts';
import type { Filters } from '../run/selection-of.ts';

export interface TargetFlag {
  readonly target?: string;
}

/** Where a profile is found that no flag names, in this order. */
const FOUND = ['assay.yaml', '.config/assay.yaml'];

/** Adds `--target`, which every command takes that works with the profile of a deployment. */
export function withTarget(command: Command, what = 'profile of the target'): Command {
  return command.option('--target <file|mock>', `${what} (default: ${FOUND.join(' or ')} if present, otherwise the embedded mock)`);
}

/** What `--target` names, the profile that lies where one is looked for, or the embedded mock. */
export function targetOf(target: string | undefined, folder = '.'): string {
  return target ?? FOUND.find((file) => existsSync(join(folder, file))) ?? 'mock';
}

/** What decides which cases a run or a plan has. */
export interface PlanningFlags extends Filters, SpecsFlag, TargetFlag {
  readonly depth: Depth;
  readonly walks: number;
}

/** Adds the flags of what is planned: whose specs and target, which clauses, how deep. */
export function withPlanning(command: Command): Command {
  return withTarget(withSpecs(command))
    .option('--document <name>', 'include only this document (repeatable)', repeatable(String))
    .option('--feature <id>', 'include only this feature (repeatable)', repeatable(String))
    .option(
      '--clause <glob>',
      'include only clauses whose id matches; * matches within a segment of the id, ** across dots (repeatable)',
      repeatable(String),
    )
    .option('--exclude <glob>', 'exclude clauses whose id matches (repeatable)', repeatable(String))
    .option(
      '--depth <quick|standard|thorough>',
      'quick: one place of each oracle family, no random walks; thorough: 500 random walks',
      oneOf(DEPTHS),
      'standard',
    )
    .option(
      '--walks <n>',
      'number of random walks over all documents; 0 rules out certification',
      wholeNumber(0, MOST_WALKS),
      WALKS.standard,
    );
}

/** The number of walks: as many as the depth has, where the command line names none. */
export function walksOf({ depth, walks }: PlanningFlags, command: Command): number {
  return command.getOptionValueSource('walks') === 'default' ? WALKS[depth] : walks;
}

export interface SpecsFlag {
  readonly specs?: string;
}

/** Adds `--specs`, which every command takes that reads the specs of a run. */
export function withSpecs(command: Command): Command {
  return command.option('--specs <dir>', 'folder with additional documents; one with the name of a built-in document replaces it');
}

/** The specs that a command was told to use. Throws SpecError. */
export function specsOf({ specs: folder }: SpecsFlag): Specs {
  return folder === undefined ? loadSpecs() : loadSpecsBeside(folder);
}

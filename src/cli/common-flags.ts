import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';

export interface TargetFlag {
  readonly target?: string;
}

/** Where a profile is found that no flag names, in this order. */
const FOUND = ['assay.yaml', '.config/assay.yaml'];

/** Adds `--target`, which every command takes that works with the profile of a deployment. */
export function withTarget(command: Command, what = 'the profile of the target'): Command {
  return command.option('--target <file|mock>', `${what} (default: ${FOUND.join(' or ')} where there is one, otherwise the embedded mock)`);
}

/** What `--target` names, the profile that lies where one is looked for, or the embedded mock. */
export function targetOf(target: string | undefined, folder = '.'): string {
  return target ?? FOUND.find((file) => existsSync(join(folder, file))) ?? 'mock';
}

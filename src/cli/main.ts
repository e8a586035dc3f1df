#!/usr/bin/env node
import type * as Start from './start.ts';

// Nothing is imported ahead: where Node cannot load a file it ends with 1, and 1 says that the target was judged.
const USAGE = 2;
const ERROR = 4;

function refuse(exit: number, what: string, code: string): never {
  process.stderr.write(`assay: ${what}\n[${code}]\n`);
  process.exit(exit);
}

function demandWorkingDirectory(): void {
  try {
    process.cwd();
  } catch {
    refuse(USAGE, 'the working directory: expected a folder, found that it was removed. Change to one that is there', 'folder-gone');
  }
}

/** Schemas of a target's responses are compiled when they are known. */
function demandCompiler(): void {
  try {
    // What ajv does.
    // oxlint-disable-next-line typescript/no-implied-eval
    Function('');
  } catch {
    const flag = '--disallow-code-generation-from-strings';
    refuse(
      USAGE,
      `Node.js: expected that schemas can be compiled, found ${flag}. Take it out of NODE_OPTIONS and the command line`,
      'compiler-off',
    );
  }
}

/** Everything else, in few files that the build has made of many; what it is missing is told by Node, in the words of the system. */
async function load(): Promise<typeof Start> {
  try {
    return await import(new URL('../../bundle/start.js', import.meta.url).href);
  } catch (error) {
    return refuse(ERROR, `the harness cannot be loaded: ${reasonOf(error)}`, 'not-loadable');
  }
}

function reasonOf(error: unknown): string {
  const words = error instanceof Error ? error.message : String(error);
  return `${words}. ${remedyOf(words)}`;
}

/** Fewer open files than Node and all modules take; what it may not open Node may call not there. */
const FEWEST_FILES = 256;

function hasFewFiles(): boolean {
  const [, soft = Infinity] = /"open_files":\{"soft":(\d+)/.exec(JSON.stringify(process.report.getReport())) ?? [];
  return Number(soft) < FEWEST_FILES;
}

function remedyOf(words: string): string {
  return words.includes('EMFILE') || hasFewFiles()
    ? 'Allow more open files: ulimit -n 1024'
    : `Install it again, for Node.js 20.19+, 22.12+ or 24+; this is ${process.version}`;
}

demandWorkingDirectory();
demandCompiler();
const { start } = await load();
await start(reasonOf);

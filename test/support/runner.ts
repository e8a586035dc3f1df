import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { QUICKLY } from './assay-process.ts';

/** A composite action, as far as this runner knows them. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

interface ActionStep {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly shell?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | boolean>>;
}

/** What a job sees of an action that has run. */
export interface ActionRun {
  /** steps that were taken, with how their scripts ended; actions that they call with what these are given */
  readonly steps: readonly (readonly [name: string, ended: number | Readonly<Record<string, unknown>>])[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly log: string;
}

export function readAction(file: string): Action {
  const action: Action = parse(readFileSync(file, 'utf8'));
  return action;
}

/**
 * Runs an action in a folder as a runner does: step by step, outputs and summary through files, actions that it uses left out.
 *
 * @param done outputs of steps that are taken for done, by id
 */
export async function runAction(
  action: Action,
  folder: string,
  given: Readonly<Record<string, string>>,
  done: Readonly<Record<string, Readonly<Record<string, string>>>> = {},
): Promise<ActionRun> {
  const temporary = mkdtempSync(join(tmpdir(), 'assay-runner-'));
  const summaryFile = join(temporary, 'summary.md');
  writeFileSync(summaryFile, '');
  const values = new Map(Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, given[name] ?? input.default]));
  values.set('runner.temp', temporary);
  values.set('github.action_path', 'none: no step may need the checkout of the action here');
  for (const [id, outputs] of Object.entries(done)) {
    for (const [name, value] of Object.entries(outputs)) values.set(`steps.${id}.outputs.${name}`, value);
  }
  const steps: (readonly [string, number | Readonly<Record<string, unknown>>])[] = [];
  let log = '';
  let failed = false;
  for (const [index, step] of action.runs.steps.entries()) {
    if (Object.hasOwn(done, step.id ?? '') || !isTaken(step.if, failed, values)) continue;
    if (step.run === undefined) {
      const given = Object.entries(step.with ?? {}).map(([key, value]) => [key, filled(String(value), values)]);
      steps.push([step.name, { uses: step.uses, ...Object.fromEntries(given) }]);
      continue;
    }
    const outputFile = join(temporary, `output-${index}`);
    const script = join(temporary, `script-${index}.sh`);
    writeFileSync(outputFile, '');
    writeFileSync(script, step.run);
    const env = {
      ...process.env,
      ...QUICKLY,
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: outputFile,
      GITHUB_STEP_SUMMARY: summaryFile,
      ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, filled(value, values)])),
    };
    const { code, text } = await bash(script, folder, env);
    log += text;
    steps.push([step.name, code]);
    failed ||= code !== 0;
    for (const line of readFileSync(outputFile, 'utf8').split('\n').filter(Boolean)) {
      const at = line.indexOf('=');
      values.set(`steps.${step.id ?? ''}.outputs.${line.slice(0, at)}`, line.slice(at + 1));
    }
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value, values)]);
  return { steps, outputs: Object.fromEntries(outputs), summary: readFileSync(summaryFile, 'utf8'), log };
}

/** The conditions that the action has: always(), and comparisons with a text, all of which must hold. */
function isTaken(condition: string | undefined, failed: boolean, values: ReadonlyMap<string, string>): boolean {
  const terms = condition?.split(' && ') ?? [];
  if (failed && !terms.includes('always()')) return false;
  return terms
    .filter((term) => term !== 'always()')
    .every((term) => {
      const [, name = '', operator, text] = /^([\w.-]+) (==|!=) '(.*)'$/.exec(term) ?? [];
      if (operator === undefined) throw new Error(`a condition that this runner does not know: ${term}`);
      return ((values.get(name) ?? '') === text) === (operator === '==');
    });
}

function filled(text: string, values: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{\{ (.+?) \}\}/g, (_whole, name: string) => values.get(name) ?? '');
}

/** As a runner starts the shell of a step that says bash. */
function bash(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    const child = execFile('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', script], { cwd, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });
}

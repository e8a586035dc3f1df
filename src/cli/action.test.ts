import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../run/package-root.ts';
import { createProgram } from './program.ts';
import { readAction } from './test-kit/runner.ts';

const action = readAction(join(PACKAGE_ROOT, '.github', 'actions', 'assay', 'action.yml'));

/** What `assay run` has no flag for. */
const OWN = ['package', 'node-version', 'artifact'];

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly uses?: string; readonly with?: object }[] }>>;
}

test("the action's inputs are the flags of 'assay run' by their names and defaults, and those of its own", () => {
  const options = createProgram().commands.find((command) => command.name() === 'run')?.options ?? [];
  const flags = new Map(options.map((option) => [option.attributeName(), option]));
  const found = Object.keys(action.inputs).filter((name) => !OWN.includes(name) && !options.some(({ long }) => long === `--${name}`));
  expect(found).toEqual([]);
  expect(['target', 'seed', 'walks'].map((name) => action.inputs[name]?.default)).toEqual(
    ['target', 'seed', 'walks'].map((name) => String(flags.get(name)?.defaultValue)),
  );
  expect([action.inputs['fail-on']?.default]).toEqual(flags.get('failOn')?.defaultValue);
});

test('every input reaches a step, and none is written into a script', () => {
  const given = action.runs.steps.map((step) => JSON.stringify([step.env, step.with, step.if])).join('\n');
  expect(Object.keys(action.inputs).filter((name) => !given.includes(`inputs.${name}`))).toEqual([]);
  expect(action.runs.steps.filter(({ run }) => run?.includes('${{')).map(({ name }) => name)).toEqual([]);
  expect(action.runs.steps.filter(({ run, shell }) => (run === undefined) !== (shell === undefined)).map(({ name }) => name)).toEqual([]);
});

test('the example gives the action what it takes', () => {
  const workflow: Workflow = parse(readFileSync(join(PACKAGE_ROOT, '.github', 'examples', 'nightly.yml'), 'utf8'));
  const used = Object.values(workflow.jobs).flatMap(({ steps }) => steps.filter(({ uses }) => uses?.includes('/.github/actions/assay@')));
  expect(used).toHaveLength(1);
  expect(used.flatMap((step) => Object.keys(step.with ?? {})).filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
});

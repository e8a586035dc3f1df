import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { PACKAGE_ROOT } from '../run/package-root.ts';
import { ruleOf } from './comparison.ts';
import { PAGES } from './help.ts';
import { wholeProgram } from '../../test/support/whole-program.ts';
import { blocksOf, textOfPage } from '../../test/support/pages.ts';
import { readAction } from '../../test/support/runner.ts';

const program = await wholeProgram();

const action = readAction(join(PACKAGE_ROOT, '.github', 'actions', 'assay', 'action.yml'));

/** What `assay run` has no flag for. */
const OWN = ['package', 'node-version', 'artifact'];

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: object;
  readonly with?: object;
}

interface Workflow {
  readonly env?: object;
  readonly jobs: Readonly<Record<string, { readonly env?: object; readonly steps: readonly Step[] }>>;
}

test("the action's inputs are the flags of 'assay run' by their names and defaults, and those of its own", () => {
  const options = program.commands.find((command) => command.name() === 'run')?.options ?? [];
  const flags = new Map(options.map((option) => [option.attributeName(), option]));
  const found = Object.keys(action.inputs).filter((name) => !OWN.includes(name) && !options.some(({ long }) => long === `--${name}`));
  expect(found).toEqual([]);
  expect(['seed', 'walks'].map((name) => action.inputs[name]?.default)).toEqual(
    ['seed', 'walks'].map((name) => String(flags.get(name)?.defaultValue)),
  );
  expect([action.inputs['fail-on']?.default]).toEqual(ruleOf());
});

test('every input reaches a step, and none is written into a script', () => {
  const given = action.runs.steps.map((step) => JSON.stringify([step.env, step.with, step.if])).join('\n');
  expect(Object.keys(action.inputs).filter((name) => !given.includes(`inputs.${name}`))).toEqual([]);
  expect(action.runs.steps.filter(({ run }) => run?.includes('${{')).map(({ name }) => name)).toEqual([]);
  expect(action.runs.steps.filter(({ run, shell }) => (run === undefined) !== (shell === undefined)).map(({ name }) => name)).toEqual([]);
});

test('the example and the page give the action what it takes', () => {
  const example = readFileSync(join(PACKAGE_ROOT, 'examples', 'nightly.yml'), 'utf8');
  const workflow: Workflow = parse(example);
  const onPage = blocksOf(textOfPage(`${PAGES}/run-it-nightly.md`)).filter(({ text }) => text.startsWith('- uses:'));
  const steps: readonly Step[] = [
    ...Object.values(workflow.jobs).flatMap((job) => job.steps),
    ...onPage.flatMap(({ text }): readonly Step[] => parse(text)),
  ];
  const used = steps.filter(({ uses }) => uses?.includes('/.github/actions/assay@'));
  expect(used).toHaveLength(2);
  expect(used.flatMap((step) => Object.keys(step.with ?? {})).filter((name) => !Object.hasOwn(action.inputs, name))).toEqual([]);
});

test('credentials of the example reach no step but the run, and no script of a dependency', () => {
  const workflow: Workflow = parse(readFileSync(join(PACKAGE_ROOT, 'examples', 'nightly.yml'), 'utf8'));
  const jobs = Object.values(workflow.jobs);
  const given = jobs.flatMap(({ steps }) =>
    steps.filter(({ env }) => env !== undefined).map(({ uses }) => uses?.replace(/^.*\/|@.*$/g, '')),
  );
  expect([workflow.env, jobs.map(({ env }) => env), given]).toEqual([undefined, [undefined], ['assay']]);
  const installs = action.runs.steps.flatMap(({ run = '' }) => run.split('\n').filter((line) => /npm (ci|install)/.test(line)));
  expect(installs.map((line) => line.includes('--ignore-scripts'))).toEqual([true, true]);
});

test('every action that is used is pinned by its commit, with the version that it is', () => {
  const files = ['.github/actions/assay/action.yml', '.github/workflows/ci.yml', 'examples/nightly.yml', `${PAGES}/run-it-nightly.md`];
  const used = files.flatMap((file) =>
    [...readFileSync(join(PACKAGE_ROOT, file), 'utf8').matchAll(/^[ -]*uses: (.*)$/gm)].map(([, name = '']) => name),
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((name) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+/.test(name))).toEqual([]);
});

test('no workflow writes an expression into a script', () => {
  const workflow: Workflow = parse(readFileSync(join(PACKAGE_ROOT, 'examples', 'nightly.yml'), 'utf8'));
  const scripts = Object.values(workflow.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
  expect([scripts.length, scripts.filter((run) => run.includes('${{'))]).toEqual([1, []]);
});

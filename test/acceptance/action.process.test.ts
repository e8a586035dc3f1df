import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';
import { assay, emptyFolder } from '../support/assay-process.ts';
import { readReport } from '../support/run-folder.ts';
import { readAction, runAction } from '../support/runner.ts';

const action = readAction(join(PACKAGE_ROOT, '.github', 'actions', 'assay', 'action.yml'));

const NARROW = { document: 'authentication', walks: '0' };
const NODE = ['Node', { uses: 'actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020', 'node-version': '22' }];

/** The installation of all process tests, as the step would have made it. */
function installed(): { readonly install: { readonly command: string } } {
  return { install: { command: join(inject('installation').folder, 'node_modules', 'assay', 'dist', 'src', 'cli', 'main.js') } };
}

test('the action installs a tarball, runs, tells and keeps the report', async () => {
  const folder = emptyFolder();
  const tarball = readdirSync(inject('installation').folder).find((name) => name.endsWith('.tgz')) ?? '';
  copyFileSync(join(inject('installation').folder, tarball), join(folder, tarball));
  const { steps, outputs, summary, log } = await runAction(action, folder, {
    ...NARROW,
    package: tarball,
    out: 'tonight',
    baseline: 'last-night/report.json',
  });
  const kept = {
    uses: 'actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02',
    name: 'assay-report',
    path: 'tonight',
    'if-no-files-found': 'warn',
  };
  expect({ steps, outputs }).toEqual({
    steps: [NODE, ['Install Assay', 0], ['Run', 0], ['Tell', 0], ['Keep', kept], ['End', 0]],
    outputs: { 'exit-code': '0', outcome: 'conformant' },
  });
  expect(log).toContain('::notice::there is no last-night/report.json yet: nothing is compared, every violation counts\n');
  expect(summary).toBe(readFileSync(join(folder, 'tonight', 'summary.md'), 'utf8'));
});

test('the action ends as the run did, tells what is new since the baseline, and keeps nothing where it shall not', async () => {
  const folder = emptyFolder();
  await assay(folder, 'run', '--document', 'authentication', '--walks', '0', '--out', 'last-night');
  const fault = '  authn-refused-with-other-summary\n\nauthn-phone-number-unmasked\n';
  const given = { ...NARROW, fault, out: 'tonight', baseline: 'last-night/report.json', artifact: '' };
  const { steps, outputs, summary } = await runAction(action, folder, given, installed());
  expect({ steps, outputs }).toEqual({
    steps: [NODE, ['Run', 0], ['Tell', 0], ['End', 1]],
    outputs: { 'exit-code': '1', outcome: 'violations' },
  });
  expect(readReport(join(folder, 'tonight')).report.replayFlags).toBe(
    "--fault 'authn-refused-with-other-summary' --fault 'authn-phone-number-unmasked'",
  );
  expect(summary).toMatch(/\n## Since last-night\/report\.json\n\n```\n[^`]*authn\.errors\.e0000004\.summary[^`]*```\n$/);
});

test('a run that leaves no report is told', async () => {
  const { steps, outputs, summary } = await runAction(action, emptyFolder(), { ...NARROW, target: 'none.yaml', artifact: '' }, installed());
  expect({ steps, outputs, summary }).toEqual({
    steps: [NODE, ['Run', 0], ['Tell', 0], ['End', 2]],
    outputs: { 'exit-code': '2', outcome: '' },
    summary: 'Assay ended with 2 and left no report: the log of the job says why.\n',
  });
});

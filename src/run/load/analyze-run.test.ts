import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MOST_JSON } from '../../model/json-text.ts';
import type { AnswerRow } from '../../model/types.ts';
import { answerRow, limitedAnswers, NOON, rowsOfOne, writeRows } from '../../load/rows/row-fixtures.ts';
import { temporaryFolder } from '../../../test/support/stored-run.ts';
import { profileFile } from '../targets.ts';
import { analyzeRows } from './analyze-run.ts';
import type { FinishedLoad } from './finish-load.ts';

function analyzed(answers: readonly AnswerRow[]): Promise<FinishedLoad> {
  const folder = temporaryFolder();
  return analyzeRows({
    files: [writeRows(folder, 'rows.ndjson', rowsOfOne('pod-1', answers))],
    profileFile: profileFile('mock'),
    folder: join(folder, 'out'),
    thresholds: [],
    env: {},
    node: '',
    onGenerators: () => undefined,
  });
}

const rows = (of: (index: number) => Partial<AnswerRow>): readonly AnswerRow[] =>
  Array.from({ length: 40 }, (_, index) => answerRow({ sentAt: NOON + 100 * index, ...of(index) }));
const DEEP = '['.repeat(MOST_JSON.levels + 1) + ']'.repeat(MOST_JSON.levels + 1);

test.each([
  ['no row has an answer', rows(() => ({ status: 0, lost: 'timed out' })), 0, 'network'],
  ['one in ten has none', rows((index) => (index % 10 === 9 ? { status: 0 } : {})), 36, 'network'],
  ['every answer is a redirect that nobody documents', rows(() => ({ status: 307, text: '' })), 40, 'target'],
  ['every answer is more than is read', rows(() => ({ text: DEEP })), 0, 'target'],
] as const)('rows are inconclusive where %s', async (_where, answers, judged, blame) => {
  const { report, event } = await analyzed(answers);
  expect([report.exitCode, event.judged, report.inconclusive?.blame]).toEqual([3, judged, blame]);
});

test('rows that were all answered are conformant', async () => {
  const { report, event } = await analyzed(limitedAnswers(40));
  const mix = [{ name: 'listGroups/team', sent: 40, judged: 40, succeeded: 30, failed: 0, otherwise: 0, instead: { 429: 10 } }];
  expect([report.exitCode, event.judged, event.mix]).toEqual([0, 40, mix]);
});

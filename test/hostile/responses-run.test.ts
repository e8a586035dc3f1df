import { expect, test } from 'vitest';
import { draw } from '../support/draw.ts';
import { RESPONSE_NAMES, RESPONSES } from './responses.ts';
import type { ResponseName } from './responses.ts';
import { faultsOf, meetingWith, WAITED_FOR, WORKED_ON } from './responses-demand.ts';
import { blamesOf, meetRun } from './responses-run.ts';

// In this process, those that are drawn; `npm run bench -- hostile` meets all of them with processes, and measures their memory.

async function run(name: ResponseName): Promise<readonly string[]> {
  return faultsOf(name, await meetRun(meetingWith(name)), 'run');
}

test.concurrent.each(draw(3, WAITED_FOR))('run: a target that %s neither steers nor stops nor outlives it', async (name) => {
  expect(await run(name)).toEqual([]);
});

test.each(draw(4, WORKED_ON))('run: a target that %s neither steers nor stops nor outlives it', async (name) => {
  expect(await run(name)).toEqual([]);
});

/** A preflight hears them all alike. */
test.each(draw(4, RESPONSE_NAMES))('preflight: a target that %s from the first request', async (name) => {
  const met = await meetRun({ ...meetingWith(name), fromTheFirst: true });
  expect(faultsOf(name, met, 'preflight')).toEqual([]);
});

test.concurrent.each(['says nothing', 'sends a byte now and then', 'answers three times, then nothing'] as const)(
  'a target that %s is left alone when the time of the budget is over, which is not the fault of the configuration',
  async (name) => {
    const { budget, ...meeting } = meetingWith(name);
    const { report } = await meetRun({ ...meeting, budget: { ...budget, timeout: 'PT30S', duration: 'PT6S' } });
    expect([report.outcome, blamesOf(report)]).toEqual(['inconclusive', ['network']]);
  },
);

test.each(['limits without a word', 'asks to wait for nonsense'] as const)(
  'a target that %s whoever asks has no limit that a configuration could keep to',
  async (name) => {
    const { report } = await meetRun(meetingWith(name));
    const reasons = report.clauses.flatMap(({ blame, reason = '' }) => (blame === 'config' ? [reason] : []));
    expect(reasons.filter((reason) => reason.includes('429'))).toEqual([]);
  },
);

test.each([
  ['leads from page to page without end', 'pam.pagination.no-duplicates'],
  ['leads from a page to itself', 'pam.pagination.ends'],
] as const)('a walk over a list that %s ends, and is judged', async (name, clause) => {
  const { report } = await meetRun(meetingWith(name));
  expect(report.failures.map((failure) => failure.clause)).toContain(clause);
});

test('there are responses of every kind, and enough', () => {
  expect({ many: RESPONSE_NAMES.length >= 80, kinds: new Set(Object.values(RESPONSES).map(({ kind }) => kind)).size }).toEqual({
    many: true,
    kinds: 7,
  });
});

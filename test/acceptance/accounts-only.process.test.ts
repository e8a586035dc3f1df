import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/model/types.ts';
import { assay, emptyFolder, startAssay } from '../support/assay-process.ts';
import { prepareAccounts, renewAccounts, writeMockProfile } from '../support/prepared-accounts.ts';
import type { MockAddresses } from '../support/prepared-accounts.ts';
import { readReport } from '../support/run-folder.ts';

/** Why clauses stay open or are skipped where nobody can do acts or turn the clock; first words are enough. */
const REASONS = [
  ['inconclusive', 'provider-state', /^nothing can do the act '/],
  ['inconclusive', 'provider-state', /^nothing provides '/],
  ['inconclusive', 'config', /^the target's clock cannot be turned/],
  ['skipped', undefined, /^needs control/],
  ['skipped', undefined, /^not seen/],
] as const;

function unexplained({ clauses }: Report): unknown {
  return clauses.filter(
    ({ verdict, blame, reason = '' }) =>
      verdict !== 'pass' &&
      verdict !== null &&
      !REASONS.some(([kind, whose, words]) => verdict === kind && (whose ?? blame) === blame && words.test(reason)),
  );
}

/** What is judged, and what not for which reason: the figures of a deployment that nobody can steer. */
function figures({ clauses, summary, exitCode }: Report): string {
  const counts = new Map<string, number>();
  for (const { verdict, blame, reason = '' } of clauses) {
    if (verdict === 'pass' || verdict === null) continue;
    const why = `${verdict}, ${blame ?? 'nobody'}: ${reason.replaceAll(/'[^']*'/g, '…').replace(/^(nothing provides|nothing can do the act).*/, '$1 …')}`;
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const { testable, referenceOnly, passed } = summary.clauses;
  const rows = [...counts].toSorted(([, a], [, b]) => b - a).map(([why, count]) => `  ${count} ${why}`);
  return [`accounts only: ${passed} of ${testable + referenceOnly} clauses judged and passed; exit code ${exitCode}`, ...rows, ''].join(
    '\n',
  );
}

test('prepared accounts alone, and a real clock: nothing is violated, and what stays open is told', async () => {
  const folder = emptyFolder();
  const mock = startAssay(folder, 'mock', '--clock', 'real', '--seed', '5');
  const addresses: MockAddresses = JSON.parse(await mock.said(/\{"services".*\}\}?\n?/));
  const accounts = await prepareAccounts(folder, addresses, 1);
  const target = writeMockProfile(folder, addresses, { providerStates: [{ accounts: './accounts.yaml' }], clock: 'real' });

  const first = await assay(folder, 'run', '--target', target, '--seed', '1', '--walks', '0', '--out', 'first');
  const { report, findings } = readReport(join(folder, 'first'));
  process.stderr.write(figures(report));
  const { testable, referenceOnly, passed, failed, inconclusive, skipped, error } = report.summary.clauses;
  expect({
    code: first.code,
    outcome: report.outcome,
    findings,
    failures: report.failures,
    failed,
    error,
    open: unexplained(report),
  }).toEqual({
    code: 3,
    outcome: 'inconclusive',
    findings: [],
    failures: [],
    failed: 0,
    error: 0,
    open: [],
  });
  expect(passed + inconclusive + skipped).toBe(testable + referenceOnly);
  expect(passed).toBeGreaterThan(0.75 * (testable + referenceOnly));
  // Driving a failure again spends as well, so that the plan's number is no bound.
  const spent = report.leftovers.filter(({ detail }) => detail.startsWith('spent: ')).length;
  expect(spent).toBeGreaterThan(0);

  // The same requests again: what the first run made must be gone, and what it spent has been prepared anew.
  await renewAccounts(folder, addresses, accounts);
  await assay(folder, 'run', '--target', target, '--seed', '1', '--walks', '0', '--document', 'privileged-access', '--out', 'second');
  const again = readReport(join(folder, 'second')).report;
  const verdicts = ({ clauses }: Report): unknown =>
    clauses.filter(({ document }) => document === 'privileged-access').map(({ id, verdict }) => [id, verdict]);
  expect(verdicts(again)).toEqual(verdicts(report));
  mock.interrupt();
  await mock.ended;
});

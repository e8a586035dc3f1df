import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assay, atStandardDepth, emptyFolder } from '../support/assay-process.ts';
import { readEvents, readReport } from '../support/run-folder.ts';

atStandardDepth();

test('a run keeps to its budget, says so beforehand, and what it did not judge stays open for the key', async () => {
  const folder = emptyFolder();
  const budget = 'budget: { requests: 60, perSecond: 500 }';
  writeFileSync(
    join(folder, 'small.yaml'),
    `name: small\nembedded: {}\nservices: { authentication: { credentials: { apiToken: { value: x } } } }\n${budget}\n`,
  );
  const { code, stderr } = await assay(folder, 'run', '--target', 'small.yaml', '--out', 'out');
  const { report, findings } = readReport(join(folder, 'out'));
  const open = report.clauses.filter(({ verdict }) => verdict === 'inconclusive');
  const others = open.filter(
    ({ blame, reason = '' }) => blame !== 'config' || !/^(budget\.requests|services\.|permissions\.)/.test(reason),
  );
  expect({ code, findings, failed: report.failures, others }).toEqual({ code: 3, findings: [], failed: [], others: [] });
  expect(open.filter(({ reason = '' }) => reason.startsWith('budget.requests (60) ')).length).toBeGreaterThan(50);
  expect(report.requests.sent).toBeLessThanOrEqual(60);
  expect(report.requests.tour).toBeGreaterThan(20);
  expect(stderr).toMatch(
    /^small: .*\nbudget: at most 60 requests, 500 a second, 4 at once, 600 s; \d+ rows do not fit, and their clauses stay open/,
  );
});

test('every request names the run and what it is sent for', async () => {
  const folder = emptyFolder();
  await assay(folder, 'run', '--clause', 'authn.transitions.password-expired', '--out', 'out');
  const events = readEvents(join(folder, 'out'));
  const agents = events.flatMap((event) => (event.type === 'exchange' ? [event.request.headers['user-agent']] : []));
  const run = readReport(join(folder, 'out')).report.startedAt.replace(/[-:.]/g, '');
  const about = new Set(agents.map((agent) => String(agent).replace(`assay/0.1.0 (run ${run}; `, '(')));
  const all = ['(preflight/authentication)', '(clause authn.transitions.password-expired)', '(clean-up:a user whose password has expired)'];
  expect(all.filter((what) => !about.has(what))).toEqual([]);
  // The clause is judged in passing where others are asked about, too.
  expect(
    [...about].filter((what) => !/^\((?:preflight\/authentication|clause authn\.[\w.-]+|clean-up:a user who[\w ]+)\)$/.test(what)),
  ).toEqual([]);
});

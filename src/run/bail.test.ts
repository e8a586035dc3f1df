import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { report, run } from '../index.ts';
import { temporaryFolder } from '../../test/support/stored-run.ts';

const faults = ['authn-refusal-starts-transaction'];
const clause = ['authn.transitions.refused-no-transaction', 'authn.transitions.locked-out', 'authn.transitions.mfa-required*'];

test('a run ends once as many clauses are violated as it was told, is partial, and says so when it is judged again', async () => {
  const folder = temporaryFolder();
  const asked = { clause, faults, repeat: 0 };
  const [whole, ended] = [
    await run({ ...asked, out: join(folder, 'whole') }),
    await run({ ...asked, bail: 1, out: join(folder, 'ended') }),
  ];
  expect(whole.report).toMatchObject({ outcome: 'violations' });
  expect(whole.report.partial).toBeUndefined();
  expect(ended.report).toMatchObject({ outcome: 'violations', exitCode: 1, partial: 'it stopped after 1 violated clause (--bail 1)' });
  expect(ended.report.requests.sent).toBeLessThan(whole.report.requests.sent);
  expect(report(join(folder, 'ended')).report.partial).toBe(ended.report.partial);
});

test('what is waived does not end a run', async () => {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'waivers.yaml'),
    'waivers:\n  - { clause: authn.transitions.refused-no-transaction, reason: known, owner: id@acme.test, link: https://acme.test/1, expires: 2999-12-31 }\n',
  );
  const own = readFileSync('specs/profiles/mock.yaml', 'utf8').replace(/^# yaml-language-server.*\n/, '');
  writeFileSync(join(folder, 'target.yaml'), `${own}\nwaivers: ./waivers.yaml\n`);
  const { report: told } = await run({
    target: join(folder, 'target.yaml'),
    clause: clause.slice(0, 1),
    faults,
    repeat: 0,
    bail: 1,
    out: join(folder, 'out'),
  });
  expect(told.partial).toBeUndefined();
  expect(told.waived?.length).toBeGreaterThan(0);
});

test('what shows in a clean-up is driven again with its clean-up', async () => {
  const { report: told } = await run({
    faults: ['authn-refused-with-other-summary'],
    clause: ['authn.**'],
    depth: 'quick',
    bail: 1,
    out: join(temporaryFolder(), 'out'),
  });
  const kinds = told.failures.map(({ recurrence }) => recurrence?.kind);
  expect([kinds.length > 0, kinds.every((kind) => kind === 'deterministic')]).toEqual([true, true]);
});

import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stringify } from 'yaml';
import { loadSpecs } from '../../src/model/load.ts';
import type { OfferedFault } from '../../src/model/types.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { startMock } from '../../src/mock/kit/start-mock.ts';
import { strangersProfile } from '../support/strangers-run.ts';
import { temporaryFolder } from '../support/stored-run.ts';
import { qualify, type QualifyTargetOptions, type TargetQualification } from '../../src/index.ts';

const specs = loadSpecs();
const FILE = 'specs/profiles/mock.yaml';
/** Several drives of a suite over HTTP, on a machine that may be busy. */
const SLOW = { timeout: 300_000 };

/** A defect of somebody's deployment, made of those of the mock. */
interface SwitchableFault extends OfferedFault {
  readonly of: readonly string[];
  /** it goes on where it was switched off */
  readonly stays?: true;
}

interface Stranger {
  readonly file: string;
  /** what was put, in order */
  readonly puts: readonly (readonly string[])[];
}

/** A deployment of a part of the authentication service alone that offers these faults by itself. */
async function deployment(made: readonly SwitchableFault[], always: readonly string[] = []): Promise<Stranger> {
  const mock = await startMock({ seed: 1, faults: always });
  onTestFinished(() => mock.close());
  const puts: (readonly string[])[] = [];
  const on = new Set<string>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'PUT') {
      const { faults }: { readonly faults: readonly string[] } = JSON.parse((await request.toArray()).join(''));
      puts.push(faults);
      for (const { of, stays } of made) if (stays !== true) for (const name of of) on.delete(name);
      for (const { id, of } of made) if (faults.includes(id)) for (const name of of) on.add(name);
      await fetch(`${mock.control}/faults`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ faults: [...always, ...on] }),
      });
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(made.map(({ of: _of, stays: _stays, ...offered }) => offered)));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new TypeError('expected a port');
  const { services = {}, ...rest } = strangersProfile(readProfile(FILE, specs), mock);
  const { authentication = {} } = services;
  const claims = ['authn.errors', 'authn.password'];
  const source = {
    ...rest,
    services: { authentication: { ...authentication, claims } },
    faults: { http: `http://127.0.0.1:${address.port}` },
  };
  const file = join(temporaryFolder(), 'target.yaml');
  writeFileSync(file, stringify(source));
  return { file, puts };
}

function tryFaults(
  { file }: Stranger,
  options: Pick<QualifyTargetOptions, 'sample' | 'jobs'> = {},
): Promise<TargetQualification & { readonly exitCode: number }> {
  return qualify({ target: file, env: {}, walks: 0, ...options });
}

const SUMMARY: SwitchableFault = {
  id: 'other-words',
  about: 'a refused sign-in is told in other words',
  clause: 'authn.errors.e0000004.summary',
  labels: ['errors', 'response'],
  of: ['authn-refused-with-other-summary'],
};

test('a glob that no fault of a target matches is named, with ids that there are, before anything is switched or driven', async () => {
  const stranger = await deployment([SUMMARY, { ...SUMMARY, id: 'other-status' }]);
  await expect(qualify({ target: stranger.file, env: {}, faults: ['other-*', 'zz*', 'othr-words'] })).rejects.toMatchObject({
    code: 'fault-unknown',
    message: [
      '--fault zz*: expected one of the 2 faults of the target, such as other-words, other-status, found none that matches',
      '--fault othr-words: expected one of the 2 faults of the target, such as other-words, found none that matches',
    ].join('\n'),
  });
  expect(stranger.puts).toEqual([]);
});

test('a deployment over HTTP: faults are killed by their clause, elsewhere, or missed, and nothing stays on', SLOW, async () => {
  const elsewhere: SwitchableFault = { ...SUMMARY, id: 'named-wrongly', clause: 'authn.transitions.password-expired', labels: ['errors'] };
  const labels = { area: 'none', difficulty: 'sequence' };
  const harmless: SwitchableFault = { id: 'harmless', about: 'nothing at all', quote: 'xyzzy', document: 'authentication', labels, of: [] };
  const foreign: SwitchableFault = { id: 'foreign', about: 'of a service that is not there', clause: 'pam.roles.enumeration', of: [] };
  const stranger = await deployment([SUMMARY, elsewhere, harmless, foreign]);
  const result = await tryFaults(stranger);
  expect({
    falseAlarms: result.falseAlarms,
    outcomes: result.matrix.map(({ fault, outcome, killed, dropped, unconfirmed, broke }) => [
      fault,
      outcome,
      killed,
      dropped,
      unconfirmed,
      broke,
    ]),
    difficulties: result.matrix.map(({ difficulty }) => difficulty),
    labels: result.labels,
    survived: result.faults.survived.map(({ fault }) => fault),
    controls: result.controls,
    code: result.exitCode,
    puts: stranger.puts.at(-1),
  }).toEqual({
    falseAlarms: [],
    outcomes: [
      ['other-words', 'own', ['authn.errors.e0000004.summary'], [], [], undefined],
      ['named-wrongly', 'elsewhere', ['authn.errors.e0000004.summary'], [], [], undefined],
      ['harmless', 'missed', [], [], [], undefined],
      ['foreign', 'broken', [], [], [], 'the profile has no service privileged-access'],
    ],
    difficulties: ['response', '', 'sequence', ''],
    labels: {
      'area: none': { total: 1, own: 0, elsewhere: 0, missed: 1, broken: 0 },
      'difficulty: sequence': { total: 1, own: 0, elsewhere: 0, missed: 1, broken: 0 },
      errors: { total: 2, own: 1, elsewhere: 1, missed: 0, broken: 0 },
      response: { total: 1, own: 1, elsewhere: 0, missed: 0, broken: 0 },
    },
    survived: ['harmless', 'foreign'],
    controls: { mustDie: true, mustLive: true },
    code: 1,
    puts: [],
  });
});

test('a clause that fails without a fault is a false alarm, and kills nothing', SLOW, async () => {
  const { falseAlarms, matrix, controls } = await tryFaults(await deployment([{ ...SUMMARY, of: [] }], SUMMARY.of));
  expect({
    alarms: falseAlarms.map(({ clause }) => clause),
    outcomes: matrix.map(({ outcome }) => outcome),
    controls,
  }).toEqual({ alarms: ['authn.errors.e0000004.summary'], outcomes: ['missed'], controls: { mustDie: false, mustLive: false } });
});

test('what fails without the fault as well is no kill', SLOW, async () => {
  const { matrix } = await tryFaults(await deployment([{ ...SUMMARY, stays: true }]));
  expect(matrix.map(({ outcome, unconfirmed }) => [outcome, unconfirmed.map(({ because }) => because)])).toEqual([
    ['missed', expect.arrayContaining(['it fails without the fault as well'])],
  ]);
});

test('a sample is drawn by the seed', SLOW, async () => {
  const many = Array.from({ length: 20 }, (_, index): SwitchableFault => ({ ...SUMMARY, id: `f${index}` }));
  const stranger = await deployment(many);
  const { matrix, offered, tally, jobs } = await tryFaults(stranger, { sample: 3, jobs: 4 });
  const drawn = matrix.map(({ fault }) => fault);
  expect({ offered, tried: drawn.length, own: tally.own, jobs }).toEqual({ offered: 20, tried: 3, own: 3, jobs: 1 });
  expect(stranger.puts.flat().filter((id) => !drawn.includes(id))).toEqual([]);
});

test.each<[string, SwitchableFault, string]>([
  [
    'a clause that there is not',
    { ...SUMMARY, clause: 'authn.errors.e0000004.sumary' },
    "faults: other-words: expected a clause ('assay clauses' lists them), found 'authn.errors.e0000004.sumary'. Did you mean 'authn.errors.e0000004.summary'?",
  ],
  [
    'a document that there is not',
    { ...SUMMARY, document: 'doors' },
    "faults: other-words: expected a document (privileged-access, authentication, governance), found 'doors'",
  ],
])('a list that names %s stops before anything is driven', SLOW, async (_what, fault, message) => {
  await expect(tryFaults(await deployment([fault]))).rejects.toThrow(message);
});

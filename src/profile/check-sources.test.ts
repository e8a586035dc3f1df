import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { doorSpec, sampleSpecs } from './profile-fixtures.ts';
import { certificate } from '../../test/support/secure-server.ts';
import { readProfile, resolveProfile } from './load-profile.ts';

const specs = sampleSpecs(
  doorSpec({
    states: [
      {
        name: 'a shut door',
        about: 'a door that is shut',
        params: { size: { about: 'its size', schema: { type: 'integer', default: 2 } } },
        data: {
          id: { about: 'its id', schema: { type: 'string' }, required: true },
          key: { about: 'its key', schema: { type: 'string' }, required: true, secret: 'doorKey' },
          colour: { about: 'its colour', schema: { type: 'string', enum: ['red', 'green'] } },
          number: { about: 'the number on it', schema: { type: 'string' }, unique: 'standing' },
        },
      },
      { name: 'a door that time opens', about: '', control: true },
      { name: 'a worn door', about: 'opens once more', consumable: true, data: { id: { about: 'its id', schema: { type: 'string' } } } },
    ],
  }),
);

/** What a profile with these further lines is complained of, places relative to its folder. */
function complaint(lines: string, files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const file = join(folder, 'doors.yaml');
  writeFileSync(file, `name: doors\nservices: { authentication: { baseUrl: 'https://x.test' } }\n${lines}`);
  try {
    resolveProfile(readProfile(file, specs), file, { KEY: 'the key' });
    return 'none';
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replaceAll(`${folder}/`, '');
  }
}

const accounts = (text: string): string => complaint('providerStates: [{ accounts: ./accounts.yaml }]\n', { 'accounts.yaml': text });

test.each([
  [
    'a source that is none',
    'providerStates: [{ cost: 1 }]\n',
    'doors.yaml:3:18  providerStates.0  expected one of http, module, accounts, found none. Give each source an entry of its own',
  ],
  [
    'two sources in one',
    'providerStates:\n  - http: https://states.test\n    module: ./states.mjs\n',
    'doors.yaml:4:5  providerStates.0  expected one of http, module, accounts, found http and module. Give each source an entry of its own',
  ],
  [
    'an address that is none',
    'providerStates: [{ http: states.test }]\n',
    "doors.yaml:3:26  providerStates.0.http  expected an address such as https://states.example.test/_states, found 'states.test'. Correct it",
  ],
  [
    'a password in an address',
    'clock: { http: "https://me:secret@clock.test" }\n',
    'doors.yaml:3:16  clock.http  expected an address without user and password. Give them beside it, under headers: { authorization: { env: NAME } }',
  ],
  [
    'a module that is not there',
    'providerStates: [{ module: ./states.mjs }]\n',
    'doors.yaml:3:28  providerStates.0.module  expected a file, found none at states.mjs. Correct the path: it begins at the profile',
  ],
  [
    'a state that nobody knows',
    'providerStates: [{ http: https://states.test, provides: [a shut dor] }]\n',
    "doors.yaml:3:58  providerStates.0.provides.0  expected a provider state or an act, found 'a shut dor' ('assay states' lists them). Did you mean 'a shut door'?",
  ],
  [
    'events of two sources',
    'events: { http: https://e.test, module: ./e.mjs }\n',
    'doors.yaml:3:9  events  expected one of http, module, found both. Keep the one that can tell',
  ],
  [
    'acts of accounts',
    'providerStates: [{ accounts: ./a.yaml, acts: https://a.test }]\n',
    "doors.yaml:3:30  providerStates.0.accounts  expected a file of accounts, found none at a.yaml. Write it: 'assay states NAME' shows an entry for each state\n" +
      'doors.yaml:3:46  providerStates.0.acts  expected nothing here: acts does not go with accounts. Remove this key',
  ],
  [
    'a header from nowhere',
    'providerStates: [{ http: https://states.test, headers: { authorization: { env: NOPE } } }]\n',
    'doors.yaml:3:80  providerStates.0.headers.authorization.env  expected the environment variable NOPE to be set, found nothing. Export it before the run',
  ],
])('%s is told with its place, key and remedy', (_what, lines, message) => {
  expect(complaint(lines)).toBe(message);
});

test.each([
  ['accounts as the catalogue says', 'accounts:\n  - state: a shut door\n    data: { id: d1, key: { env: KEY }, colour: red }\n', 'none'],
  [
    'a state that nobody knows',
    'accounts:\n  - state: a shut dor\n    data: {}\n',
    "accounts.yaml:2:12  state  expected a provider state of the catalogue, found 'a shut dor' ('assay states' lists them). Did you mean 'a shut door'?",
  ],
  [
    'a state that needs control over the target',
    'accounts:\n  - state: a door that time opens\n    data: {}\n',
    "accounts.yaml:2:12  state  expected a state that lasts: 'a door that time opens' takes control over the target, which no account has. Let an http source or a module provide it",
  ],
  [
    'a datum that is missing',
    'accounts:\n  - state: a shut door\n    data: { id: d1 }\n',
    "accounts.yaml:3:11  data.key  expected string (its key), found nothing. 'a shut door' has to have it",
  ],
  [
    'a datum of another type',
    'accounts:\n  - state: a shut door\n    data: { id: 1, key: k, colour: blue }\n',
    "accounts.yaml:3:17  data.id  expected string (its id), found something else. 'assay states' shows what belongs there\n" +
      "accounts.yaml:3:36  data.colour  expected one of red, green (its colour), found something else. 'assay states' shows what belongs there",
  ],
  [
    'a datum that nobody asks for',
    'accounts:\n  - state: a worn door\n    data: { id: d1, keys: k }\n',
    "accounts.yaml:3:27  data.keys  expected one of id, found a name that the catalogue does not have. 'assay states' shows what belongs there",
  ],
  [
    'a parameter of another type',
    'accounts:\n  - state: a shut door\n    params: { size: big }\n    data: { id: d1, key: k }\n',
    "accounts.yaml:3:21  params.size  expected integer (its size), found something else. 'assay states' shows what belongs there",
  ],
  [
    'a file of another form',
    'accounts:\n  - state: a shut door\n    date: {}\n',
    "accounts.yaml:2:5  accounts.0  expected the key 'data', found none\n" +
      "accounts.yaml:3:11  accounts.0  expected one of the keys about, state, params, data, consumable, found 'date'. Did you mean 'data'?",
  ],
  [
    'a secret that is not set',
    'accounts:\n  - state: a shut door\n    data: { id: d1, key: { env: NOPE } }\n',
    'accounts.yaml:3:26  data.key.env  expected the environment variable NOPE to be set, found nothing. Export it before the run',
  ],
  [
    'an account that a use spends, twice',
    'accounts:\n  - { state: a worn door, data: { id: d1 } }\n  - { state: a shut door, data: { id: d1, key: k } }\n',
    'accounts.yaml:3:5  expected another account: this one is already at accounts.yaml:2:5, and each use consumes it. Prepare one account per entry, or set consumable: false if it is restored after each use',
  ],
  [
    'an account that is restored, twice',
    'accounts:\n  - { state: a worn door, data: { id: d1 }, consumable: false }\n  - { state: a shut door, data: { id: d1, key: k } }\n',
    'none',
  ],
  [
    'two accounts that cannot both be right',
    "accounts:\n  - { state: a shut door, data: { id: d1, key: k, number: '7' } }\n  - { state: a shut door, data: { id: d2, key: l, number: '7' } }\n",
    'accounts.yaml:3:59  data.number  expected one that no other account has, found that of accounts.yaml:2:5, whose data differ. Correct one of the two',
  ],
  [
    'one account in two states',
    "accounts:\n  - { state: a shut door, data: { id: d1, key: k, number: '7' } }\n  - { state: a shut door, params: { size: 3 }, data: { id: d1, key: k, number: '7' } }\n",
    'none',
  ],
])('%s', (_what, text, message) => {
  expect(accounts(text)).toBe(message);
});

test('one account in two files is told as well', () => {
  const text = 'accounts:\n  - { state: a worn door, data: { id: d1 } }\n';
  expect(
    complaint('providerStates: [{ accounts: ./one.yaml }, { accounts: ./two.yaml }]\n', { 'one.yaml': text, 'two.yaml': text }),
  ).toMatch(/^two\.yaml:2:5 {2}expected another account: this one is already at one\.yaml:2:5/);
});

test('a file of accounts that is not there is told', () => {
  expect(complaint('providerStates: [{ accounts: ./accounts.yaml }]\n')).toBe(
    "doors.yaml:3:30  providerStates.0.accounts  expected a file of accounts, found none at accounts.yaml. Write it: 'assay states NAME' shows an entry for each state",
  );
});

test('accounts that are one in the target have one number', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sources-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const rows = ['a shut door, data: { id: d1, key: k }', 'a worn door, data: { id: d2 }', 'a shut door, data: { id: d2, key: k }'];
  writeFileSync(join(folder, 'accounts.yaml'), `accounts:\n${rows.map((row) => `  - { state: ${row}, consumable: false }\n`).join('')}`);
  writeFileSync(
    join(folder, 'doors.yaml'),
    "name: doors\nservices: { authentication: { baseUrl: 'https://x.test' } }\nproviderStates: [{ accounts: ./accounts.yaml }]\n",
  );
  const file = join(folder, 'doors.yaml');
  const [source] = resolveProfile(readProfile(file, specs), file, {}).sources;
  expect(source?.kind === 'accounts' ? source.accounts.map(({ kin, data }) => [kin, data['id']]) : undefined).toEqual([
    [0, 'd1'],
    [1, 'd2'],
    [1, 'd2'],
  ]);
});

test.each([
  [
    'a proxy that is none',
    'proxy: { http: proxy.test }\n',
    "doors.yaml:3:16  proxy.http  expected an address such as https://states.example.test/_states, found 'proxy.test'. Correct it",
  ],
  [
    'a header of a proxy that is not set',
    'proxy: { http: "http://proxy.test", headers: { proxy-authorization: { env: NOPE } } }\n',
    'doors.yaml:3:76  proxy.headers.proxy-authorization.env  expected the environment variable NOPE to be set, found nothing. Export it before the run',
  ],
  [
    'a certificate without its key',
    'tls: { cert: ./x.pem }\n',
    'doors.yaml:3:6  tls  expected cert and key, found cert alone. Name both files',
  ],
  [
    'an authority that is not there',
    'tls: { ca: ./no.pem }\n',
    'doors.yaml:3:12  tls.ca  ./no.pem  expected a file, found nothing. Correct the path',
  ],
  [
    'an authority that is none',
    'tls: { ca: ./x.pem }\n',
    'doors.yaml:3:12  tls.ca  ./x.pem  expected a certificate in PEM, found none that can be used (ERR_OSSL_PEM_NO_START_LINE). Correct the file',
  ],
])('%s is told with its place, key and remedy', (_what, lines, message) => {
  expect(complaint(lines, { 'x.pem': 'x' })).toBe(message);
});

test('a certificate that is not of its key is told; a pair that fits is read', async () => {
  const [one, other] = [await certificate(), await certificate()];
  const lines = 'tls: { cert: ./cert.pem, key: ./key.pem }\n';
  expect([
    complaint(lines, { 'cert.pem': one.cert, 'key.pem': other.key }),
    complaint(lines, { 'cert.pem': one.cert, 'key.pem': one.key }),
  ]).toEqual([
    expect.stringMatching(/^doors\.yaml:3:6 {2}tls {2}expected a certificate and its private key in PEM.*KEY_VALUES_MISMATCH/),
    'none',
  ]);
});

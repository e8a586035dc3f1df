import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadSpecs } from '../model/load.ts';
import { SpecError } from '../model/errors.ts';
import { readProfile, resolveProfile } from '../profile/load-profile.ts';
import { checkChoices } from './choices.ts';
import { placeholderAddresses } from './profile-to-plan.ts';
import { waiversOf } from './waivers.ts';

const specs = loadSpecs();
const CANARY = 'c4n4ry';

interface Configuration {
  readonly files?: Readonly<Record<string, string | Buffer>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** What reading a profile, as `run` does before anything is sent, says of it. */
function complaint(profile: string | Buffer, { files = {}, env = {} }: Configuration): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mistakes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'folder'));
  const file = join(folder, 'target.yaml');
  for (const [name, text] of Object.entries({ ...files, 'target.yaml': profile })) writeFileSync(join(folder, name), text);
  try {
    const source = readProfile(file, specs);
    checkChoices(source, file);
    waiversOf(source, file, specs);
    resolveProfile(source, file, env, source.embedded === undefined ? undefined : placeholderAddresses(specs));
  } catch (error) {
    if (error instanceof SpecError) return error.message.replaceAll(`${folder}/`, '');
    throw error;
  }
  return 'no mistake';
}

type Row = readonly [what: string, text: string, message: RegExp, more?: Configuration];

/** Below a service that is right. */
const SERVICE = 'name: x\nservices:\n  authentication:\n    baseUrl: http://127.0.0.1:1\n';
const service = (line: string): string => `${SERVICE}    ${line}\n`;
const beside = (line: string): string => `${SERVICE}${line}\n`;
const address = (url: string): string => `name: x\nservices: { authentication: { baseUrl: ${JSON.stringify(url)} } }\n`;
const declares = (entry: string): string => service(`declares: [${entry}]`);
const unlock = (entry: string): string => service(`bindings: { unlock: { method: POST, path: /unlock, success: 200, ${entry} } }`);
const inEnvironment = service('credentials: { apiToken: { env: TOKEN } }');
const inFile = service('credentials: { apiToken: { file: token } }');
const accounts = 'providerStates: [{ accounts: accounts.yaml }]';
const account = (entry: string): Configuration => ({ files: { 'accounts.yaml': `accounts:\n  - ${entry}\n` } });
const waivers = (entry: string): Configuration => ({ files: { 'waivers.yaml': `waivers:\n  - ${entry}\n` } });
const WAIVED = 'reason: known, owner: me, link: https://x.test/1, expires: 2999-01-01';

const NAMES: readonly Row[] = [
  [
    'a state that the machine does not have',
    declares('{ name: unlock, to: SUCESS }'),
    /^target\.yaml:5:\d+ {2}services\.authentication\.declares\.0\.to {2}expected a state \(.*SUCCESS.*\), found 'SUCESS'\. Did you mean 'SUCCESS'\? One that/,
  ],
  [
    'one of several states',
    declares('{ name: unlock, to: [SUCCESS, LOCKD_OUT] }'),
    /declares\.0\.to\.1 {2}expected a state .* Did you mean 'LOCKED_OUT'\?/,
  ],
  ['a state in another case', declares('{ name: unlock, to: success }'), /Did you mean 'SUCCESS'\?/],
  [
    'a state of another machine',
    'name: x\nservices: { governance: { baseUrl: "http://h", declares: [{ name: campaign.launch.scheduled, to: PENDING }] } }\n',
    /declares\.0\.to {2}expected a state \(.*LAUNCHING.*\), found 'PENDING'/,
  ],
  [
    'a declaration of nothing',
    declares('{ name: unlok }'),
    /declares\.0\.name {2}expected something .* found unlok\. Did you mean 'unlock'\?$/,
  ],
  [
    'a keyword that JSON Schema does not have',
    declares('{ name: unlock, view: { properties: { body: { typ: object } } } }'),
    /^target\.yaml:5:\d+ {2}services\.authentication\.declares\.0\.view\.properties\.body\.typ {2}expected a keyword of .*, found 'typ'\. Did you mean 'type'\?$/,
  ],
  [
    'a format that nobody knows',
    declares('{ name: unlock, view: { properties: { body: { format: uuidd } } } }'),
    /\.view\.properties\.body\.format {2}expected one of the formats date, .*, found 'uuidd'\. Did you mean 'uuid'\?$/,
  ],
  ['a schema that is none', declares('{ name: unlock, view: { type: objekt } }'), /\.view {2}expected a JSON Schema \(2020-12\)/],
  ['a schema of another draft', declares('{ name: unlock, view: { items: [{}] } }'), /\.view {2}expected a JSON Schema \(2020-12\)/],
  [
    'a schema with a name',
    declares('{ name: unlock, view: { $id: "http://x/y" } }'),
    /\.view\.\$id {2}expected .* without \$id and \$async/,
  ],
  [
    'a declaration that stands twice',
    declares('{ name: unlock, to: SUCCESS }, { name: unlock, to: gone }'),
    /declares\.1\.name {2}expected each name once, found 'unlock' above already/,
  ],
  ['a declaration without a name', declares('{ to: SUCCESS }'), /declares\.0 {2}expected the key 'name', found none/],
  ['an unknown key of a declaration', declares('{ name: unlock, too: SUCCESS }'), /found 'too'\. Did you mean 'to'\?/],
  [
    'an error that is misspelt',
    'name: x\nservices: { privileged-access: { baseUrl: "http://h", declares: [{ name: key-of-another-team, refused: forbiden_error }] } }\n',
    /refused {2}expected the name of an error, found 'forbiden_error'\. Did you mean 'forbidden_error'\?/,
  ],
  ['a view that is no schema', declares('{ name: unlock, view: { type: strng } }'), /declares\.0\.view {2}expected a JSON Schema/],
  ['a status that there is not', declares('{ name: unlock, status: [999] }'), /declares\.0\.status\.0 {2}expected at most 599, found 999/],
  ['a status that is a word', declares('{ name: unlock, status: [ok] }'), /status\.0 {2}expected integer, found "ok"/],
  ['no status at all', declares('{ name: unlock, status: [] }'), /status {2}expected a list with at least 1, found \[\]/],
  [
    'a notation that there is not',
    declares('{ name: unlock, notation: [rfc3338] }'),
    /notation\.0 {2}expected one of rfc3339, .* Did you mean 'rfc3339'\?/,
  ],
  [
    'a feature that there is not',
    service('claims: [authn.primry]'),
    /claims\.0 {2}expected a feature of authentication .*found authn\.primry\. Did you mean 'authn\.primary'\?$/,
  ],
  ['a feature of another document', service('claims: [gov.events]'), /claims\.0 {2}expected a feature of authentication/],
  [
    'an operation that there is not',
    service('bindings: { unlok: { method: POST, path: /x } }'),
    /bindings\.unlok {2}expected something .* Did you mean 'unlock'\?$/,
  ],
  ['an operation that is a word', service('bindings: { unlock: /x }'), /bindings\.unlock {2}expected a mapping with method, path/],
  ['a binding that overrules the document', service('bindings: { authenticate: { method: PUT } }'), /method {2}the document says POST/],
  ['a caller that there is not', unlock('caller: trustd'), /bindings\.unlock\.caller {2}expected a caller/],
  ['a credential that nobody uses', service('credentials: { apiTokn: { value: x } }'), /credentials\.apiTokn .*Did you mean 'apiToken'\?/],
  [
    'a document that there is not',
    'name: x\nservices: { authentcation: {} }\n',
    /services\.authentcation {2}expected one of the documents .*Did you mean 'authentication'\?/,
  ],
  [
    'a source of a state that there is not',
    beside('providerStates: [{ http: "http://h/s", provides: [a user who can sing in] }]'),
    /provides\.0 {2}expected a provider state or an act, .*Did you mean 'a user who can sign in'\?/,
  ],
  [
    'a choice that there is not',
    'name: x\nembedded: { choices: { authentication: { factorKey: factors } } }\n',
    /embedded\.choices\.authentication\.factorKey {2}expected a choice of authentication .*Did you mean 'factorsKey'\?/,
  ],
  [
    'a value that no choice has',
    'name: x\nembedded: { choices: { authentication: { factorsKey: nope } } }\n',
    /factorsKey {2}expected one of .*, found "nope"/,
  ],
  [
    'a choice of no document',
    'name: x\nembedded: { choices: { authn: { factorsKey: factors } } }\n',
    /embedded\.choices\.authn\.factorsKey {2}expected a document/,
  ],
  [
    'a choice that varies over a value that it does not have',
    'name: x\nembedded: { vary: { authentication: { factorsKey: [factors, nope] } } }\n',
    /embedded\.vary\.authentication\.factorsKey {2}expected one of .*, found "nope"/,
  ],
  [
    'a choice named as what every object has',
    'name: x\nembedded: { choices: { authentication: { constructor: 1 } } }\n',
    /expected a choice of authentication/,
  ],
  [
    'a limiter that there is not',
    'name: x\nembedded: { limiter: { kind: token-buket } }\n',
    /kind {2}expected one of .*Did you mean 'token-bucket'\?/,
  ],
];

const VALUES: readonly Row[] = [
  [
    'a success that is none',
    unlock('').replace('200', '999'),
    /^target\.yaml:5:\d+ {2}services\.authentication\.bindings\.unlock\.success {2}expected at most 399, found 999$/,
  ],
  ['a success that is a refusal', unlock('').replace('200', '404'), /success {2}expected at most 399, found 404$/],
  ['a success that is none, in a list', unlock('').replace('200', '[200, 99]'), /success\.1 {2}expected at least 200, found 99$/],
  ['a success that is no number', unlock('').replace('200', '"200"'), /success {2}expected integer or array, found "200"$/],
  ['a success that is a fraction', unlock('').replace('200', '200.5'), /success {2}expected integer or array, found 200\.5$/],
  ['no success in a list', unlock('').replace('200', '[]'), /success {2}expected a list with at least 1, found \[\]$/],
  ['a method that there is not', unlock('').replace('POST', 'POTS'), /method {2}expected one of .* Did you mean 'POST'\?/],
  ['a path without its beginning', unlock('').replace('/unlock', 'unlock'), /path {2}expected a path that begins with \//],
  ['a path with a blank', unlock('').replace('/unlock', '"/un lock"'), /path {2}expected a path without blanks/],
  [
    'a path with a fragment',
    unlock('').replace('/unlock', '"/unlock#x"'),
    /path {2}expected a path without blanks, backslashes and fragment/,
  ],
  ['a path with half a parameter', unlock('').replace('/unlock', '"/users/{id"'), /path {2}expected parameters as in/],
  ['a pointer that is none', unlock('response: { id: id }'), /response\.id {2}expected a JSON pointer such as \/id/],
  ['elements of a list in a header', unlock("response: { 'items[].id': Location }"), /response\.items\[\]\.id {2}expected a JSON pointer/],
  ['a header whose name is none', unlock('headers: { "x y": a }'), /bindings\.unlock\.headers\.x y {2}expected the name of a header/],
  [
    'a header that frames a request',
    service('headers: { Content-Length: "3" }'),
    /headers\.Content-Length {2}expected no header that frames a request/,
  ],
  [
    'a header with a line feed',
    service('headers: { x-a: "a\\nb" }'),
    /headers\.x-a {2}expected a text that a header can hold, found one with a line feed as its character 2 of 3/,
  ],
  ['a header that no header can hold', service('headers: { x-a: "a→b" }'), /a character beyond Latin-1/],
  ['a header in two spellings', service('headers: { x-a: b, X-A: c }'), /headers\.X-A {2}expected each header once/],
  [
    'a header with a credential that there is not',
    service('headers: { authorization: "Bearer {tokn}" }'),
    /headers\.authorization {2}expected \{credential\} or the name/,
  ],
  [
    'headers of a source that are none',
    beside('providerStates: [{ http: "http://h/s", headers: { "a:b": { value: x } } }]'),
    /providerStates\.0\.headers\.a:b {2}expected the name of a header/,
  ],
  [
    'headers of a clock that are none',
    beside('clock: { http: "http://h/c", headers: { upgrade: { value: x } } }'),
    /clock\.headers\.upgrade {2}expected no header that frames/,
  ],
  [
    'headers of events that are none',
    beside('events: { http: "http://h/e", headers: { "": { value: x } } }'),
    /events\.headers\. {2}expected the name of a header/,
  ],
  ['a budget below nothing', beside('budget: { requests: -1 }'), /budget\.requests {2}expected at least 1, found -1/],
  ['a budget of nothing', beside('budget: { requests: 0 }'), /budget\.requests {2}expected at least 1, found 0/],
  ['a budget that has no end', beside('budget: { requests: .inf }'), /budget\.requests {2}expected integer/],
  ['a budget that is no number', beside('budget: { perSecond: .nan }'), /budget\.perSecond {2}expected number/],
  ['a pace of nothing', beside('budget: { perSecond: 0 }'), /budget\.perSecond {2}expected more than 0, found 0/],
  ['no concurrency', beside('budget: { concurrency: 0 }'), /budget\.concurrency {2}expected at least 1, found 0/],
  ['half a concurrency', beside('budget: { concurrency: 1.5 }'), /budget\.concurrency {2}expected integer, found 1\.5/],
  ['a number as text', beside('budget: { requests: "100" }'), /budget\.requests {2}expected integer, found "100"/],
  ['a duration that is none', beside('budget: { duration: 10m }'), /budget\.duration {2}expected an ISO 8601 duration such as PT10M/],
  ['a duration of nothing', beside('budget: { duration: PT0S }'), /budget\.duration {2}expected a duration above 0 and of at most P24D/],
  ['a timeout of nothing', beside('budget: { timeout: PT0S }'), /budget\.timeout {2}expected a duration above 0/],
  [
    'a timeout that no timer can count',
    beside('budget: { timeout: P30D }'),
    /budget\.timeout {2}expected a duration above 0 and of at most P24D/,
  ],
  ['a body of nothing', beside('budget: { bodyBytes: 0 }'), /budget\.bodyBytes {2}expected at least 1/],
  ['a permission that is a word', beside('permissions: { mutate: "yes" }'), /permissions\.mutate {2}expected boolean, found "yes"/],
  ['an origin with a path', beside('permissions: { origins: ["https://h/x"] }'), /origins\.0 {2}expected an origin/],
  ['an unknown permission', beside('permissions: { mutat: true }'), /Did you mean 'mutate'\?/],
  ['a name with a blank', 'name: x y\n', /name {2}expected text like/],
  ['no name', 'services: {}\n', /\(top\) {2}expected the key 'name'/],
  ['no service', 'name: x\n', /services {2}expected at least one service/],
  ['an empty service', 'name: x\nservices: { authentication: }\n', /services\.authentication {2}expected object, found null/],
  [
    'two kinds of a source',
    beside('providerStates: [{ http: "http://h/s", module: m.mjs }]'),
    /providerStates\.0 {2}expected one of http, module, accounts, found http and module/,
  ],
  [
    'a source of no kind',
    beside('providerStates: [{ cost: 1 }]'),
    /providerStates\.0 {2}expected one of http, module, accounts, found none/,
  ],
  ['a cost below nothing', beside('providerStates: [{ http: "http://h/s", cost: -1 }]'), /cost {2}expected at least 0/],
  ['a module that is not there', beside('providerStates: [{ module: m.mjs }]'), /module {2}expected a file, found none/],
  ['a clock that is a word', beside('clock: fake'), /clock/],
  ['events from nowhere', beside('events: {}'), /events {2}expected one of http, module, found none/],
  ['waivers that are not there', beside('waivers: nope.yaml'), /waivers {2}expected a file of waivers, found nothing/],
  ['accounts that are not there', beside(accounts), /accounts {2}expected a file of accounts, found none/],
  ['accounts that are a folder', beside('providerStates: [{ accounts: folder }]'), /folder {2}expected a file, found a folder/],
];

const ADDRESSES: readonly Row[] = [
  ['an address without a scheme', address('h.test'), /baseUrl {2}expected an address such as/],
  ['an address of files', address('file:///etc/passwd'), /baseUrl {2}expected an address such as/],
  ['an address of code', address('javascript:alert(1)'), /baseUrl {2}expected an address such as/],
  ['an address with a password', address(`https://me:${CANARY}@h.test`), /baseUrl {2}expected an address without user and password/],
  [
    'an address that is none, with a password',
    address(`htps://me:${CANARY}@h.test`),
    /baseUrl {2}expected an address such as .*, found '…@h\.test'$/,
  ],
  ['an address with a query', address('https://h.test?x=1'), /baseUrl {2}expected an address without query and fragment/],
  ['an address with a fragment', address('https://h.test#x'), /baseUrl {2}expected an address without query and fragment/],
  ['an address with a blank', address('https://h.test/a b'), /baseUrl {2}expected an address without blanks/],
  ['an address with a line feed', address('https://h.test\n'), /baseUrl {2}expected an address without blanks and line breaks/],
  [
    'an address whose variable has a line feed',
    address('${HOST}'),
    /baseUrl {2}expected an address without blanks and line breaks/,
    { env: { HOST: 'https://h.test\n' } },
  ],
  ['an address whose variable is not set', address('${HOST}'), /baseUrl {2}expected the environment variable HOST to be set/],
  [
    'an address whose variable is empty',
    address('https://${HOST}'),
    /expected the environment variable HOST to be set/,
    { env: { HOST: '' } },
  ],
  ['an empty address', address(''), /baseUrl {2}expected an address such as/],
  ['a port beyond all', address('https://h.test:99999'), /baseUrl {2}expected an address such as/],
  ['a source at an address of files', beside('providerStates: [{ http: "file:///x" }]'), /http {2}expected an address such as/],
  [
    'acts at an address with a fragment',
    beside('providerStates: [{ http: "http://h/s", acts: "http://h/a#b" }]'),
    /acts {2}expected an address without fragment/,
  ],
  [
    'a clock at an address with a password',
    beside(`clock: { http: "http://me:${CANARY}@h/c" }`),
    /clock\.http {2}expected an address without user and password/,
  ],
];

const SECRETS: readonly Row[] = [
  [
    'a variable that is not set',
    inEnvironment,
    /^target\.yaml:5:\d+ {2}services\.authentication\.credentials\.apiToken\.env {2}expected the environment variable TOKEN to be set/,
  ],
  ['an empty variable', inEnvironment, /TOKEN to be set, found nothing/, { env: { TOKEN: '' } }],
  ['blanks alone', inEnvironment, /TOKEN {2}expected a secret, found blanks alone/, { env: { TOKEN: ' \t' } }],
  [
    'a line feed at the end',
    inEnvironment,
    /credentials\.apiToken\.env {2}TOKEN {2}expected a secret, found one with a line feed as its character 7 of 7\. Export it without/,
    { env: { TOKEN: `${CANARY}\n` } },
  ],
  ['a carriage return at the end', inEnvironment, /a carriage return as its character 7 of 7/, { env: { TOKEN: `${CANARY}\r` } }],
  ['a line feed in it', inEnvironment, /a line feed as its character 7 of 8/, { env: { TOKEN: `${CANARY}\nx` } }],
  [
    'a control character',
    inEnvironment,
    /no header can hold: a control character as its character 7 of 7/,
    { env: { TOKEN: `${CANARY}\u001b` } },
  ],
  ['a byte order mark', inEnvironment, /a byte order mark as its character 1 of 7/, { env: { TOKEN: `\ufeff${CANARY}` } }],
  [
    'a quotation mark of a word processor',
    inEnvironment,
    /no header can hold: a character beyond Latin-1 as its character 1/,
    { env: { TOKEN: `“${CANARY}”` } },
  ],
  ['a blank at the end', inEnvironment, /found one with blanks at its beginning or end/, { env: { TOKEN: `${CANARY} ` } }],
  [
    'more than a header can be',
    inEnvironment,
    /no header can hold: 20006 characters, more than 16384/,
    { env: { TOKEN: CANARY + 'x'.repeat(20_000) } },
  ],
  ['a file that is not there', inFile, /credentials\.apiToken\.file {2}token {2}expected a file, found nothing/],
  ['an empty file', inFile, /expected a secret, found an empty text\. Write it anew/, { files: { token: '' } }],
  ['a file with a line break alone', inFile, /found an empty text/, { files: { token: '\n' } }],
  ['a file with two line breaks', inFile, /a line feed as its character 7 of 7/, { files: { token: `${CANARY}\n\n` } }],
  ['a file with two lines', inFile, /a line feed as its character 7 of 13/, { files: { token: `${CANARY}\n${CANARY}\n` } }],
  ['a file with a byte order mark', inFile, /a byte order mark as its character 1/, { files: { token: `\ufeff${CANARY}\n` } }],
  [
    'a file in UTF-16',
    inFile,
    /token {2}expected text in UTF-8, found bytes that are none/,
    { files: { token: Buffer.from(`\ufeff${CANARY}`, 'utf16le') } },
  ],
  ['a file that is another one', inFile, /no header can hold: 100000 characters/, { files: { token: 'x'.repeat(100_000) } }],
  ['a file that is a folder', service('credentials: { apiToken: { file: folder } }'), /folder {2}expected a file, found a folder/],
  [
    'two places',
    service(`credentials: { apiToken: { env: A, value: ${CANARY} } }`),
    /credentials\.apiToken {2}expected one of env, file, value, found env and value/,
  ],
  ['no place', service('credentials: { apiToken: {} }'), /credentials\.apiToken {2}expected one of env, file, value, found none/],
  ['an empty value', service('credentials: { apiToken: { value: "" } }'), /apiToken\.value {2}expected a secret, found an empty text/],
  [
    'a header of a source',
    beside('providerStates: [{ http: "http://h/s", headers: { authorization: { env: TOKEN } } }]'),
    /providerStates\.0\.headers\.authorization\.env {2}TOKEN {2}expected a secret, found one with a line feed/,
    { env: { TOKEN: `${CANARY}\n` } },
  ],
  [
    'a header of a clock',
    beside('clock: { http: "http://h/s", headers: { authorization: { env: TOKEN } } }'),
    /clock\.headers\.authorization\.env {2}TOKEN {2}expected a secret/,
    { env: { TOKEN: `${CANARY}\r\n` } },
  ],
  [
    'a header of events',
    beside('events: { http: "http://h/s", headers: { authorization: { env: TOKEN } } }'),
    /events\.headers\.authorization\.env {2}TOKEN {2}expected a secret/,
    { env: { TOKEN: `${CANARY}€` } },
  ],
  [
    'a password of an account',
    beside(accounts),
    /accounts\.yaml:2:\d+ {2}data\.password\.env {2}PASSWORD {2}expected a secret, found one with a line feed/,
    {
      ...account(
        '{ state: a user whose password has expired, data: { userId: u, login: l, password: { env: PASSWORD }, weakPassword: w } }',
      ),
      env: { PASSWORD: `${CANARY}\n` },
    },
  ],
];

const FILES: readonly Row[] = [
  ['an empty file', '', /target\.yaml:1:1 {2}\(top\) {2}expected keys such as name, .*found an empty file/],
  ['a comment alone', '# nothing\n', /found an empty file/],
  ['a list', '- name: x\n', /\(top\) {2}expected object/],
  ['a word', 'profile\n', /\(top\) {2}expected object/],
  ['a page', '<!doctype html>\n<title>x</title>\n', /target\.yaml:\d+:\d+ {2}/],
  ['a key that stands twice', 'name: x\nname: y\n', /target\.yaml:2:1 {2}expected each key once, found name again\. Take out one of them/],
  ['a tab', 'name: x\n\tabout: y\n', /target\.yaml:2:1 {2}Tabs are not allowed/],
  ['two documents', 'name: x\n---\nname: y\n', /target\.yaml:2:1 {2}expected one document, found several \(---\)\. Take out the others/],
  ['an alias of nothing', 'name: *x\n', /target\.yaml:1:\d+ {2}/],
  ['an alias of itself', 'name: x\nabout: &a [*a]\n', /target\.yaml:1:1 {2}expected at most 10000 values by aliases/],
  [
    'aliases of aliases',
    `a0: &a0 [x]\n${Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${Array.from({ length: 9 }, () => `*a${n}`).join(', ')}]\n`).join('')}`,
    /target\.yaml:1:1 {2}expected at most 10000 values by aliases/,
  ],
  ['a tag', 'name: !!js/function x\n', /target\.yaml:1:\d+ {2}/],
  ['a NUL', 'name: x\nabout: a\0b\n', /target\.yaml:2:9 {2}expected text, found a control character/],
  ['a character of a terminal', 'name: x\nabout: a\u001b[31m\n', /target\.yaml:2:9 {2}expected text, found a control character/],
  ['what every object has', 'name: x\n__proto__: { name: y }\n', /found '__proto__'/],
  ['what every class has', 'name: x\nconstructor: y\n', /found 'constructor'/],
  [
    'a binding of what every object has',
    service('bindings: { __proto__: { path: /x } }'),
    /bindings\.__proto__ {2}expected something that the document leaves open/,
  ],
  ['levels without an end', `name: x\nabout: ${'['.repeat(20_000)}\n`, /target\.yaml {2}expected a file of few levels/],
  ['levels', `name: x\nabout: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`, /target\.yaml {2}expected a file of few levels/],
  ['an unknown key', 'name: x\nservice: {}\n', /target\.yaml:2:10 {2}\(top\) {2}expected one of the keys .*Did you mean 'services'\?/],
];

const BESIDE: readonly Row[] = [
  [
    'accounts of a state that there is not',
    beside(accounts),
    /^accounts\.yaml:2:\d+ {2}state {2}expected a provider state .*Did you mean 'a user who can sign in'\?/,
    account('{ state: a user who can sing in, data: { login: l } }'),
  ],
  [
    'accounts with a parameter that there is not',
    beside(accounts),
    /params\.nope {2}expected/,
    account('{ state: a user who can sign in, params: { nope: 1 }, data: { userId: u, login: l, password: p } }'),
  ],
  [
    'accounts without what belongs to them',
    beside(accounts),
    /data\.password {2}expected .*, found nothing/,
    account('{ state: a user who can sign in, data: { userId: u, login: l } }'),
  ],
  [
    'accounts with an unknown key',
    beside(accounts),
    /Did you mean 'data'\?/,
    account('{ state: a user who can sign in, dat: { login: l } }'),
  ],
  ['no account', beside(accounts), /accounts {2}expected a list with at least 1/, { files: { 'accounts.yaml': 'accounts: []\n' } }],
  ['accounts that are no YAML', beside(accounts), /^accounts\.yaml:/, { files: { 'accounts.yaml': 'accounts: [\n' } }],
  [
    'an account that is spent twice',
    beside(accounts),
    /expected another account/,
    account(
      '{ state: a user whose password has expired, data: { userId: u, login: l, password: p, weakPassword: w } }\n  - { state: a user whose password has expired, data: { userId: u, login: l, password: p, weakPassword: w } }',
    ),
  ],
  [
    'a waiver of a clause that there is not',
    beside('waivers: waivers.yaml'),
    /^waivers\.yaml:2:\d+ {2}waivers\.0\.clause {2}expected the id of a clause, .*Did you mean 'authn\.errors\.e0000004\.status'\?/,
    waivers(`{ clause: authn.errors.e0000004.statos, ${WAIVED} }`),
  ],
  [
    'a waiver of a check that there is not',
    beside('waivers: waivers.yaml'),
    /waivers\.0\.check {2}expected the id of a check/,
    waivers(`{ check: nope, ${WAIVED} }`),
  ],
  ['a waiver of nothing', beside('waivers: waivers.yaml'), /expected either 'clause' or 'check', found neither/, waivers(`{ ${WAIVED} }`)],
  [
    'a waiver that stands twice',
    beside('waivers: waivers.yaml'),
    /is waived above already/,
    waivers(`{ clause: authn.errors.e0000004.status, ${WAIVED} }\n  - { clause: authn.errors.e0000004.status, ${WAIVED} }`),
  ],
  [
    'a waiver until a day that there is not',
    beside('waivers: waivers.yaml'),
    /expires/,
    waivers(`{ clause: authn.errors.e0000004.status, ${WAIVED.replace('2999-01-01', '2999-02-30')} }`),
  ],
  [
    'a waiver without an owner',
    beside('waivers: waivers.yaml'),
    /expected the key 'owner'/,
    waivers(`{ clause: authn.errors.e0000004.status, ${WAIVED.replace('owner: me, ', '')} }`),
  ],
];

const ROWS = [...NAMES, ...VALUES, ...ADDRESSES, ...SECRETS, ...FILES, ...BESIDE];
const titled = (rows: readonly Row[]): readonly (readonly [string, Row])[] => rows.map((row) => [row[0], row]);

test.each(titled(ROWS))('%s is a mistake of the configuration', (_what, [, text, message, more = {}]) => {
  const told = complaint(text, more);
  expect(told).toMatch(message);
  // Where it is, in a line for each mistake; nothing of a secret, and no character that a terminal obeys.
  expect(told.split('\n').filter((line) => !/^[\w.]+(:\d+:\d+)? {2}\S/.test(line))).toEqual([]);
  expect(told).not.toContain(CANARY);
});

const RIGHT: readonly Row[] = [
  ['a byte order mark', `\ufeff${SERVICE}`, /^no mistake$/],
  ['line ends of Windows', SERVICE.replaceAll('\n', '\r\n'), /^no mistake$/],
  ['a secret in a file that ends as files do', inFile, /^no mistake$/, { files: { token: `${CANARY}\r\n` } }],
  [
    'a password with blanks and letters of any script',
    beside(accounts),
    /^no mistake$/,
    {
      ...account(
        '{ state: a user whose password has expired, data: { userId: u, login: l, password: { env: PASSWORD }, weakPassword: w } }',
      ),
      env: { PASSWORD: ' pässwörd €' },
    },
  ],
  [
    'a state that the document does not list, and the profile does',
    declares('{ name: unlock, to: RECOVERY, values: [RECOVERY] }'),
    /^no mistake$/,
  ],
  ['an error that is numbered', declares('{ name: unlock, refused: E0000003 }'), /^no mistake$/],
  ['a merge key', declares('&d { name: unlock, to: SUCCESS }, { <<: *d, name: cancel }'), /^no mistake$/],
];

test.each(titled(RIGHT))('%s is none', (_what, [, text, message, more = {}]) => {
  expect(complaint(text, more)).toMatch(message);
});

test('a file that is not text in UTF-8, or is too large', () => {
  expect(complaint(Buffer.from('\ufeffname: x\n', 'utf16le'), {})).toMatch(
    /target\.yaml:1:1 {2}expected text in UTF-8, found bytes that are none/,
  );
  expect(complaint(Buffer.alloc(9 * 1024 * 1024, 'a'), {})).toMatch(/target\.yaml {2}expected a file of at most 4 MiB, found more/);
});

test('there are a hundred mistakes and more', () => {
  expect(ROWS.length).toBeGreaterThan(140);
});

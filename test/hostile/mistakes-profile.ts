import type { Content, Mistake } from './mistakes.ts';
import { CANARY } from './mistakes.ts';

interface Parts {
  /** lines below the service; its address stands in line 4, this from line 5 */
  readonly service?: string;
  /** lines beside the services, behind those */
  readonly rest?: string;
  /** the whole of it instead */
  readonly whole?: string | Buffer;
  readonly files?: Readonly<Record<string, Content>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** What is wrong, where it stands (`line:column`, the key), and what is said of it. */
export type ProfileRow = readonly [what: string, parts: Parts, place: string, key: string, text: string];

/** A mistake in a profile, as `assay run` meets it. */
export function inProfile([what, { service = '', rest = '', whole, files = {}, environment = {} }, place, key, text]: ProfileRow): Mistake {
  const profile = `name: bad\nservices:\n  authentication:\n    baseUrl: http://127.0.0.1:PORT\n${service.replace(/^(?=.)/gm, '    ')}${rest}`;
  return {
    what: `profile: ${what}`,
    files: { 'target.yaml': whole ?? profile, ...files },
    environment,
    args: ['run', '--target', 'target.yaml', '--out', 'out', '--walks', '0', '--clause', 'authn.transitions.password-*'],
    says: new RegExp(
      `^assay: target\\.yaml${place === '' ? '' : `:${place}`}  ${key === '' ? '' : `${escaped(key)}(\\.\\w+)*  `}${text}`,
      'm',
    ),
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[.[\](){}^$*+?|\\]/g, String.raw`\$&`);
}

const KEYS = 'name, about, embedded, services, providerStates, direct, proxy, tls, clock, events, faults, permissions, budget, waivers';
const FEATURES = String.raw`authn\.primary, .*, authn\.recovery`;
const authn = (key: string): string => `services.authentication.${key}`;
/** A profile of one service with this address. */
const addressed = (address: string): string => `name: bad\nservices: { authentication: { baseUrl: ${address} } }\n`;

/** A place that the text of the profile does not make plain. */
const at = String.raw`\d+:\d+`;
const declares = (promise: string): { readonly service: string } => ({ service: `declares: [{ ${promise} }]\n` });
const binding = (what: string): { readonly service: string } => ({ service: `bindings: { getState: { ${what} } }\n` });
/** Nine lists of nine aliases each of the list before: 9 ** 9 entries. */
const aliasBomb = (indent: string): string =>
  [...'abcdefghi']
    .map(
      (name, index) =>
        `${indent}${name}: &${name} [${Array(9)
          .fill(index === 0 ? 'x' : `*${'abcdefgh'[index - 1] ?? ''}`)
          .join(',')}]\n`,
    )
    .join('');
const token = (what: string): { readonly service: string } => ({ service: `credentials: { apiToken: ${what} }\n` });

const ROWS: readonly ProfileRow[] = [
  // the file as a whole
  ['nothing in it', { whole: '' }, '1:1', '(top)', 'expected keys such as name, .*, found an empty file$'],
  ['only a comment', { whole: '# a profile\n' }, '1:1', '(top)', 'expected keys such as name, .*, found an empty file$'],
  ['null', { whole: 'null\n' }, '1:1', '(top)', 'expected keys such as name, .*, found an empty file$'],
  ['a list', { whole: '- a\n' }, '1:1', '(top)', String.raw`expected object, found \["a"\]$`],
  ['a word', { whole: 'hello\n' }, '1:1', '(top)', 'expected object, found "hello"$'],
  ['binary', { whole: Buffer.from(Array.from({ length: 5000 }, (_none, index) => (index * 7919) % 256)) }, String.raw`\d+:\d+`, '', '.+'],
  ['UTF-16', { whole: Buffer.from('\ufeffname: bad\n', 'utf16le') }, String.raw`\d+:\d+`, '', '.+'],
  ['two documents', { whole: 'name: bad\n---\nname: worse\n' }, '2:1', '', 'expected one document, found several'],
  ['a tab', { whole: 'name: bad\nservices:\n\tauthentication:\n' }, '3:1', '', 'Tabs are not allowed as indentation'],
  [
    'a bracket that is not closed',
    { whole: 'name: x\nservices: {\n' },
    '3:1',
    '',
    'Flow map in block collection must be sufficiently indented and end with a }',
  ],
  ['a tag', { service: 'claims: !!js/function "x"\n' }, '5:13', '', 'Unresolved tag'],
  [
    'a byte order mark before a mistake',
    { whole: '\ufeffname: bad\nservice: {}\n' },
    String.raw`2:\d+`,
    '(top)',
    `expected one of the keys ${KEYS}, found 'service'\\. Did you mean 'services'\\?$`,
  ],
  [
    'CRLF before a mistake',
    { whole: 'name: bad\r\nservice: {}\r\n' },
    String.raw`2:\d+`,
    '(top)',
    `expected one of the keys ${KEYS}, found 'service'\\. Did you mean 'services'\\?$`,
  ],
  [
    'JSON with a mistake',
    { whole: '{"name":"bad","servces":{}}' },
    String.raw`1:\d+`,
    '(top)',
    `expected one of the keys ${KEYS}, found 'servces'\\. Did you mean 'services'\\?$`,
  ],
  ['a NUL in the name', { whole: 'name: bad\0\nservices: {}\n' }, '1:7', 'name', 'expected text like .*, found "bad'],
  ['a key twice', { rest: 'name: again\n' }, '5:1', '', 'expected each key once, found name again'],
  ['a key of a service twice', { service: 'claims: []\nclaims: []\n' }, '6:5', '', 'expected each key once, found claims again'],
  [
    'a merge key and a stranger',
    { rest: 'x: &x { requests: 3 }\nbudget: { <<: *x }\n' },
    String.raw`5:\d+`,
    '(top)',
    `expected one of the keys ${KEYS}, found 'x'$`,
  ],
  ['a number as a key', { whole: '1: 2\nname: bad\n' }, String.raw`1:\d+`, '(top)', `expected one of the keys ${KEYS}, found '1'$`],
  // keys
  ['no name', { whole: 'services: {}\n' }, '1:1', '(top)', "expected the key 'name', found none$"],
  ['a number for a name', { whole: 'name: 12\nservices: {}\n' }, '1:7', 'name', 'expected string such as acme-staging, found 12$'],
  ['a path for a name', { whole: 'name: ../../c\nservices: {}\n' }, '1:7', 'name', String.raw`expected text like .*, found "\.\./\.\./c"$`],
  ['100,000 characters for a name', { whole: `name: ${'a'.repeat(100_000)}!\n` }, '1:7', 'name', 'expected text like .*…'],
  [
    '__proto__ as a key',
    { rest: '__proto__: { a: 1 }\n' },
    String.raw`5:\d+`,
    '(top)',
    `expected one of the keys ${KEYS}, found '__proto__'$`,
  ],
  [
    '__proto__ as a service',
    { whole: 'name: bad\nservices: { __proto__: { baseUrl: "http://127.0.0.1:PORT" } }\n' },
    String.raw`2:\d+`,
    'services',
    "expected one of the documents privileged-access, authentication, governance, found '__proto__'$",
  ],
  [
    'constructor as a service',
    { whole: 'name: bad\nservices: { constructor: { baseUrl: "http://127.0.0.1:PORT" } }\n' },
    String.raw`2:\d+`,
    'services',
    "expected one of the documents privileged-access, authentication, governance, found 'constructor'$",
  ],
  [
    'toString as a binding',
    { service: 'bindings: { toString: x }\n' },
    '5:27',
    authn('bindings.toString'),
    'expected something that the document leaves open .*, found toString',
  ],
  [
    'constructor as a credential',
    { service: `credentials: { constructor: { value: ${CANARY} } }\n` },
    '5:33',
    authn('credentials.constructor'),
    String.raw`expected a credential that somebody uses \(apiToken\), found constructor$`,
  ],
  ['no service', { whole: 'name: bad\n' }, '1:1', 'services', String.raw`expected at least one service, found none\. Add services: `],
  [
    'a list of services',
    { whole: 'name: bad\nservices: [authentication]\n' },
    '2:11',
    'services',
    String.raw`expected object, found \["authentication"\]$`,
  ],
  [
    'a service that is null',
    { whole: 'name: bad\nservices: { authentication: null }\n' },
    '2:29',
    'services.authentication',
    'expected object, found null$',
  ],
  [
    'a service that does not exist',
    { whole: 'name: bad\nservices: { authentification: { baseUrl: "http://127.0.0.1:PORT" } }\n' },
    '2:31',
    'services',
    "expected one of the documents privileged-access, authentication, governance, found 'authentification'\\. Did you mean 'authentication'\\?$",
  ],
  [
    'a misspelt key of a service',
    { service: 'claim: [authn.primary]\n' },
    '5:12',
    'services.authentication',
    "expected one of the keys baseUrl, .*, found 'claim'\\. Did you mean 'claims'\\?$",
  ],
  // addresses
  [
    'no address',
    { whole: 'name: bad\nservices: { authentication: {} }\n' },
    '2:29',
    authn('baseUrl'),
    String.raw`expected the address of the service, found nothing\. Add baseUrl: https://…$`,
  ],
  [
    'an empty address',
    { whole: addressed('""') },
    '2:40',
    authn('baseUrl'),
    "expected an address such as https://id\\.example\\.test, found ''",
  ],
  ['a number for an address', { whole: addressed('3') }, '2:40', authn('baseUrl'), 'expected string, found 3$'],
  ['null for an address', { whole: addressed('null') }, '2:40', authn('baseUrl'), 'expected string, found null$'],
  [
    'an address without a scheme',
    { whole: addressed('id.example.test') },
    '2:40',
    authn('baseUrl'),
    'expected an address such as https://id\\.example\\.test',
  ],
  [
    'an address of a file',
    { whole: addressed('file:///etc/passwd') },
    '2:40',
    authn('baseUrl'),
    'expected an address such as https://id\\.example\\.test',
  ],
  [
    'a password in an address',
    { whole: addressed(`"http://user:${CANARY}@127.0.0.1:PORT"`) },
    '2:40',
    authn('baseUrl'),
    String.raw`expected an address without user and password\. Give them beside it, under credentials and headers$`,
  ],
  [
    'an address from a variable that is not set',
    { whole: addressed('"${NO_SUCH_URL}"') },
    '2:40',
    authn('baseUrl'),
    String.raw`expected the environment variable NO_SUCH_URL to be set, found nothing\. Export it before the run$`,
  ],
  [
    'an address from a variable that holds none',
    { whole: addressed('"${SOME_URL}"'), environment: { SOME_URL: 'nowhere' } },
    '2:40',
    authn('baseUrl'),
    'expected an address such as https://id\\.example\\.test',
  ],
  [
    'an address of a control plane that is none',
    { rest: 'clock: { http: nope }\n' },
    '5:16',
    'clock.http',
    String.raw`expected an address such as https://states\.example\.test/_states, found 'nope'\. Correct it$`,
  ],
  [
    'a password in the address of a clock',
    { rest: `clock: { http: "http://u:${CANARY}@127.0.0.1:PORT" }\n` },
    '5:16',
    'clock.http',
    'expected an address without user and password',
  ],
  // budget
  [
    'a word for a number of requests',
    { rest: 'budget: { requests: many }\n' },
    '5:21',
    'budget.requests',
    'expected integer, found "many"$',
  ],
  ['less than no requests', { rest: 'budget: { requests: -1 }\n' }, '5:21', 'budget.requests', '.*, found -1$'],
  ['no requests', { rest: 'budget: { requests: 0 }\n' }, '5:21', 'budget.requests', '.*, found 0$'],
  ['half a request', { rest: 'budget: { requests: 1.5 }\n' }, '5:21', 'budget.requests', 'expected integer, found 1\\.5$'],
  [
    'a variable that is not closed',
    { whole: addressed("'http://ada:secret@127.0.0.1:${NOPE'") },
    at,
    authn('baseUrl'),
    String.raw`expected variables such as \$\{NAME\}, found '\$\{NOPE'\. Close the brackets$`,
  ],
  ['endless requests', { rest: 'budget: { requests: 1e999 }\n' }, '5:21', 'budget.requests', 'expected integer, found Infinity$'],
  ['no rate', { rest: 'budget: { perSecond: 0 }\n' }, '5:22', 'budget.perSecond', '.*, found 0$'],
  ['a rate that is no number', { rest: 'budget: { perSecond: .nan }\n' }, '5:22', 'budget.perSecond', 'expected number'],
  ['no concurrency', { rest: 'budget: { concurrency: 0 }\n' }, '5:24', 'budget.concurrency', '.*, found 0$'],
  ['no bytes', { rest: 'budget: { bodyBytes: 0 }\n' }, '5:22', 'budget.bodyBytes', '.*, found 0$'],
  ...['ten minutes', 'P', '-PT5S', 'P1M', '10m', 'PT', 'PT5', 'PT1e3S'].map((text): ProfileRow => [
    `the duration '${text}'`,
    { rest: `budget: { duration: ${text} }\n` },
    '5:21',
    'budget.duration',
    `expected an ISO 8601 duration such as PT10M or PT1\\.5S, found '${text}'$`,
  ]),
  ['a number for a time', { rest: 'budget: { timeout: 3 }\n' }, '5:20', 'budget.timeout', 'expected string, found 3$'],
  [
    'a time in another notation',
    { rest: 'budget: { timeout: 3s }\n' },
    '5:20',
    'budget.timeout',
    "expected an ISO 8601 duration such as PT10M or PT1\\.5S, found '3s'$",
  ],
  [
    'a misspelt key of the budget',
    { rest: 'budget: { request: 3 }\n' },
    String.raw`5:\d+`,
    'budget',
    "expected one of the keys requests, .*, found 'request'\\. Did you mean 'requests'\\?$",
  ],
  // claims, bindings, declarations
  [
    'a feature that does not exist',
    { service: 'claims: [authn.primary, authn.primry]\n' },
    '5:29',
    authn('claims.1'),
    `expected a feature of authentication \\(${FEATURES}\\), found authn\\.primry`,
  ],
  [
    'a feature of another document',
    { service: 'claims: [pam.token]\n' },
    '5:14',
    authn('claims.0'),
    `expected a feature of authentication \\(${FEATURES}\\), found pam\\.token`,
  ],
  [
    'a binding that does not exist',
    { service: 'bindings: { getStat: { method: GET } }\n' },
    '5:26',
    authn('bindings.getStat'),
    'expected something that the document leaves open \\(.*\\), found getStat',
  ],
  [
    'a method that does not exist',
    { service: 'bindings: { getState: { method: FETCH } }\n' },
    '5:37',
    authn('bindings.getState.method'),
    'expected one of GET, POST, PUT, PATCH, DELETE, found "FETCH"',
  ],
  [
    'a binding for what the document shows',
    { service: 'bindings: { authenticate: { method: PUT } }\n' },
    '5:41',
    authn('bindings.authenticate.method'),
    'the document says POST: remove this key$',
  ],
  [
    'a caller that does not exist',
    { service: 'bindings: { getState: { caller: nobody } }\n' },
    '5:37',
    authn('bindings.getState.caller'),
    'expected a caller \\(public, trusted\\), found nobody',
  ],
  [
    'a text for a status',
    { service: 'bindings: { getState: { success: "200" } }\n' },
    '5:38',
    authn('bindings.getState.success'),
    'expected integer or array, found "200"$',
  ],
  [
    'a list for a query',
    { service: 'bindings: { getState: { query: [1] } }\n' },
    '5:36',
    authn('bindings.getState.query'),
    String.raw`expected object, found \[1\]$`,
  ],
  [
    'a name of errors that the document tells',
    { service: 'bindings: { errorName: /code }\n' },
    '5:28',
    authn('bindings.errorName'),
    String.raw`the document says where an error's name stands \(/errorCode\): remove this key$`,
  ],
  [
    'a declaration that does not exist',
    { service: 'declares: [{ name: cancle, status: [200] }]\n' },
    '5:24',
    authn('declares.0.name'),
    'expected something that the document leaves open \\(.*cancel.*\\), found cancle',
  ],
  [
    'a declaration without a name',
    { service: 'declares: [{ to: SUCCESS }]\n' },
    '5:16',
    authn('declares.0'),
    "expected the key 'name', found none$",
  ],
  [
    'a notation that does not exist',
    { service: 'declares: [{ name: password-changed-notation, notation: [rfc3399] }]\n' },
    String.raw`5:\d+`,
    authn('declares.0.notation.0'),
    'expected one of rfc3339, .*, found "rfc3399"\\. Did you mean \'rfc3339\'\\?$',
  ],
  // credentials and headers
  [
    'a variable that is not set',
    { service: 'credentials: { apiToken: { env: NO_SUCH_TOKEN } }\n' },
    '5:37',
    authn('credentials.apiToken.env'),
    String.raw`expected the environment variable NO_SUCH_TOKEN to be set, found nothing\. Export it before the run$`,
  ],
  [
    'a variable that is empty',
    { service: 'credentials: { apiToken: { env: EMPTY } }\n', environment: { EMPTY: '' } },
    '5:37',
    authn('credentials.apiToken.env'),
    'expected the environment variable EMPTY to be set, found nothing',
  ],
  [
    'a name that no variable can have',
    { service: 'credentials: { apiToken: { env: "A=B" } }\n' },
    '5:37',
    authn('credentials.apiToken.env'),
    'expected the environment variable A=B to be set, found nothing',
  ],
  [
    'a misspelt reference',
    { service: `credentials: { apiToken: { valeu: ${CANARY} } }\n` },
    '5:39',
    authn('credentials.apiToken'),
    "expected one of the keys env, file, value, operations, certain, scheme, found 'valeu'\\. Did you mean 'value'\\?$",
  ],
  [
    'no reference',
    { service: 'credentials: { apiToken: {} }\n' },
    '5:30',
    authn('credentials.apiToken'),
    'expected one of env, file, value, found none',
  ],
  [
    'a credential that nobody uses',
    { service: `credentials: { apiTokn: { value: ${CANARY} } }\n` },
    '5:29',
    authn('credentials.apiTokn'),
    "expected a credential that somebody uses \\(apiToken\\), found apiTokn\\. Did you mean 'apiToken'\\?$",
  ],
  [
    'a file of a secret that is not there',
    { service: 'credentials: { apiToken: { file: nope.txt } }\n' },
    '5:38',
    authn('credentials.apiToken.file'),
    '<folder>/nope\\.txt  expected a file, found nothing\\. Correct the path',
  ],
  [
    'a folder for a file of a secret',
    { service: 'credentials: { apiToken: { file: secrets } }\n', files: { secrets: { special: 'folder' } } },
    '5:38',
    authn('credentials.apiToken.file'),
    '<folder>/secrets  expected a file, found a folder\\. Put the file itself there$',
  ],
  [
    'a header with a credential that does not exist',
    { service: 'headers: { X-A: "{nope}" }\n' },
    '5:21',
    authn('headers.X-A'),
    'expected \\{credential\\} or the name of one of the credentials \\(none\\), found \\{nope\\}',
  ],
  // permissions
  [
    'a word for a permission',
    { rest: 'permissions: { mutate: yes please }\n' },
    '5:24',
    'permissions.mutate',
    'expected boolean, found "yes please"$',
  ],
  [
    'a misspelt permission',
    { rest: 'permissions: { destory: true }\n' },
    '5:25',
    'permissions',
    "expected one of the keys mutate, destroy, exhaustRateLimit, origins, found 'destory'\\. Did you mean 'destroy'\\?$",
  ],
  [
    'an origin that is an address',
    { rest: 'permissions: { origins: ["https://id.example.test/login"] }\n' },
    '5:26',
    'permissions.origins.0',
    'expected an origin such as https://id\\.example\\.test, scheme, host and port alone',
  ],
  // provider states, clock, events, waivers
  [
    'provider states that are no list',
    { rest: 'providerStates: { http: x }\n' },
    '5:17',
    'providerStates',
    'expected array such as .*accounts.*, found \\{"http":"x"\\}$',
  ],
  [
    'a source that is none',
    { rest: 'providerStates: [{}]\n' },
    '5:18',
    'providerStates.0',
    'expected one of http, module, accounts, found none\\. Give each source an entry of its own$',
  ],
  [
    'two sources in one',
    { rest: 'providerStates: [{ http: "http://127.0.0.1:PORT", module: ./x.mjs }]\n' },
    '5:18',
    'providerStates.0',
    'expected one of http, module, accounts, found http and module',
  ],
  [
    'a source that is no address',
    { rest: 'providerStates: [{ http: nope }]\n' },
    '5:26',
    'providerStates.0.http',
    "expected an address such as https://states\\.example\\.test/_states, found 'nope'\\. Correct it$",
  ],
  [
    'a password in a source',
    { rest: `providerStates: [{ http: "http://u:${CANARY}@127.0.0.1:PORT" }]\n` },
    '5:26',
    'providerStates.0.http',
    'expected an address without user and password',
  ],
  [
    'acts of accounts',
    { rest: 'providerStates: [{ accounts: a.yaml, acts: "http://127.0.0.1:PORT" }]\n', files: { 'a.yaml': 'accounts: []\n' } },
    '5:44',
    'providerStates.0.acts',
    'expected nothing here: acts does not go with accounts\\. Remove this key$',
  ],
  [
    'a state that does not exist',
    { rest: 'providerStates: [{ http: "http://127.0.0.1:PORT", provides: ["a user whose pasword has expired"] }]\n' },
    String.raw`5:\d+`,
    'providerStates.0.provides.0',
    "expected a provider state or an act, found .*\\. Did you mean 'a user whose password has expired'\\?$",
  ],
  [
    'a cost below 0',
    { rest: 'providerStates: [{ http: "http://127.0.0.1:PORT", cost: -1 }]\n' },
    String.raw`5:\d+`,
    'providerStates.0.cost',
    '.*, found -1$',
  ],
  [
    'a module that is not there',
    { rest: 'providerStates: [{ module: ./nowhere.mjs }]\n' },
    '5:28',
    'providerStates.0.module',
    'expected a file, found none at <folder>/nowhere\\.mjs\\. Correct the path: it begins at the profile$',
  ],
  [
    'accounts that are not there',
    { rest: 'providerStates: [{ accounts: nope.yaml }]\n' },
    '5:30',
    'providerStates.0.accounts',
    "expected a file of accounts, found none at <folder>/nope\\.yaml\\. Write it: 'assay states NAME' shows an entry for each state$",
  ],
  [
    'a source guarded by a variable that is not set',
    { rest: 'providerStates: [{ http: "http://127.0.0.1:PORT", headers: { authorization: { env: NOPE } } }]\n' },
    String.raw`5:\d+`,
    'providerStates.0.headers.authorization.env',
    'expected the environment variable NOPE to be set',
  ],
  ['a word for a clock', { rest: 'clock: virtual\n' }, '5:8', 'clock', 'expected "real", found "virtual"$'],
  [
    'events from two sources',
    { rest: 'events: { http: "http://127.0.0.1:PORT", module: ./x.mjs }\n' },
    '5:9',
    'events',
    'expected one of http, module, found both\\. Keep the one that can tell$',
  ],
  ['events from nowhere', { rest: 'events: {}\n' }, '5:9', 'events', 'expected one of http, module, found none'],
  [
    'a module of events that is not there',
    { rest: 'events: { module: ./nowhere.mjs }\n' },
    '5:19',
    'events.module',
    'expected a file, found none at <folder>/nowhere\\.mjs',
  ],
  [
    'waivers that are not there',
    { rest: 'waivers: nope.yaml\n' },
    '5:10',
    'waivers',
    'expected a file of waivers, found nothing at <folder>/nope\\.yaml',
  ],
  // what only a second look finds
  ['no time for a run', { rest: 'budget: { duration: PT0S }\n' }, at, 'budget.duration', 'expected'],
  ['no time for an answer', { rest: 'budget: { timeout: PT0S }\n' }, at, 'budget.timeout', 'expected'],
  ['more time than a timer can measure', { rest: 'budget: { timeout: P999999D }\n' }, at, 'budget.timeout', 'expected'],
  ['a run of ages', { rest: 'budget: { duration: P99999999999999D }\n' }, at, 'budget.duration', 'expected'],
  ...['999', '99', '[]', '[200, 999]', '-1', '0'].map((status): ProfileRow => [
    `the status ${status}`,
    binding(`success: ${status}`),
    at,
    authn('bindings.getState.success'),
    '',
  ]),
  [
    'a state that the machine does not have',
    declares('name: skip-from-password-warn, to: SUCESS'),
    at,
    authn('declares.0.to'),
    "expected a state .*found 'SUCESS'\\. Did you mean 'SUCCESS'",
  ],
  [
    'one state of two that the machine does not have',
    declares('name: skip-from-password-warn, to: [SUCCESS, LOKED_OUT]'),
    at,
    authn('declares.0.to'),
    "expected a state .*found 'LOKED_OUT'",
  ],
  [
    'a promise of nothing',
    declares('name: skip-from-password-warn'),
    at,
    authn('declares.0'),
    "expected what 'skip-from-password-warn' promises",
  ],
  [
    'a reference in a body to what no call has',
    binding('body: { stateToken: $stateTokn }'),
    at,
    authn('bindings.getState.body.stateToken'),
    "expected an argument of getState \\(.*\\), found '\\$stateTokn'\\. Did you mean 'stateToken'",
  ],
  [
    'a reference in a list of a body to what no call has',
    binding('body: { deep: [x, { token: $stateTokn }] }'),
    at,
    authn('bindings.getState.body.deep.1.token'),
    "expected an argument of getState .*found '\\$stateTokn'",
  ],
  [
    'a parameter of a path that no call has',
    binding('path: "/api/v1/authn/{idd}"'),
    at,
    authn('bindings.getState.path'),
    "expected an argument of getState .*found '\\{idd\\}'",
  ],
  [
    'a reference in a header to what no call has',
    binding('headers: { X-A: "a {stateTokn}" }'),
    at,
    authn('bindings.getState.headers.X-A'),
    "expected an argument of getState .*found '\\{stateTokn\\}'",
  ],
  ['a promise of no state', declares('name: skip-from-password-warn, to: []'), at, authn('declares.0'), ''],
  ['a promise of a state without a name', declares('name: skip-from-password-warn, to: ""'), at, authn('declares.0'), ''],
  ...['[999]', '[0]', '[]'].map((status): ProfileRow => [
    `a promise of the status ${status}`,
    declares(`name: cancel, status: ${status}`),
    at,
    authn('declares.0'),
    '',
  ]),
  ['a schema that is none', declares('name: cancel, view: { type: 3 }'), at, authn('declares.0.view'), 'expected'],
  ['a schema with a broken pattern', declares('name: cancel, view: { pattern: "(" }'), at, authn('declares.0.view'), 'expected'],
  [
    'a schema from elsewhere',
    declares('name: cancel, view: { $ref: "http://127.0.0.1:PORT/x" }'),
    at,
    authn('declares.0.view'),
    'expected',
  ],
  ['a path that is relative', binding('path: api/v1/authn'), at, authn('bindings.getState.path'), ''],
  ['a path that is an address', binding('path: "http://127.0.0.1:PORT/x"'), at, authn('bindings.getState.path'), ''],
  ['a path with control characters', binding(String.raw`path: "/x\u0000\r\ny"`), at, authn('bindings.getState.path'), ''],
  [
    'a header of a binding with a blank in its name',
    binding('headers: { "bad name": x }'),
    at,
    authn('bindings.getState.headers.bad name'),
    '',
  ],
  [
    'a header of a binding with a line break',
    binding(String.raw`headers: { X-A: "a\r\nX-B: c" }`),
    at,
    authn('bindings.getState.headers.X-A'),
    '',
  ],
  ['a header of a binding that is not Latin', binding('headers: { X-A: "€" }'), at, authn('bindings.getState.headers.X-A'), ''],
  ['a header with a blank in its name', { service: 'headers: { "bad name": x }\n' }, at, authn('headers.bad name'), ''],
  ['a header with a line break', { service: 'headers: { X-A: "a\\nb" }\n' }, at, authn('headers.X-A'), ''],
  ['a header that is not Latin', { service: 'headers: { X-A: "€" }\n' }, at, authn('headers.X-A'), ''],
  ...Object.entries({
    'a line feed': '\n',
    'a carriage return': '\r',
    'a control character': '\u0001x',
    'a character that no header can hold': '€',
  }).map(([what, tail]): ProfileRow => [
    `a secret with ${what} from the environment`,
    { ...token('{ env: SECRET }'), environment: { SECRET: `${CANARY}${tail}` } },
    at,
    authn('credentials.apiToken.env'),
    'SECRET  expected a secret, found one .*character',
  ]),
  [
    'a secret with a line feed for a source',
    {
      rest: 'providerStates: [{ http: "http://127.0.0.1:PORT", headers: { authorization: { env: SECRET } } }]\n',
      environment: { SECRET: `${CANARY}\n` },
    },
    at,
    'providerStates.0.headers.authorization.env',
    'SECRET  expected a secret, found one .*character',
  ],
  ['a secret with a line feed in clear', token(String.raw`{ value: "${CANARY}\n" }`), at, authn('credentials.apiToken.value'), 'expected'],
  ['a secret that is empty', token('{ value: "" }'), at, authn('credentials.apiToken.value'), 'expected'],
  [
    'an empty file of a secret',
    { ...token('{ file: empty.txt }'), files: { 'empty.txt': '' } },
    at,
    authn('credentials.apiToken.file'),
    '<folder>/.*\\.txt  expected a secret, found ',
  ],
  [
    'two lines in a file of a secret',
    { ...token('{ file: two.txt }'), files: { 'two.txt': `${CANARY}\nmore\n` } },
    at,
    authn('credentials.apiToken.file'),
    '<folder>/.*\\.txt  expected a secret, found ',
  ],
  [
    'a fifo for a file of a secret',
    { ...token('{ file: fifo }'), files: { fifo: { special: 'fifo' } } },
    at,
    authn('credentials.apiToken.file'),
    '\\S+  expected a file',
  ],
  ['a device for a file of a secret', token('{ file: /dev/zero }'), at, authn('credentials.apiToken.file'), '\\S+  expected a file'],
  [
    '1 GB for a file of a secret',
    { ...token('{ file: large.bin }'), files: { 'large.bin': { bytes: 2 ** 30 } } },
    at,
    authn('credentials.apiToken.file'),
    '\\S+  expected a file',
  ],
  ['a secret where a reference belongs', token(CANARY), at, authn('credentials.apiToken'), 'expected object'],
  ['a number for a secret', token('{ value: 7357735773 }'), at, authn('credentials.apiToken.value'), 'expected string'],
  ['two references', token(`{ env: SECRET, value: ${CANARY} }`), at, authn('credentials.apiToken'), 'expected one of env, file, value'],
  [
    'constructor for a variable',
    token('{ env: constructor }'),
    at,
    authn('credentials.apiToken.env'),
    'expected the environment variable constructor to be set',
  ],
  [
    '__proto__ for a variable',
    token('{ env: __proto__ }'),
    at,
    authn('credentials.apiToken.env'),
    'expected the environment variable __proto__ to be set',
  ],
  [
    'a secret in the query of an address',
    { whole: addressed(`"http://127.0.0.1:PORT?token=${CANARY}"`) },
    at,
    authn('baseUrl'),
    'expected an address without query and fragment',
  ],
  [
    'a password in an address of another scheme',
    { whole: addressed(`"ftp://u:${CANARY}@127.0.0.1"`) },
    at,
    authn('baseUrl'),
    'expected an address',
  ],
  [
    'a password in an address with a wrong port',
    { whole: addressed(`"http://u:${CANARY}@127.0.0.1:99999"`) },
    at,
    authn('baseUrl'),
    'expected an address',
  ],
  [
    'a password in an origin',
    { rest: `permissions: { origins: ["https://u:${CANARY}@id.example.test"] }\n` },
    at,
    'permissions.origins.0',
    'expected an origin',
  ],
  ['a blank in an address', { whole: addressed('"http://127.0.0.1:PORT/ a"') }, at, authn('baseUrl'), 'expected an address'],
  [
    'control characters in an address',
    { whole: addressed(String.raw`"http://127.0.0.1:PORT/\x1b[31m\n::error::x"`) },
    at,
    authn('baseUrl'),
    'expected an address',
  ],
  ['an alias of nothing', { service: 'claims: *nope\n' }, at, '', '.*nope'],
  ['an alias of itself', { service: 'declares:\n  - name: cancel\n    view: &v { a: *v }\n' }, at, '', '.+'],
  ['a merge of a number', { rest: 'budget: { <<: 3 }\n' }, at, '', '.+'],
  [
    'a bomb of aliases',
    {
      whole: aliasBomb(''),
    },
    at,
    '',
    '.+',
  ],
  [
    'a bomb of aliases where anything may stand',
    {
      service: `declares:\n  - name: cancel\n    view:\n${aliasBomb('      ')}`,
    },
    at,
    '',
    '.+',
  ],
  [
    '5,000 unknown keys',
    { whole: `name: bad\n${Array.from({ length: 5000 }, (_none, index) => `k${index}: 1`).join('\n')}\n` },
    at,
    '(top)',
    'expected one of the keys',
  ],
  [
    '20,000 brackets',
    { whole: `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n` },
    '',
    '',
    'expected a file of few levels, found one nested too deeply',
  ],
  [
    '5,000 braces',
    { whole: `a: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}\n` },
    '',
    '',
    'expected a file of few levels, found one nested too deeply',
  ],
  ['a key that steers a terminal and a CI', { whole: String.raw`"\x1b]8;;http://evil\x07::error::k": 1` }, at, '(top)', 'expected'],
  ['a list for a key', { rest: '? [a]\n: b\n' }, at, '', '.+'],
  [
    'bytes that are no UTF-8',
    {
      whole: Buffer.concat([
        Buffer.from('name: bad\nabout: "'),
        Buffer.from([0xff, 0xfe, 0xc0]),
        Buffer.from('"\nservices: { authentication: { baseUrl: "http://127.0.0.1:1" } }\n'),
      ]),
    },
    '.*',
    '',
    '.*UTF-8',
  ],
  [
    '1 GB',
    { whole: Buffer.alloc(0), files: { 'target.yaml': { bytes: 2 ** 30 } } },
    '',
    '',
    'expected a file of at most 4 MiB, found more\\. ',
  ],
  [
    'a folder for a module',
    { rest: 'providerStates: [{ module: here }]\n', files: { here: { special: 'folder' } } },
    at,
    'providerStates.0.module',
    'expected a file',
  ],
  [
    'a fifo for a module',
    { rest: 'providerStates: [{ module: here }]\n', files: { here: { special: 'fifo' } } },
    at,
    'providerStates.0.module',
    'expected a file',
  ],
];

type NamedFile = readonly [what: string, rest: string, files: Readonly<Record<string, Content>>, says: RegExp];

/** What is no file of its kind is told where the profile names it. */
function named(name: string, found: string): RegExp {
  return new RegExp(`^assay: target\\.yaml:\\d+:\\d+  (?:providerStates\\.0\\.accounts|waivers)  ${name}  expected a ${found}`, 'm');
}

/** Mistakes in files that a profile names: the place is in that file. */
const NAMED_FILES: readonly NamedFile[] = [
  ...(['providerStates: [{ accounts: here }]\n', 'waivers: here\n'] as const).flatMap((rest): readonly NamedFile[] => [
    ['a folder', rest, { here: { special: 'folder' } }, named('here', 'file, found a folder')],
    ['a fifo', rest, { here: { special: 'fifo' } }, named('here', 'file, found a pipe')],
    ['1 GB', rest, { here: { bytes: 2 ** 30 } }, named('here', 'file of at most \\d+ MiB, found more')],
  ]),
  ['a device', 'waivers: /dev/zero\n', {}, named('/dev/zero', 'file, found a device')],
  ['the folder of the profile', 'waivers: .\n', {}, named('\\.', 'file, found a folder')],
  [
    'no list',
    'providerStates: [{ accounts: a.yaml }]\n',
    { 'a.yaml': 'accounts: none\n' },
    /^assay: a\.yaml:1:11 {2}accounts {2}expected array, found "none"$/m,
  ],
  [
    'an unknown state',
    'providerStates: [{ accounts: a.yaml }]\n',
    { 'a.yaml': 'accounts:\n  - state: a user whose pasword has expired\n    data: {}\n' },
    /^assay: a\.yaml:2:12 {2}state {2}expected .*, found .*Did you mean 'a user whose password has expired'\?$/m,
  ],
  [
    'data that is missing',
    'providerStates: [{ accounts: a.yaml }]\n',
    { 'a.yaml': 'accounts:\n  - state: a user whose password has expired\n    data: { login: ann }\n' },
    /^assay: a\.yaml:3:\d+ {2}data\.userId {2}expected .*, found nothing/m,
  ],
  [
    'one account twice that a use spends',
    'providerStates: [{ accounts: a.yaml }, { accounts: b.yaml }]\n',
    Object.fromEntries(
      ['a.yaml', 'b.yaml'].map((name) => [
        name,
        `accounts:\n  - state: a user whose password has expired\n    data: { userId: u1, login: ann, password: ${CANARY}, weakPassword: a }\n`,
      ]),
    ),
    /^assay: b\.yaml:2:5 {2}expected another account: this one is already at a\.yaml:2:5, and each use consumes it\. Prepare one account per entry/m,
  ],
  [
    'one credential for two callers',
    `  governance:\n    baseUrl: http://127.0.0.1:PORT\n    credentials: { governance: { value: ${CANARY} }, notSubscribed: { value: ${CANARY} } }\n`,
    {},
    /services\.governance\.credentials\.notSubscribed {2}expected another credential than governance, found the same/m,
  ],
  [
    'one sign-in name for two users',
    'providerStates: [{ accounts: a.yaml }]\n',
    {
      'a.yaml': `accounts:\n${['u1', 'u2'].map((userId) => `  - state: a user who can sign in\n    data: { userId: ${userId}, login: ann, password: ${CANARY}, firstName: A, lastName: B }\n`).join('')}`,
    },
    /^assay: a\.yaml:5:\d+ {2}data\.login {2}expected one that no other account has, found that of a\.yaml:2:5, whose data differ\./m,
  ],
  [
    'a secret that is not set',
    'providerStates: [{ accounts: a.yaml }]\n',
    {
      'a.yaml':
        'accounts:\n  - state: a user whose password has expired\n    data: { userId: u1, login: ann, password: { env: NOPE }, weakPassword: a }\n',
    },
    /^assay: a\.yaml:3:\d+ {2}data\.password\.env {2}expected the environment variable NOPE to be set/m,
  ],
  [
    'an empty file',
    'waivers: w.yaml\n',
    { 'w.yaml': '' },
    /^assay: w\.yaml:1:1 {2}\(top\) {2}expected keys such as waivers, found an empty file$/m,
  ],
  [
    'an unknown clause',
    'waivers: w.yaml\n',
    { 'w.yaml': waiver('clause: authn.transitions.password-expird') },
    /^assay: w\.yaml:2:13 {2}waivers\.0\.clause {2}expected the id of a clause, found .*Did you mean '/m,
  ],
  [
    'neither clause nor check',
    'waivers: w.yaml\n',
    { 'w.yaml': waiver('max: 1') },
    /^assay: w\.yaml:2:\d+ {2}waivers\.0\.clause {2}expected either 'clause' or 'check', found neither$/m,
  ],
  [
    'no owner',
    'waivers: w.yaml\n',
    { 'w.yaml': waiver('clause: authn.transitions.password-expired').replace(/^ {4}owner.*\n/m, '') },
    /^assay: w\.yaml:2:\d+ {2}waivers\.0 {2}expected the key 'owner', found none$/m,
  ],
  [
    'a day that does not exist',
    'waivers: w.yaml\n',
    { 'w.yaml': waiver('clause: authn.transitions.password-expired').replace('2099-12-31', '2099-02-30') },
    /^assay: w\.yaml:6:\d+ {2}waivers\.0\.expires {2}expected a day such as 2030-12-31, found '2099-02-30'$/m,
  ],
  [
    'one clause twice',
    'waivers: w.yaml\n',
    {
      'w.yaml':
        waiver('clause: authn.transitions.password-expired') +
        waiver('clause: authn.transitions.password-expired').replace('waivers:\n', ''),
    },
    /^assay: w\.yaml:7:\d+ {2}waivers\.1\.clause {2}authn\.transitions\.password-expired is waived above already$/m,
  ],
];

function waiver(what: string): string {
  return `waivers:\n  - ${what}\n    reason: known\n    owner: somebody\n    link: https://issues.example.test/1\n    expires: 2099-12-31\n`;
}

/** All mistakes of a file are told at once. */
const SEVERAL: Mistake = {
  ...inProfile([
    'several mistakes',
    { service: 'claims: [authn.nope]\nbindings: { nopes: x }\ndeclares: [{ name: nopest }]\n' },
    '',
    '',
    '',
  ]),
  says: /^assay: target\.yaml:5:14 {2}services\.authentication\.claims\.0 {2}.*found authn\.nope.*\ntarget\.yaml:6:24 {2}services\.authentication\.bindings\.nopes {2}.*found nopes.*\ntarget\.yaml:7:24 {2}services\.authentication\.declares\.0\.name {2}.*found nopest/,
};

export const PROFILE_MISTAKES: readonly Mistake[] = [
  ...ROWS.map(inProfile),
  SEVERAL,
  ...NAMED_FILES.map(([what, rest, files, says]) => ({
    ...inProfile([what, { rest, files }, '', '', '']),
    what: `${Object.keys(files)[0] ?? 'target.yaml'}: ${what}`,
    says,
  })),
];

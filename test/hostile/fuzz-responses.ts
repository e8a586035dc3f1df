import fc from 'fast-check';
import type { Specs } from '../../src/model/types.ts';
import { secretsOf } from '../support/canaries/harvest.ts';
import type { WireResponse } from '../../src/mock/kit/service.ts';
import { profileFile } from '../../src/run/targets.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { openInProcessTarget } from '../../src/qualify/in-process.ts';
import { prepareSuite, type Suite } from '../../src/qualify/suite.ts';
import { renderAnnotations } from '../../src/report/annotations.ts';
import { reportText } from '../../src/report/json.ts';
import { renderJUnit } from '../../src/report/junit.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { unpacked } from '../../src/report/page/fragments.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { reportOf } from '../support/report-of.ts';
import { breaches, STEERING } from './outcome.ts';

/** One thing that is wrong with a response; places are found by a number, modulo those that there are. */
export type Mutation =
  | { readonly what: 'value'; readonly place: number; readonly value: unknown }
  | { readonly what: 'drop' | 'wrap' | 'list' | 'number'; readonly place: number }
  | { readonly what: 'rename'; readonly place: number; readonly name: string }
  | { readonly what: 'add'; readonly place: number; readonly name: string; readonly value: unknown }
  | { readonly what: 'nest'; readonly place: number; readonly levels: number }
  | { readonly what: 'status'; readonly status: number }
  | { readonly what: 'header'; readonly name: string; readonly value: string | readonly string[] }
  | { readonly what: 'cut'; readonly place: number }
  | { readonly what: 'around'; readonly before: string; readonly after: string }
  | { readonly what: 'encode'; readonly as: 'text' | 'list' | 'base64' };

const HOSTILE_TEXTS = [
  STEERING.terminal,
  STEERING.workflow,
  '<script>steered()</script>',
  ']]></failure><!-- -->',
  '](javascript:steered()) | ` ``` <details>',
  '../../../../etc/passwd',
  '..\\..\\dev\\zero',
  'file:///etc/passwd',
  'javascript:steered()',
  'http://[::1',
  'http://user:password@steered.test/?code=1#access_token=2',
  '__proto__',
  'constructor',
  'toString',
  '\ud83d',
  '\0',
  '\ufeff',
  '\u2028\u2029',
  '%',
  '%25%2',
  '&#x41;&#',
  '~secret-1~',
  '$user.password',
  '{{ }}',
  '9'.repeat(400),
  '<'.repeat(3_000),
  'a='.repeat(2_000),
  'aaaaaaaa.'.repeat(400),
  '9999-99-99T99:99:99.999Z',
  '+275760-09-13T00:00:00.001Z',
  '-1',
  '1e400',
];

/** What the harness takes for a secret, however it is spelt. */
const SECRET_NAMES = ['state_token', 'StateToken', 'session-token', 'accessToken', 'client_secret', 'PASSWORD', 'refresh token'];
const NAMES = [
  ...SECRET_NAMES,
  '__proto__',
  'constructor',
  'toJSON',
  'length',
  'status',
  '_links',
  '_embedded',
  'href',
  'list',
  'errorCode',
  '',
];
const HEADERS = [
  'link',
  'location',
  'date',
  'retry-after',
  'x-rate-limit-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-ratelimit-retry-at',
  'set-cookie',
  'content-type',
  'content-length',
  'www-authenticate',
  'x-steered',
  '__proto__',
];

const hostileText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.webUrl(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
);
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, false, 0, -0, -1, 1e308, 2 ** 53 + 2, 1e-320, [], {}, [[]], [null], { href: null }),
  fc.integer(),
  fc.array(hostileText, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom(...NAMES.filter((name) => name !== '__proto__')), hostileText, { maxKeys: 4 }),
);
/** A header's value as a parser hands it over: no line ends, one byte a character. */
const headerValue = hostileText.map((text) => Buffer.from(text.replace(/[\r\n\0]/g, ' ')).toString('latin1'));
const place = fc.nat(200);

export const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ what: fc.constant('value' as const), place, value: hostileValue }) },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constantFrom('drop' as const, 'wrap' as const, 'list' as const, 'number' as const), place }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('rename' as const), place, name: fc.constantFrom(...SECRET_NAMES) }) },
  { weight: 3, arbitrary: fc.record({ what: fc.constant('add' as const), place, name: fc.constantFrom(...NAMES), value: hostileValue }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('nest' as const), place, levels: fc.constantFrom(3, 60, 700) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('status' as const),
      status: fc.oneof(fc.constantFrom(204, 301, 401, 403, 404, 429, 500, 503), fc.integer({ min: 200, max: 999 })),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('header' as const),
      name: fc.constantFrom(...HEADERS),
      value: fc.oneof(headerValue, fc.array(headerValue, { maxLength: 3 })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('cut' as const), place: fc.nat(2_000) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('around' as const), before: hostileText, after: hostileText }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('encode' as const),
      as: fc.constantFrom('text' as const, 'list' as const, 'base64' as const),
    }),
  },
);

/** A response with one thing wrong. */
export function mutated(response: WireResponse, change: Mutation): WireResponse {
  const { headers, body } = response;
  switch (change.what) {
    case 'status':
      return { ...response, status: change.status };
    case 'header':
      return { ...response, headers: Object.fromEntries([...Object.entries(headers), [change.name, change.value]]) };
    case 'cut':
      return { ...response, body: body.slice(0, change.place % (body.length + 1)) };
    case 'around':
      return { ...response, body: `${change.before}${body}${change.after}` };
    case 'encode':
      return { ...response, body: ENCODED[change.as](body) };
    case 'value':
    case 'drop':
    case 'wrap':
    case 'list':
    case 'number':
    case 'rename':
    case 'add':
    case 'nest':
      return { ...response, body: body === '' ? body : withMember(body, change) };
  }
}

const ENCODED = {
  text: (body: string) => JSON.stringify(body),
  list: (body: string) => `[${body}]`,
  base64: (body: string) => Buffer.from(body).toString('base64'),
};

type MemberMutation = Exclude<Extract<Mutation, { readonly place: number }>, { readonly what: 'cut' }>;
type Entries = [name: string, value: unknown][];

/** The text of a body in which the n-th member, counted through all levels, is another. */
function withMember(body: string, change: MemberMutation): string {
  let left = change.place % Math.max(1, membersOf(JSON.parse(body)));
  const visit = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(visit);
    const entries = Object.entries(value).flatMap(([name, entry]): Entries =>
      left-- === 0 ? changedMember(name, entry, change) : [[name, visit(entry)]],
    );
    return Object.fromEntries(entries);
  };
  return JSON.stringify(visit(JSON.parse(body)));
}

function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, entry) => sum + membersOf(entry), own);
}

function changedMember(name: string, value: unknown, change: MemberMutation): Entries {
  switch (change.what) {
    case 'value':
      return [[name, change.value]];
    case 'drop':
      return [];
    case 'wrap':
      return [[name, { value }]];
    case 'list':
      return [[name, [value, value]]];
    case 'number':
      return [[name, 7_777_777]];
    case 'rename':
      return [[change.name, value]];
    case 'add':
      return [
        [name, value],
        [change.name, change.value],
      ];
    case 'nest':
      return [[name, nested(value, change.levels)]];
  }
}

function nested(value: unknown, levels: number): unknown {
  return Array.from({ length: levels }).reduce<unknown>((inside) => ({ a: inside }), value);
}

/** A service and a few of its features: enough to reach state, links, lists, errors and rate limits. */
export function fuzzedSuites(specs: Specs): readonly Suite[] {
  const file = profileFile('mock');
  const source = { ...readProfile(file, specs), budget: { requests: 80, duration: 'PT1H' } };
  const suite = (document: 'authentication' | 'privileged-access', features: string[]): Suite =>
    prepareSuite(specs, source, file, { seed: 1, selection: { documents: [document], features } });
  return [
    suite('authentication', ['authn.context']),
    suite('authentication', ['authn.push', 'authn.errors']),
    suite('privileged-access', ['pam.pagination']),
  ];
}

/** What an encounter of mutated responses shows that it must not; throws what the harness throws. */
export async function encounter(
  suite: Suite,
  mutations: readonly Mutation[],
): Promise<{ readonly responses: number; readonly faults: readonly string[] }> {
  const { specs, profile, plans, selection, seed, units } = suite;
  const canaries = new Set<string>(Object.values(profile.credentials).flatMap((credentials) => Object.values(credentials ?? {})));
  let responses = 0;
  const { drive, events } = openInProcessTarget(suite, {
    timer: virtualTimer(),
    change: (response) => {
      for (const secret of secretsOf(response.headers, response.body)) canaries.add(secret);
      const change = mutations[responses++ % mutations.length];
      return change === undefined ? response : mutated(response, change);
    },
  });
  for (const unit of units) await unit.execute(drive);
  const report = reportOf({ specs, profile, plans, seed, selection }, events);
  const files = {
    'trace.ndjson': events.map((event) => JSON.stringify(event)).join('\n'),
    'report.json': reportText(report),
    'report.html': unpacked(renderPage(report, events, [])),
    'summary.md': renderMarkdown(report),
    'junit.xml': renderJUnit(report),
    'annotations.txt': renderAnnotations(report),
  };
  const terminal = renderSummary(report, { color: false, width: 100, files: [] });
  const size = Object.values(files).reduce((sum, text) => sum + text.length, 0);
  return {
    responses,
    faults: [
      ...breaches(
        { exitCode: report.exitCode, durationMs: 0, terminal, files },
        { budgetMs: 0, canaries, exitCodes: [0, 1, 3], reports: false },
      ),
      ...(report.exitCode === 1 && report.failures.length === 0 ? ['exit code 1 without a judged failure'] : []),
      ...(size > MOST_CHARACTERS ? [`${size} characters of artefacts`] : []),
    ],
  };
}

/** A few dozen responses of some kilobytes. */
const MOST_CHARACTERS = 8_000_000;

/** Time that passes where somebody waits, and costs none. */
function virtualTimer(): { readonly now: () => number; readonly sleep: (ms: number) => Promise<void> } {
  let waited = 0;
  return {
    now: () => Date.now() + waited,
    sleep: (ms) => {
      waited += ms;
      return Promise.resolve();
    },
  };
}

import { check } from 'recheck';
import { expect, test } from 'vitest';
import { responseSchemas, shippedPatterns } from './support/patterns.ts';
import type { Pattern } from './support/patterns.ts';

/** What a target sends never meets them. A pattern that it may meet has no place here: it is to be linear. */
const EXEMPT: readonly (readonly [file: string, text: string, reason: string])[] = [
  ['src/export/k6.ts', String.raw`/^import [^;]+;\n/gm`, "Assay's own k6 script"],
  ['src/export/k6.ts', "new RegExp(`^const ${name} = .*;$`, 'm')", "Assay's own k6 script"],
  ['src/mock/kit/wire/places.ts', 'new RegExp(`^${pattern}$`)', "a path of the specs, every parameter of which ends at a '/'"],
  ['src/plan/negative-values.ts', "new RegExp(pattern, 'u')", 'a pattern of the specs, and values that Assay makes'],
  ['src/profile/spent-accounts.ts', String.raw`/^\s*- /m`, 'a file that Assay has written'],
  ['src/report/page/state-diagram.ts', String.raw`/<svg([^>]*)>([\s\S]*)<\/svg>/`, 'a diagram that Assay has drawn'],
  ['src/report/page/state-diagram.ts', String.raw`/\s*\n\s+/g`, 'a diagram that Assay has drawn'],
  ['src/report/curl.ts', "new RegExp(`(${pattern.join('|')})`, 'u')", 'recorded values as they are, without a repetition'],
  [
    'src/run/merge/join-traces.ts',
    String.raw`new RegExp(String.raw${'`'}(?<![\d.])(?:${'${any}'})(?!\d)${'`'}, 'g')`,
    'hosts as they are, without a repetition',
  ],
  ['src/report/safe-text.ts', "new RegExp(UNSEEN, 'gu')", 'characters one by one'],
  ['src/report/safe-text.ts', "new RegExp(String.raw`(?![\\n\\t])(?:${UNSEEN})`, 'gu')", 'characters one by one'],
  ['src/report/safe-text.ts', "new RegExp(`(${UNSEEN})`, 'u')", 'characters one by one'],
  ['src/report/safe-text.ts', 'new RegExp(`(${COLOUR})`)', 'a few characters, without a repetition'],
  ['src/report/safe-text.ts', 'new RegExp(String.raw`(${COLOUR}|\\r(?:\\u001B\\[2K)?)`)', 'a few characters, without a repetition'],
  [
    'src/run/stray-error.ts',
    String.raw`/(?:file:\/\/)?(?<place>(?:\/|[A-Za-z]:[\\/])[^()]*:\d+:\d+)\)?$/`,
    'a frame of a stack, of which Node keeps ten',
  ],
  [
    'src/model/cross-check/placeholders.ts',
    String.raw`/^\$([A-Za-z][\w-]*)(?:\.([^\s${'${'}}.]+)[^\s${'${'}}]*)?$|\$\{([A-Za-z][\w-]*)(?:\.([^\s${'${'}}.]+)[^\s${'${'}}]*)?\}/g`,
    'references in the specs',
  ],
  ['src/model/schema/field-schema.ts', String.raw`/^(.*?)((?:\[\]|\{\})*)$/`, 'a path of the specs'],
];

/** Half a minute of work, on a machine however busy. */
const MINUTES = 600_000;

test('no pattern that meets what a target sends takes more than linear time', { timeout: MINUTES }, async () => {
  const exempt = new Set(EXEMPT.map(([file, text]) => `${file} ${text}`));
  const patterns = shippedPatterns();
  const slow: string[] = [];
  for (const pattern of patterns) if (!exempt.has(keyOf(pattern)) && !(await isLinear(pattern))) slow.push(keyOf(pattern));
  expect(slow, 'write it so that it is, or as a loop over the text').toEqual([]);
  const shipped = new Set(patterns.map(keyOf));
  expect([...exempt].filter((key) => !shipped.has(key))).toEqual([]);
});

/** Those of ajv-formats that answers are held against were looked at one by one: some of the others are not linear. */
test('no answer is held against a format that was not looked at', () => {
  const formats = new Set<string>();
  for (const { text } of responseSchemas())
    JSON.parse(text, (key, value: unknown) => {
      if (key === 'format' && typeof value === 'string') formats.add(value);
      return value;
    });
  expect([...formats].toSorted()).toEqual(['date-time', 'uri', 'uri-reference', 'utc-milliseconds', 'uuid-shaped']);
});

function keyOf({ file, text }: Pattern): string {
  return `${file} ${text}`;
}

/** Bounded by what is tried, not by time, so that a busy machine finds the same. */
const BY_COUNT = { timeout: null, incubationTimeout: null, attackTimeout: null, randomSeed: 1 } as const;

const known = new Map<string, boolean>();

async function isLinear({ expression }: Pattern): Promise<boolean> {
  if (expression === undefined) return false;
  const { source, flags } = expression;
  // Without a repetition there is nothing to look at twice.
  if (!/[*+{]/.test(source)) return true;
  const key = `/${source}/${flags}`;
  const linear = known.get(key) ?? (await check(source, flags, BY_COUNT)).status === 'safe';
  known.set(key, linear);
  return linear;
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { publicPart } from '../profile/profile.ts';
import { sampleProfile } from '../profile/profile-fixtures.ts';
import { reportText } from '../report/json.ts';
import { renderPage } from '../report/page/page.ts';
import { SpecError } from '../model/errors.ts';
import { rejudge } from './rejudge.ts';
import { RunError } from './run-error.ts';
import { TRACE_FILE } from './run-trace.ts';
import { DOOR_EVENTS, tourSpecs } from '../../test/support/certified-run.ts';
import { DOOR_RUN, storedRun } from '../../test/support/stored-run.ts';
import { cases } from '../../test/support/draw.ts';

const SPECS = tourSpecs();

/** Every place in a value of JSON below it. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  const below = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [...(path.length === 0 ? [] : [path]), ...below.flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

/** The same value with another at a place; undefined takes it out. */
function altered(value: unknown, [key, ...rest]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]];
    const changed = altered(inner, rest, other);
    return changed === undefined ? [] : [[name, changed]];
  });
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

const ODD: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1e21,
  0.5,
  '',
  '__proto__',
  'constructor',
  '(a+)+$',
  'https://[',
  'P9D9',
  [],
  {},
  [null],
  { type: 'nonsense' },
  JSON.parse('{"__proto__":{"type":"exchange"}}'),
];

test('whatever is altered in a trace, it is judged or refused with its line: the harness does not fail', () => {
  const folder = storedRun(DOOR_EVENTS);
  const change = fc.record({
    line: fc.nat(DOOR_EVENTS.length - 1),
    place: fc.nat(),
    other: fc.oneof(fc.constantFrom(...ODD), fc.jsonValue()),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 2 }), (changes) => {
      const lines: unknown[] = [...DOOR_EVENTS];
      for (const { line, place, other } of changes) {
        const places = placesIn(lines[line]);
        lines[line] = altered(lines[line], places[place % places.length] ?? [], other) ?? null;
      }
      writeFileSync(join(folder, TRACE_FILE), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      try {
        const { report, events } = rejudge(folder, SPECS);
        expect([reportText(report), renderPage(report, events)].map((text) => text === '')).toEqual([false, false]);
      } catch (error) {
        const isTold = error instanceof SpecError || error instanceof RunError;
        if (!isTold || !/trace\.ndjson:\d+ {2}|run\.lock\.json {2}/.test(error.message)) throw error;
      }
    }),
    { numRuns: cases(300, 100) },
  );
});

test('a line that reads differently to others is refused: a key twice, a number beyond a double, spaces, other ends of lines', () => {
  const folder = storedRun(DOOR_EVENTS);
  const whole = DOOR_EVENTS.map((event) => JSON.stringify(event));
  const complaint = (change: (line: string) => string): string => {
    writeFileSync(join(folder, TRACE_FILE), whole.map((line, at) => `${at === 2 ? change(line) : line}\n`).join(''));
    try {
      rejudge(folder, SPECS);
      return 'none';
    } catch (error) {
      return String(error)
        .replace(folder, '<run>')
        .replace(/ \(each key.*/, '');
    }
  };
  const refused = 'SpecError: <run>/trace.ndjson:3  expected the text as Assay writes it';
  expect([
    complaint((line) => line),
    complaint((line) => line.replace('{', '{"type":"end",')),
    complaint((line) => line.replace('{', '{"a":1e999,')),
    complaint((line) => `${line} `),
    complaint((line) => `${line}\r`),
    complaint((line) => line.replace('{', `{"a":${'['.repeat(2000)}${']'.repeat(2000)},`)),
  ]).toEqual([
    'none',
    refused,
    refused,
    refused,
    refused,
    'SpecError: <run>/trace.ndjson:3  expected at most 1010 levels of JSON, found more',
  ]);
});

test.each([
  [{ proprties: {} }, "view.proprties  expected a keyword of JSON Schema (2020-12), found 'proprties'. Did you mean 'properties'?"],
  [
    { properties: { body: { pattern: '^(?=a)' } } },
    'view.properties.body.pattern  expected a pattern as RE2 knows it, without look-around and references back',
  ],
  [{ not: { format: 'nope' } }, 'view.not.format  expected one of the formats '],
  [{ $async: true }, "view.$async  expected a schema without $id and $async, found '$async'. Remove it"],
  [{ $schema: 'http://json-schema.org/draft-07/schema#' }, 'view  expected a JSON Schema (2020-12), found something that is none'],
])('a declaration in the profile of a trace is held against the rules of a profile: %j', (view, message) => {
  const [[name, service] = ['', {}]] = Object.entries(publicPart(sampleProfile()).services);
  const profile = { ...DOOR_RUN.profile, services: { [name]: { ...service, declares: [{ name: 'cancel', view }] } } };
  const folder = storedRun(DOOR_EVENTS.map((event) => (event.type === 'run' ? { ...event, profile } : event)));
  expect(() => rejudge(folder, SPECS)).toThrow(`/trace.ndjson:1  profile.services.${name}.declares.0.${message}`);
});

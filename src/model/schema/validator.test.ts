import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonSchema } from './json-schema.ts';
import { createValidator } from './validator.ts';

const validator = createValidator();
const demand = (schema: JsonSchema, clause = 'pam.a'): JsonSchema => ({ ...schema, clauses: [clause] });

test('a violation names its clauses, its place, what was expected and what was received', () => {
  const schema = {
    properties: {
      status: demand({ enum: [200, 201] }),
      id: demand({ type: 'string' }, 'pam.id'),
      note: demand({ type: 'string' }, 'pam.note'),
    },
  };
  expect(validator.judge(schema, { status: 404, id: 7 })).toEqual({
    seen: ['pam.a', 'pam.id'],
    violations: [
      { clauses: ['pam.a'], pointer: '/status', expected: 'one of [200,201]', received: 404 },
      { clauses: ['pam.id'], pointer: '/id', expected: 'must be string', received: 7 },
    ],
  });
});

test('the words of a rule stand in for those of the schema', () => {
  const schema = demand({ required: ['token'], expected: 'a token on success' });
  expect(validator.judge(schema, {}).violations).toEqual([
    { clauses: ['pam.a'], pointer: '/token', expected: 'a token on success', received: undefined },
  ]);
});

test('what must be absent is told as such', () => {
  expect(validator.judge({ properties: { token: demand({ not: {} }) } }, { token: 'secret' }).violations).toEqual([
    { clauses: ['pam.a'], pointer: '/token', expected: 'absent', received: 'secret' },
  ]);
});

test('the branches of a choice are one violation', () => {
  const schema = demand({ anyOf: [demand({ type: 'string' }), demand({ type: 'null' })] });
  expect(validator.judge(schema, 1).violations.map(({ clauses }) => clauses)).toEqual([['pam.a']]);
});

test('each part of a conjunction is judged, and a part that refuses everything refuses', () => {
  const parts = [demand({ required: ['a'] }), demand({ required: ['b'] }, 'pam.b')];
  expect(validator.judge({ allOf: parts }, { a: 1 })).toEqual({
    seen: ['pam.a', 'pam.b'],
    violations: [{ clauses: ['pam.b'], pointer: '/b', expected: "must have required property 'b'", received: undefined }],
  });
  expect(validator.judge({ allOf: [{ required: ['a'] }, false] }, { a: 1 }).violations).toHaveLength(1);
});

test('a condition that does not hold leaves its clauses unseen', () => {
  const schema = { if: { required: ['type'] }, then: demand({ required: ['target'] }) };
  expect([validator.judge(schema, {}), validator.judge(schema, { type: 'APP', target: 1 })]).toEqual([
    { seen: [], violations: [] },
    { seen: ['pam.a'], violations: [] },
  ]);
});

test('a verdict does not depend on what was judged before', () => {
  const schema = demand({ type: 'string' });
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (before, value) => {
      const alone = validator.judge(schema, value);
      validator.judge(schema, before);
      expect(validator.judge(schema, value)).toEqual(alone);
      expect(alone.violations).toHaveLength(typeof value === 'string' ? 0 : 1);
    }),
  );
});

test('an instant in UTC with milliseconds is what a date prints, and nothing else', () => {
  const accepted = (text: string): boolean => validator.judge({ format: 'utc-milliseconds' }, text).violations.length === 0;
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z') }), (date) => {
      const extended = date.toISOString();
      const basic = extended.replaceAll(/[-:]/g, '');
      const others = [
        extended.replace('.', ','),
        extended.replace('Z', '+00:00'),
        extended.replace('Z', '+00'),
        basic.replace('Z', '+0000'),
      ];
      expect([extended, basic, ...others].filter((text) => !accepted(text))).toEqual([]);
    }),
  );
  const others = [
    '2026-02-30T10:00:00.000Z',
    '2026-05-01T10:00:00Z',
    '20260230T100000.000Z',
    '2026-05-01T100000.000Z',
    '2026-05-01T10:00:00.000+01',
    '2026-05-01T10:00:00.000-00:00',

    '2026-05-01T10:00:00.0000Z',
    '2026-05-01 10:00:00.000Z',
    '2026-05-01T24:00:00.000Z',
    '',
  ];
  expect(others.filter(accepted)).toEqual([]);
});

test('seconds since 1970 have ten or eleven digits', () => {
  const accepted = (text: string): boolean => validator.judge({ format: 'unix-seconds' }, text).violations.length === 0;
  expect(
    ['1790000000', '17900000000', '0790000000', '179000000', '1790000000000', '1790000000.5', '-1790000000', 'soon'].filter(accepted),
  ).toEqual(['1790000000', '17900000000']);
});

test('a UUID is a matter of shape only', () => {
  const accepted = (text: string): boolean => validator.judge({ format: 'uuid-shaped' }, text).violations.length === 0;
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      expect([accepted(uuid), accepted(uuid.toUpperCase()), accepted(uuid.replaceAll('-', ''))]).toEqual([true, true, false]);
    }),
  );
  expect(accepted('00000000-0000-0000-0000-000000000000')).toBe(true);
});

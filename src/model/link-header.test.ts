import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTarget, parseLinkHeader, type HeaderLink } from './links.ts';

const tokenCharacter = fc.constantFrom(..."!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".split(''));
const token = fc.string({ unit: tokenCharacter, minLength: 1, maxLength: 8 });
const space = fc.constantFrom('', ' ', '\t', '  ');
const uri = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom('', '/groups?offset=a,b;c&count=2', '#x', '?prev="no"'),
);
const quoted = fc.string({ unit: fc.constantFrom(...'abc,;=<> rel"\\/'.split('')) }).map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`);
const relation = fc.oneof(fc.constantFrom('next', 'prev', 'NEXT', 'last'), fc.webUrl());

/** A parameter that is not `rel`: without value, with a token, or quoted with anything in it. */
const otherParameter = fc
  .tuple(
    token.filter((name) => name.toLowerCase() !== 'rel'),
    fc.oneof(
      fc.constant(''),
      fc.tuple(space, space, fc.oneof(token, quoted)).map(([before, after, value]) => `${before}=${after}${value}`),
    ),
  )
  .map(([name, value]) => `${name}${value}`);

interface BuiltLink {
  readonly text: string;
  readonly link: HeaderLink;
}

/** One link-value of RFC 8288, and what it says; a second `rel` counts for nothing. */
const linkValue: fc.Arbitrary<BuiltLink> = fc
  .record({
    target: uri,
    rels: fc.array(relation, { minLength: 1, maxLength: 3 }),
    before: fc.array(otherParameter, { maxLength: 2 }),
    after: fc.array(fc.oneof(otherParameter, fc.constant('rel="ignored"')), { maxLength: 2 }),
    name: fc.constantFrom('rel', 'REL', 'Rel'),
    gap: space,
  })
  .map(({ target, rels, before, after, name, gap }) => ({
    text: [`<${target}>`, ...before, `${name}="${rels.join(' ')}"`, ...after].join(`${gap};${gap}`),
    link: { target, rels: rels.map((rel) => rel.toLowerCase()) },
  }));

/** Links with the separators that RFC 9110 permits between list elements: empty elements too. */
const field = fc
  .tuple(fc.array(linkValue, { maxLength: 4 }), fc.constantFrom(',', ', ', ' , ', ',,', ', ,\t,'), fc.constantFrom('', ',', ' , ', ' '))
  .map(([links, comma, end]) => ({
    text: `${end}${links.map(({ text }) => text).join(comma)}${end}`,
    links: links.map(({ link }) => link),
  }));

test('every field that follows the grammar is read as it was meant', () => {
  fc.assert(
    fc.property(field, ({ text, links }) => {
      expect(parseLinkHeader(text)).toEqual(links);
    }),
    { numRuns: 500 },
  );
});

test('several fields are one list', () => {
  fc.assert(
    fc.property(fc.array(field, { maxLength: 3 }), (fields) => {
      expect(parseLinkHeader(fields.map(({ text }) => text))).toEqual(fields.flatMap(({ links }) => links));
    }),
  );
});

test('any text at all is read or refused, never an error', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'<>;,="\\ rel'.split('')) })), (text) => {
      const links = parseLinkHeader(text);
      expect(links === undefined || links.every(({ target, rels }) => typeof target === 'string' && rels.every((rel) => rel !== ''))).toBe(
        true,
      );
    }),
  );
});

test.each([
  'https://x.test; rel=next',
  '<https://x.test; rel=next',
  '<a> <b>; rel=next',
  '<a>; rel=next <b>; rel=prev',
  '<a>; rel="next',
  '<a>; rel=next, nonsense',
  '<a> rel=next',
  '<a>; =next',
])('%s is not well-formed', (text) => {
  expect(parseLinkHeader(text)).toBeUndefined();
});

test('no field is no link', () => {
  expect([parseLinkHeader(undefined), parseLinkHeader([]), parseLinkHeader('')]).toEqual([[], [], []]);
});

test('a relation may stand without quotes, and a link may have none', () => {
  expect(parseLinkHeader('</a>; rel=next, </b>; title="rel=next; rel=prev"')).toEqual([
    { target: '/a', rels: ['next'] },
    { target: '/b', rels: [] },
  ]);
});

test('the first link with the relation is the one', () => {
  const header = ['</a>; rel="prev first"', '</b>; rel=next, </c>; rel=next'];
  expect([linkTarget(header, 'next'), linkTarget(header, 'first'), linkTarget(header, 'last'), linkTarget('nonsense', 'next')]).toEqual([
    '/b',
    '/a',
    undefined,
    undefined,
  ]);
});

test.each([
  ['parameters that may end in many places', `</a>${'; a= '.repeat(10_000)}"`],
  ['targets without an end', '<'.repeat(60_000)],
  ['spaces without an end', `</a>${' '.repeat(60_000)}x`],
])('a field costs no more than its length: %s', (_what, text) => {
  expect(parseLinkHeader(text)).toBeUndefined();
});

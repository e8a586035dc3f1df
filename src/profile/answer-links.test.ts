import { expect, test } from 'vitest';
import { viewAnswer } from './answer.ts';
import { doorSpec, sampleProfile } from './profile-fixtures.ts';

const linksOf = (link: string | readonly string[]): unknown =>
  viewAnswer(doorSpec(), sampleProfile({}), undefined, { status: 200, headers: { link } }).links;

test.each<[string, string | readonly string[], unknown]>([
  [
    'by relation, whatever else stands beside',
    '</a?offset=x>; rel="next", <https://docs.example.test/>; rel="help"',
    { next: '/a?offset=x', help: 'https://docs.example.test/' },
  ],
  ['the first of a relation', ['</one>; rel=next', '</two>; rel=next'], { next: '/one' }],
  ['past commas and brackets in a title', '</a>; title="a, b; <c>"; rel="prev next"', { prev: '/a', next: '/a' }],
  ['not at all where the field is broken', '</a; rel="next"', undefined],
])('the links of an answer are read %s', (_what, field, links) => {
  expect(linksOf(field)).toEqual(links);
});

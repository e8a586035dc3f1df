import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sampleClause, sampleReport } from '../report-fixtures.ts';
import { unpacked } from './fragments.ts';
import { markup } from './markup.ts';
import { sampleExchange } from '../../trace/trace-fixtures.ts';
import { visibleLines } from '../safe-text.ts';
import { renderPage } from './page.ts';
import { hostileReport, largeReport } from '../../../test/support/hostile-report.ts';

const { report, events } = hostileReport();
const page = renderPage(report, events);

/** Ids of the sections, in order. */
const sections = (text: string): readonly string[] => [...text.matchAll(/<section id="([^"]*)"/g)].map(([, id = '']) => id);

test('text stays text, whatever it holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const { html } = markup`<p title="${text}">${text}</p>`;
      const [, attribute = '', content = ''] = /^<p title="([^"<>]*)">([^<>]*)<\/p>$/.exec(html) ?? [];
      const plain = attribute
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
      expect([content, plain]).toEqual([attribute, visibleLines(text).replaceAll(/[\uFFFE\uFFFF]/g, '\uFFFD')]);
    }),
  );
});

test('what is packed has no element but our own either, and is found again by kind and number', () => {
  const parts = [...unpacked(page).matchAll(/<template id="(pack-[a-z]+-\d+)">(\{.*?\})<\/template>/gs)].map(
    ([, id = '', text = '']): readonly [string, Record<string, string>] => [id, JSON.parse(text)],
  );
  const html = parts.flatMap(([, own]) => Object.values(own)).join('\n');
  expect({
    names: parts.map(([id, own]) => `${id}: ${Object.keys(own).join()}`),
    elements: [...new Set(html.match(/<[a-z]+/g))].toSorted(),
    elsewhere: /href="(?!#)|onerror="|src="/.test(html),
  }).toEqual({
    names: ['pack-evidence-0: 0,1,2', 'pack-exchange-0: 1,2', 'pack-clause-0: 0,1,2,3'],
    elements: ['<a', '<b', '<button', '<code', '<details', '<div', '<i', '<li', '<ol', '<p', '<pre', '<span', '<summary', '<ul'],
    elsewhere: false,
  });
});

test('an exchange names every clause whose checks looked at it, beyond the few that a clause names', () => {
  const clauses = [
    sampleClause('authn.far', { exchanges: [1, 2], furtherExchanges: 10, allExchanges: '1-12' }),
    sampleClause('authn.near', { exchanges: [1] }),
  ];
  const many = Array.from({ length: 13 }, (_, index) => sampleExchange({ seq: index + 1 }));
  const parts = [...unpacked(renderPage(sampleReport(clauses), many)).matchAll(/<template id="pack-exchange-\d+">(\{.*?\})<\/template>/gs)];
  const shown: Record<string, string> = Object.assign({}, ...parts.map(([, text = '']) => JSON.parse(text)));
  const named = (seq: number): readonly string[] => [...(shown[seq] ?? 'none').matchAll(/#clause-([\w.]+)/g)].map(([, id = '']) => id);
  expect([named(1), named(12), named(13)]).toEqual([['authn.far', 'authn.near'], ['authn.far'], []]);
});

test('an altered pack stays as it is, and one that is packed otherwise reads the same', () => {
  const pack = (level: number): string =>
    `<template id="pack-exchange-0">${deflateRawSync('{"1":"<p>same same same</p>"}', { level }).toString('base64')}</template>`;
  const broken = '<template id="pack-exchange-0">AAAA</template>';
  expect([pack(0) === pack(9), unpacked(pack(0)) === unpacked(pack(9)), unpacked(broken)]).toEqual([false, true, broken]);
});

test('nothing that a target sends becomes an element, and the page lets its own script run and nothing else', () => {
  const elements = [
    ...new Set([...page.matchAll(/<(script|img|iframe|link|object|style|template|base|form)\b[^>]*>/gi)].map(([tag]) => tag)),
  ];
  const script = /<script>(.*?)<\/script>/s.exec(page)?.[1] ?? '';
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1];
  const style = /<style>(.*?)<\/style>/s.exec(page)?.[1] ?? '';
  const digest = (text: string): string => createHash('sha256').update(text).digest('base64');
  expect({
    elements: elements.map((tag) => tag.replace(/-\d+/, '')).filter((tag, at, all) => all.indexOf(tag) === at),
    policy,
  }).toEqual({
    elements: [
      '<style>',
      '<template id="pack-evidence">',
      '<form id="filter" class="bar" role="search" aria-label="Clauses">',
      '<form id="jump">',
      '<form method="dialog">',
      '<template id="pack-exchange">',
      '<template id="pack-clause">',
      '<script>',
    ],
    policy: `default-src 'none'; style-src 'sha256-${digest(style)}'; script-src 'sha256-${digest(script)}'; img-src data:; base-uri 'none'; form-action 'none'`,
  });
});

test('each part is there where there is something to tell, and nothing of it else', () => {
  const plot = { name: 'rate-limit', title: 'rate limit', svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>hacked=1</script></svg>' };
  expect([sections(renderPage(report, events, [plot])), sections(renderPage(sampleReport([sampleClause('authn.a.b')]), []))]).toEqual([
    ['defects', 'open', 'plots', 'flaky', 'clauses', 'coverage', 'exchanges', 'observed', 'leftovers', 'run'],
    ['clauses', 'run'],
  ]);
});

test('a plot is a picture: nothing in it can run', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>hacked=1</script></svg>';
  expect(/<img[^>]*src="([^"]*)"/.exec(renderPage(report, events, [{ name: 'x', title: 'x', svg }]))?.[1]).toBe(
    `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  );
});

test('10,000 exchanges and 500 failures fit: what does not is counted and told where it is', () => {
  const large = largeReport(10_000, 500);
  const text = renderPage(large.report, large.events);
  expect({
    megabytes: text.length < 3_000_000,
    defects: text.match(/class="card defect"/g)?.length,
    more: /(\d+ more defects)<\/summary>/.exec(text)?.[1],
    rows: text.match(/data-verdict="/g)?.length,
  }).toEqual({ megabytes: true, defects: 60, more: '65 more defects', rows: 672 });
});

test('whatever may have to be scrolled can be reached by keyboard', () => {
  const copied = unpacked(page).match(/<div class="copy">\s*<pre[^>]*>/g) ?? [];
  expect([copied.length > 0, copied.filter((one) => !one.includes('tabindex="0"'))]).toEqual([true, []]);
});

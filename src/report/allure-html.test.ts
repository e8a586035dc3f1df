import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealed, writeAllureHtml } from './allure-html.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-allure-'));
const file = join(folder, 'html', 'allure.html');
let html = '';

const results = [
  { uuid: 'a', historyId: 'a', fullName: 'authn.a', name: 'authn.a holds', status: 'passed', start: 1, stop: 2 },
  {
    uuid: 'b',
    historyId: 'b',
    fullName: 'authn.b',
    name: 'authn.b <script src="https://outside.example.test/x.js"></script>',
    status: 'failed',
    statusDetails: { message: '<img src="https://outside.example.test/y.png">', expected: '200', actual: '500' },
    start: 2,
    stop: 4,
  },
];

beforeAll(async () => {
  for (const result of results) writeFileSync(join(folder, `${result.uuid}-result.json`), JSON.stringify(result));
  await writeAllureHtml(folder, file);
  html = readFileSync(file, 'utf8');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Addresses at which a browser would ask when it reads this page. */
function remoteAddresses(page: string): readonly string[] {
  const tags = [...page.matchAll(/<(?:script|link|img|iframe|source|video|audio|object|embed|base|form)\b[^>]*>/gi)].map(([tag]) => tag);
  const inTags = tags.flatMap((tag) => [...tag.matchAll(/\b(?:src|href|srcset|data|action)\s*=\s*["']?((?:https?:)?\/\/[^"'\s>]*)/gi)]);
  const inStyles = [...page.matchAll(/(?:url\(|@import)\s*["']?((?:https?:)?\/\/[^"')\s]*)/gi)];
  return [...inTags, ...inStyles].map(([, address = '']) => address);
}

/** Addresses that scripts name where they fetch, load or open. */
function fetchedAddresses(script: string): readonly string[] {
  const calls =
    /(?:\bfetch|\bimport|importScripts|sendBeacon|WebSocket|EventSource|\.open)\(\s*(?:["'`][A-Z]+["'`]\s*,\s*)?["'`]((?:https?|wss?):[^"'`]*)/g;
  const sources = /\.(?:src|href)\s*=\s*["'`](https?:[^"'`]*)/g;
  return [...script.matchAll(calls), ...script.matchAll(sources)].map(([, address = '']) => address);
}

/** The scripts that the page carries as data. */
function embeddedScripts(page: string): readonly string[] {
  return [...page.matchAll(/src="data:text\/javascript;base64,([^"]*)"/g)].map(([, data = '']) =>
    Buffer.from(data, 'base64').toString('utf8'),
  );
}

test('the page names no remote host where a browser would ask it', () => {
  expect([remoteAddresses(html), [html, ...embeddedScripts(html)].flatMap(fetchedAddresses), embeddedScripts(html).length]).toEqual([
    [],
    [],
    1,
  ]);
});

test('these searches find what they look for', () => {
  const page = '<script async src="https://a.test/x"></script><link href=//b.test/y><style>@import "http://c.test/z"</style>';
  expect([
    remoteAddresses(page),
    fetchedAddresses('fetch("https://d.test"); x.open("GET", `https://e.test`); i.src = "http://f.test"'),
  ]).toEqual([
    ['https://a.test/x', '//b.test/y', 'http://c.test/z'],
    ['https://d.test', 'https://e.test', 'http://f.test'],
  ]);
});

test('the page forbids itself any request, starts no analytics, and does not say where it was made', () => {
  const about = {
    policies: html.match(/http-equiv="Content-Security-Policy"[^>]*/g),
    analytics: html.match(/gtag|googletagmanager|dataLayer/g),
    ci: html.match(/"ci":\{[^}]*/g),
  };
  expect(about).toEqual({
    policies: [`http-equiv="Content-Security-Policy" content="default-src data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'"`],
    analytics: null,
    ci: null,
  });
});

test('the page holds the results, and nothing else was written', () => {
  const statistic = /d\("widgets\/statistic\.json","([^"]*)"\)/.exec(html)?.[1] ?? '';
  expect([
    JSON.parse(Buffer.from(statistic, 'base64').toString('utf8')),
    readdirSync(folder).toSorted(),
    readdirSync(join(folder, 'html')),
  ]).toEqual([{ total: 2, passed: 1, failed: 1 }, ['a-result.json', 'b-result.json', 'html'], ['allure.html']]);
});

test('a page of another make is refused, not half cleaned', () => {
  expect(() => sealed('<html><meta charset="utf-8"></html>')).toThrow("Allure's page: expected its options");
});

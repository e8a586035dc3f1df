import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { HOSTILE, largeReport } from '../support/hostile-report.ts';
import { writtenPages } from '../support/written-pages.ts';
import { renderPage } from '../../src/report/page/page.ts';

const executablePath = inject('browser');

/** Every kind of page that Assay writes; the run's own has hostile text in each field that a target can fill. */
const PAGES = writtenPages();

interface Opened {
  readonly page: Page;
  /** requests beside the page's own file, messages on the console, errors, dialogs */
  readonly noise: readonly string[];
}

// Without a browser these are skipped, and counted so.
describe.skipIf(executablePath === null)('pages in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
  let browser: Browser | undefined;

  beforeAll(async () => {
    // Containers run as root, where the browser's own sandbox refuses to.
    browser = await chromium.launch({ ...(executablePath === null ? {} : { executablePath }), args: ['--no-sandbox'] });
    for (const [name, html] of Object.entries(PAGES)) writeFileSync(join(folder, `${name}.html`), html);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(name = 'run', hash = ''): Promise<Opened> {
    if (browser === undefined) throw new Error('the browser has not started');
    const page = await browser.newPage({ viewport: { width: 1280, height: 844 } });
    onTestFinished(() => page.close());
    const noise: string[] = [];
    const own = pathToFileURL(join(folder, `${name}.html`)).href;
    page.on(
      'request',
      (request) =>
        void (request.url().split('#')[0] === own || /^(data|blob):/.test(request.url()) || noise.push(`request ${request.url()}`)),
    );
    page.on('console', (message) => void noise.push(`console ${message.text()}`));
    page.on('pageerror', (error) => void noise.push(`error ${error.message}`));
    page.on('dialog', (dialog) => void noise.push(`dialog ${dialog.message()}`));
    await page.goto(`${own}${hash}`);
    return { page, noise };
  }

  /** Opens all that is folded, and what is put in by that. */
  async function unfold(page: Page): Promise<void> {
    await page.evaluate(`(async () => {
      for (let folded = [0]; folded.length > 0; await new Promise((done) => setTimeout(done, 50))) {
        folded = [...document.querySelectorAll('details:not([open])')];
        for (const one of folded) one.open = true;
      }
    })()`);
  }

  test.each(Object.keys(PAGES))(
    '%s: axe finds nothing in either theme at 1280 and 390 pixels, where nothing is wider than the page, no word of a table is broken, it asks for nothing and says nothing',
    async (name) => {
      const { page, noise } = await open(name);
      await unfold(page);
      await page.evaluate(axe.source);
      const looks: unknown[] = [];
      const look = async (): Promise<void> => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          looks.push(
            await page.evaluate('getComputedStyle(document.body).backgroundColor'),
            await page.evaluate(`axe.run(document).then(({ violations }) =>
            violations.map(({ id, nodes }) => id + ' ' + nodes.length + ': ' + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(' | ')))`),
          );
        }
      };
      await look();
      const broken = await page.evaluate(`[...document.querySelectorAll('th')]
        .filter(({ firstChild, textContent }) => {
          const range = document.createRange();
          if (firstChild !== null) range.selectNodeContents(firstChild);
          return /^\\w+$/.test(textContent.trim()) && range.getClientRects().length > 1;
        }).map(({ textContent }) => textContent.trim())`);
      const wide = [await page.evaluate('document.documentElement.scrollWidth')];
      await page.setViewportSize({ width: 390, height: 844 });
      wide.push(await page.evaluate('document.documentElement.scrollWidth'));
      await look();
      const clean = ['rgb(251, 251, 250)', [], 'rgb(20, 24, 27)', []];
      expect([looks, broken, wide, noise]).toEqual([[...clean, ...clean], [], [1280, 390], []]);
    },
  );

  test('nothing of what a target has sent runs', async () => {
    const { page, noise } = await open();
    await unfold(page);
    expect({
      noise,
      hacked: await page.evaluate('typeof hacked'),
      pictures: await page.locator('img').count(),
      heading: await page.locator('h1').textContent(),
      received: await page.locator('.received').first().textContent(),
    }).toEqual({
      noise: [],
      hacked: 'undefined',
      pictures: 0,
      heading: 'VIOLATIONS',
      received: HOSTILE.replace('\u202E', '\\u202e'),
    });
  });

  test.each(['run', 'trend'])('%s: a script, a style and a picture that got into it do nothing, its own style holds', async (name) => {
    const injected = `<script>window.hacked=1</script><img src="https://outside.example.test/x.png" onerror="window.hacked=2"><base href="https://outside.example.test/"><style>header{max-width:1px !important}</style></body>`;
    writeFileSync(join(folder, 'injected.html'), PAGES[name]?.replace('</body>', () => injected) ?? '');
    const { page } = await open('injected');
    const blocked: string[] = [];
    page.on('requestfailed', (request) => void blocked.push(`${request.url()} ${request.failure()?.errorText ?? ''}`));
    await page.reload();
    expect([
      await page.evaluate('typeof window.hacked'),
      blocked,
      await page.evaluate('document.baseURI === location.href'),
      await page.evaluate(`getComputedStyle(document.querySelector('header')).maxWidth`),
    ]).toEqual(['undefined', ['https://outside.example.test/x.png csp'], true, '1152px']);
  });

  test('the keyboard reaches every control, in the order of the page, and Enter opens what it stands on', async () => {
    const { page } = await open();
    const controls = `[...document.querySelectorAll('a[href], summary, button, input, select, [tabindex="0"]')].filter((one) => one.checkVisibility())`;
    const expected = Number(await page.evaluate(`${controls}.length`));
    const order: unknown[] = [];
    for (let step = 0; step < expected; step++) {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(`${controls}.indexOf(document.activeElement)`));
    }
    expect(order).toEqual(Array.from({ length: expected }, (_none, index) => index));
    await page.locator('.show > summary').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.evidence').first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.exchange pre').first().waitFor();
  });

  test('clauses are searched by words, verdict, document and family', async () => {
    const { page } = await open();
    const found = async (): Promise<readonly unknown[]> => [
      await page.locator('#found').textContent(),
      await page.locator('.clauses > li:visible code').allTextContents(),
    ];
    const search = page.getByLabel('Search');
    await search.fill('TRANSITIONS refused');
    const byWords = await found();
    await search.fill('');
    await page.getByLabel('Verdict').selectOption('null');
    const byVerdict = await found();
    await page.getByLabel('Verdict').selectOption('');
    await page.locator('select[name=document]').selectOption('governance');
    const byDocument = await found();
    await page.locator('select[name=document]').selectOption('');
    await page.getByLabel('Family').selectOption('round trip');
    expect([byWords, byVerdict, byDocument, await found()]).toEqual([
      ['1 of 5 clauses', ['authn.transitions.refused']],
      ['1 of 5 clauses', ['pam.scope']],
      ['1 of 5 clauses', ['gov.request.unclaimed']],
      ['1 of 5 clauses', ['authn.transitions.success']],
    ]);
  });

  test('each choice of a filter is one step back, and all that is typed another; what cannot be decoded leads nowhere', async () => {
    const { page } = await open();
    const found = async (): Promise<string | null> => page.locator('#found').textContent();
    await page.getByLabel('Verdict').selectOption('fail');
    await page.getByLabel('Search').pressSequentially('refused');
    await page.getByLabel('Search').fill('nothing says this');
    const narrowed = [await page.evaluate('location.hash'), await found()];
    await page.goBack();
    expect([narrowed, await found()]).toEqual([['#clauses?text=nothing+says+this&verdict=fail', '0 of 5 clauses'], '1 of 5 clauses']);
    await page.evaluate("location.hash = '#%'");
    await page.getByLabel('Verdict').selectOption('fail');
    expect(await found()).toBe('1 of 5 clauses');
  });

  test('a clause that a link leads to stands below the bar, however narrow the page', async () => {
    const { page } = await open();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate("location.hash = '#clause-authn.transitions.refused'");
    await page.locator('#clause-authn\\.transitions\\.refused').waitFor({ state: 'visible' });
    const below = `document.getElementById('clause-authn.transitions.refused').getBoundingClientRect().top - document.getElementById('filter').getBoundingClientRect().bottom`;
    expect(Number(await page.evaluate(below))).toBeGreaterThanOrEqual(0);
  });

  test('a link to a clause shows it, even where the filter hides it', async () => {
    const { page } = await open();
    await page.getByLabel('Search').fill('nothing says this');
    await page.locator('a[href="#clause-authn.transitions.refused"]').first().click();
    await page.locator('#clause-authn\\.transitions\\.refused').waitFor({ state: 'visible' });
    const direct = await open('run', '#clause-authn.errors.open');
    expect(await direct.page.locator('#clause-authn\\.errors\\.open').isVisible()).toBe(true);
  });

  test('from a passing clause its exchange opens in two clicks, the next one in a third, and the back button leads back', async () => {
    const { page } = await open();
    await page.locator('.group > summary', { hasText: 'authn.transitions' }).click();
    await page.locator('#clause-authn\\.transitions\\.success a[href="#exchange-1"]').click();
    const shown = page.locator('#viewer');
    await shown.getByText('x-hostile').waitFor();
    const room = await page.evaluate(`(() => {
      const [dialog, text] = ['#viewer', '#viewer .exchange-text'].map((one) => document.querySelector(one).getBoundingClientRect().width);
      return text / dialog;
    })()`);
    await shown.getByText('next (2) →').click();
    await page.getByRole('heading', { name: 'exchange 2' }).waitFor();
    const clauses = await shown.locator('.cited code').allTextContents();
    await page.goBack();
    await page.getByRole('heading', { name: 'exchange 1' }).waitFor();
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'hidden' });
    // A browser tells the page that a dialog has closed a moment after it is hidden.
    await page.waitForFunction(`location.hash === ''`);
    expect([clauses, Number(room) > 0.9]).toEqual([['authn.transitions.refused'], true]);
    await page.goBack();
    await shown.waitFor();
    await shown.getByRole('button', { name: 'Close' }).click();
    await shown.waitFor({ state: 'hidden' });
  });

  test('a violated clause leads to its defect, an arrow of a state table to its exchanges, and a link holds the filter', async () => {
    const { page } = await open('run', '#clauses?verdict=fail');
    expect(await page.locator('#found').textContent()).toBe('1 of 5 clauses');
    await page.locator('.clauses a[href="#defect-1"]:visible').click();
    await page.locator('#defect-1 .expected').first().waitFor();
    await page.locator('.machine > summary').click();
    await page.locator('.arrow.fail text').click();
    expect(await page.evaluate('location.hash')).toBe('#transition-authentication-transaction-refused');
    await page.locator('.machine li:target a').click();
    await page.getByRole('heading', { name: 'exchange 2' }).waitFor();
  });

  test('a token is copied with a button', async () => {
    const { page } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const button = page.getByRole('button', { name: 'Copy command' }).first();
    await button.click();
    await page
      .getByRole('button', { name: /Copied|Selected/ })
      .first()
      .waitFor();
    const text = await page.evaluate('navigator.clipboard.readText().catch(() => String(getSelection()))');
    expect(text).toBe('assay run --replay token');
  });

  test('10,000 exchanges and 500 failures: the page opens, a defect shows its sequence, the search answers', async () => {
    const { report, events } = largeReport(10_000, 500);
    writeFileSync(join(folder, 'large.html'), renderPage(report, events));
    const { page, noise } = await open('large');
    await page.locator('.defect > summary').nth(20).click();
    await page.locator('.defect').nth(20).locator('.show > summary').first().click();
    const exchanges = page.locator('.defect').nth(20).locator('.exchange');
    // They are made when they are asked for.
    await exchanges.first().waitFor({ state: 'attached' });
    const steps = await exchanges.count();
    await page.getByLabel('Search').fill('clause-671');
    const elements = Number(await page.evaluate('document.querySelectorAll("*").length'));
    expect([noise, steps, await page.locator('#found').textContent(), elements < 60_000]).toEqual([[], 20, '1 of 672 clauses', true]);
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { page, table } from '../../src/report/plain-page.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { HOSTILE, hostileReport, largeReport } from '../support/hostile-report.ts';

const executablePath = inject('browser');

interface Opened {
  readonly page: Page;
  /** requests beside the page's own file, messages on the console, errors, dialogs */
  readonly noise: readonly string[];
}

// Without a browser these are skipped, and counted so.
describe.skipIf(executablePath === null)('report.html in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-page-'));
  let browser: Browser | undefined;

  beforeAll(async () => {
    // Containers run as root, where the browser's own sandbox refuses to.
    browser = await chromium.launch({ ...(executablePath === null ? {} : { executablePath }), args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open({ report, events } = hostileReport(), view: { width?: number; dark?: boolean; hash?: string } = {}): Promise<Opened> {
    if (browser === undefined) throw new Error('the browser has not started');
    const file = join(folder, `${Math.random()}.html`);
    writeFileSync(file, renderPage(report, events));
    const page = await browser.newPage({
      viewport: { width: view.width ?? 1280, height: 844 },
      colorScheme: view.dark === true ? 'dark' : 'light',
    });
    onTestFinished(() => page.close());
    const noise: string[] = [];
    const own = pathToFileURL(file).href;
    page.on('request', (request) => void (request.url().split('#')[0] === own || noise.push(`request ${request.url()}`)));
    page.on('console', (message) => void noise.push(`console ${message.text()}`));
    page.on('pageerror', (error) => void noise.push(`error ${error.message}`));
    page.on('dialog', (dialog) => void noise.push(`dialog ${dialog.message()}`));
    await page.goto(`${own}${view.hash ?? ''}`);
    return { page, noise };
  }

  test('opened as a file it asks for nothing, says nothing on the console, and runs nothing of what a target has sent', async () => {
    const { page, noise } = await open();
    for (const summary of await page.locator('summary').all()) if (await summary.isVisible()) await summary.click();
    for (const summary of await page.locator('.evidence summary').all()) if (await summary.isVisible()) await summary.click();
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

  test.each([
    ['report.html', renderPage(hostileReport().report, []), 'header', 'maxWidth', '1152px'],
    ['a page of tables', page('T', [table('Rows', ['one'], [['x']])]), 'body', 'maxWidth', '960px'],
  ])(
    '%s: a script, a style and a picture that got into it do nothing, its own style holds',
    async (_name, html, place, property, value) => {
      if (browser === undefined) throw new Error('the browser has not started');
      const own = join(folder, `${Math.random()}.html`);
      const injected = `<script>window.hacked=1</script><img src="https://outside.example.test/x.png" onerror="window.hacked=2"><base href="https://outside.example.test/"><style>${place}{max-width:1px !important}</style></body>`;
      writeFileSync(
        own,
        html.replace('</body>', () => injected),
      );
      const opened = await browser.newPage();
      onTestFinished(() => opened.close());
      const blocked: string[] = [];
      opened.on('requestfailed', (request) => void blocked.push(`${request.url()} ${request.failure()?.errorText ?? ''}`));
      await opened.goto(pathToFileURL(own).href);
      expect([
        await opened.evaluate('typeof window.hacked'),
        blocked,
        await opened.evaluate('document.baseURI'),
        await opened.evaluate(`getComputedStyle(document.querySelector('${place}')).${property}`),
      ]).toEqual(['undefined', ['https://outside.example.test/x.png csp'], pathToFileURL(own).href, value]);
    },
  );

  test.each([
    [1280, false],
    [1280, true],
    [390, false],
    [390, true],
  ])('at %i pixels, dark: %s, nothing is wider than the page', async (width, dark) => {
    const { page, noise } = await open(hostileReport(), { width, dark });
    for (const summary of await page.locator('summary').all()) if (await summary.isVisible()) await summary.click();
    const wide = await page.evaluate('document.documentElement.scrollWidth');
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect([noise, wide, ground]).toEqual([[], width, dark ? 'rgb(20, 24, 27)' : 'rgb(251, 251, 250)']);
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
    expect(await page.locator('.shows, .exchange').first().locator('pre').first().isVisible()).toBe(true);
  });

  test('clauses are searched by words, verdict and document', async () => {
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
    expect([byWords, byVerdict, await found()]).toEqual([
      ['1 of 5 clauses', ['authn.transitions.refused']],
      ['1 of 5 clauses', ['pam.scope']],
      ['1 of 5 clauses', ['gov.request.unclaimed']],
    ]);
  });

  test('a link to a clause shows it, even where the filter hides it', async () => {
    const { page } = await open();
    await page.getByLabel('Search').fill('nothing says this');
    await page.locator('a[href="#clause-authn.transitions.refused"]').first().click();
    await page.locator('#clause-authn\\.transitions\\.refused').waitFor({ state: 'visible' });
    const direct = await open(hostileReport(), { hash: '#clause-authn.errors.open' });
    expect(await direct.page.locator('#clause-authn\\.errors\\.open').isVisible()).toBe(true);
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
    const { page, noise } = await open(largeReport(10_000, 500));
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

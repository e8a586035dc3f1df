import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { renderAnnotations } from '../src/report/annotations.ts';
import { writeAllureResults } from '../src/report/allure-results.ts';
import { reportText } from '../src/report/json.ts';
import { renderJUnit } from '../src/report/junit.ts';
import { renderMarkdown } from '../src/report/markdown.ts';
import { renderPage } from '../src/report/page/page.ts';
import { findBrowser } from '../test/support/find-browser.ts';
import { largeReport } from '../test/support/hostile-report.ts';
import { loadSpecs } from '../src/model/load.ts';
import { rejudge } from '../src/run/rejudge.ts';
import type { ReportedRun } from '../src/report/renderers.ts';

/** Size and time of every projection: of a stored run, where one is named, and of 10,000 exchanges with 500 failures. */
export async function reportFigures(run: string | undefined): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'assay-figures-'));
  try {
    if (run !== undefined) {
      const specs = loadSpecs();
      const begun = performance.now();
      const reported = rejudge(run, specs);
      line('judged again', performance.now() - begun);
      measure(scratch, run, reported);
    }
    measure(scratch, '10,000 exchanges, 500 failures', largeReport(10_000, 500));
    for (const folder of readdirSync(scratch)) await firstPaint(join(scratch, folder, 'report.html'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function measure(scratch: string, what: string, { report, events }: ReportedRun): void {
  console.log(`${what}: ${report.requests.sent} requests, ${report.failures.length} failures, ${report.clauses.length} clauses`);
  const folder = mkdtempSync(join(scratch, 'run-'));
  const texts: readonly (readonly [string, () => string])[] = [
    ['report.json', () => reportText(report)],
    ['summary.md', () => renderMarkdown(report)],
    ['junit.xml', () => renderJUnit(report)],
    ['annotations.txt', () => renderAnnotations(report)],
    ['report.html', () => renderPage(report, events)],
  ];
  for (const [name, render] of texts) timed(join(folder, name), (file) => writeFileSync(file, render()));
  timed(join(folder, 'allure-results'), (file) => writeAllureResults(file, report));
}

/** When a browser of this machine first shows the page, the best of three; nothing where there is no browser. */
async function firstPaint(file: string): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === undefined) return;
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  const paints: number[] = [];
  for (let time = 0; time < 3; time++) {
    await page.goto(pathToFileURL(file).href);
    paints.push(Number(await page.evaluate(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)));
  }
  await browser.close();
  line(`first paint`, Math.min(...paints), undefined, statSync(file).size);
}

function timed(file: string, make: (file: string) => void): void {
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  make(file);
  const { user, system } = process.cpuUsage(cpu);
  line(file.slice(file.lastIndexOf('/') + 1), performance.now() - begun, (user + system) / 1000, sizeOf(file));
}

function line(name: string, wall: number, cpu?: number, bytes?: number): void {
  const size = bytes === undefined ? '' : `${Math.ceil(bytes / 1000).toLocaleString('en-US')} kB`;
  console.log(
    `  ${name.padEnd(16)}${size.padStart(10)}  ${wall.toFixed(0).padStart(6)} ms${cpu === undefined ? '' : `  ${cpu.toFixed(0).padStart(6)} ms of CPU`}`,
  );
}

function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}

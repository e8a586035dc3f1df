import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The HTML could not be made; the results remain and can be rendered again. */
export class AllureHtmlError extends Error {
  override readonly name = 'AllureHtmlError';
}

/**
 * Renders a folder of Allure results as one HTML file that works offline: no analytics, nothing about the machine or the CI
 * job, and a policy that forbids the page any request. The only place that knows Allure's programming interface.
 */
export async function writeAllureHtml(resultsDir: string, file: string, name = 'Assay'): Promise<void> {
  const html = sealed(await render(resultsDir, name));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, html);
  await rename(`${file}.part`, file);
}

/** Loads Allure ahead of its use, while others are at work; what fails here fails again where it is needed, and is told there. */
export function loadAhead(): void {
  import('@allurereport/core').catch(() => undefined);
}

async function render(resultsDir: string, name: string): Promise<string> {
  // Loaded here: the import takes about as long as the rendering, and only runs that render should pay it.
  const { AllureReport, resolveConfig } = await import('@allurereport/core');
  const { BufferResultFile } = await import('@allurereport/reader-api');
  const files = new Map<string, Buffer>();
  const config = await resolveConfig({
    name,
    // Never created: Allure tidies up this folder, and everything that it writes is kept in memory instead.
    output: join(resultsDir, '.allure-output'),
    plugins: { [PLUGIN]: { options: { singleFile: true, reportLanguage: 'en', ...WITHOUT_CHARTS } } },
  });
  const report = new AllureReport({
    ...config,
    // Allure adds a plugin of its own that would write elsewhere.
    plugins: (config.plugins ?? []).filter(({ id }) => id === PLUGIN),
    reportFiles: { addFile: async (path: string, data: Buffer) => (files.set(path, data), path) },
  });
  await report.start();
  // Read at once: Allure opens and waits for one file after the other.
  for (const name of readdirSync(resultsDir)) await report.readResult(new BufferResultFile(readFileSync(join(resultsDir, name)), name));
  await report.done();
  const page = files.get(`${PLUGIN}/index.html`);
  if (page === undefined)
    throw new AllureHtmlError(
      `${resultsDir}: expected Allure to render one page from these results, found none; look for its message above`,
    );
  return page.toString('utf8');
}

const PLUGIN = 'awesome';

/** Charts show how runs follow one another: of a single one they say nothing, and take a third of the time. */
const WITHOUT_CHARTS = { charts: [], sections: ['timeline'] };

/** All that the page needs is in it, so it may run and show that, and fetch nothing. */
const POLICY = `<meta http-equiv="Content-Security-Policy" content="default-src data: blob: 'unsafe-inline' 'unsafe-eval'; form-action 'none'">`;

/** Takes out what would tell others of the report or the report of others; throws AllureHtmlError where Allure's page has changed. */
export function sealed(html: string): string {
  const withPolicy = replaceOnce(html, /<meta charset="utf-8">/, (charset) => `${charset}\n    ${POLICY}`, 'a charset declaration');
  const withoutCi = replaceOnce(withPolicy, /(?<=window\.allureReportOptions = )\{.*\}/, withoutRendering, 'its options');
  return withoutCi.replace(ANALYTICS, '');
}

/** The loader of the analytics and the script after it, which starts them. */
const ANALYTICS = /<script async src="https:\/\/www\.googletagmanager\.com\/[^"]*"><\/script>\s*<script>[^<]*gtag\([^<]*<\/script>/g;

/**
 * The options name repository, branch, and address of the job, the moment of the rendering and a random number: without them the same results
 * give the same page, which can be told from another then.
 */
function withoutRendering(json: string): string {
  const options: unknown = JSON.parse(json);
  const nowhere = { ci: undefined, createdAt: 0, cacheKey: '0', reportUuid: '00000000-0000-0000-0000-000000000000' };
  return JSON.stringify(typeof options === 'object' ? { ...options, ...nowhere } : options).replaceAll('<', '\\u003c');
}

function replaceOnce(html: string, pattern: RegExp, change: (match: string) => string, what: string): string {
  if (!pattern.test(html))
    throw new AllureHtmlError(`Allure's page: expected ${what} (${pattern.source}), found none; its version does not fit this one`);
  return html.replace(pattern, change);
}

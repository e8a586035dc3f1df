import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter } from 'vitest/node';
import { JUnitReporter } from 'vitest/node';
import AllureReporter from 'allure-vitest/reporter';
import type { Report } from '../spec/types.ts';
import { writeAllureHtml } from '../report/allure-html.ts';
import { writeReport } from '../report/json.ts';
import { renderMarkdown } from '../report/markdown.ts';
import { TRACE_FILE } from './session.ts';

export interface WrittenFile {
  readonly about: string;
  readonly path: string;
}

const ALLURE_RESULTS = 'allure-results';

/** Reporters of the judge group that leave their files in the run's folder. */
export function evidenceReporters(folder: string): readonly Reporter[] {
  // Allure mixes in whatever lies there already.
  rmSync(join(folder, ALLURE_RESULTS), { recursive: true, force: true });
  return [
    new JUnitReporter({ outputFile: join(folder, 'junit.xml'), suiteName: 'assay' }),
    new AllureReporter({ resultsDir: join(folder, ALLURE_RESULTS) }),
  ];
}

/** Writes every projection of a run and answers where they are. */
export async function writeReports(folder: string, report: Report): Promise<readonly WrittenFile[]> {
  const verdicts = writeVerdicts(folder, report);
  const html = join(folder, 'allure.html');
  await writeAllureHtml(join(folder, ALLURE_RESULTS), html);
  return [{ about: 'report', path: html }, ...verdicts, { about: 'JUnit', path: join(folder, 'junit.xml') }];
}

/** What can be written at once, also of a run that was interrupted. */
export function writeVerdicts(folder: string, report: Report): readonly WrittenFile[] {
  const file = (name: string): string => join(folder, name);
  writeReport(file('report.json'), report);
  writeFileSync(file('summary.md'), renderMarkdown(report));
  return [
    { about: 'verdicts', path: file('report.json') },
    { about: 'trace', path: file(TRACE_FILE) },
    { about: 'summary', path: file('summary.md') },
  ];
}

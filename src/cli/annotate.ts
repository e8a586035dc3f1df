import { renderAnnotations } from '../report/annotations.ts';
import type { Report } from '../model/types.ts';

/** Tells a CI that reads GitHub's workflow commands, on standard error as well as on standard output, where to show what. */
export function annotate(report: Report): void {
  if (process.env['GITHUB_ACTIONS'] === 'true') process.stderr.write(renderAnnotations(report));
}

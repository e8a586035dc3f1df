import type { Report } from '../model/types.ts';

export interface WrittenFile {
  readonly about: string;
  readonly path: string;
  /** why it is not there: it could not be made, which the others and the verdicts do not suffer from */
  readonly broken?: string;
}

export interface FinishedRun {
  readonly report: Report;
  readonly files: readonly WrittenFile[];
}

export interface RegeneratedReport {
  readonly report: Report;
  readonly files: readonly WrittenFile[];
  /** what may make verdicts differ from those of the run, beside the target */
  readonly otherwise: string | undefined;
}

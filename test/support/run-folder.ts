import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { inject } from 'vitest';
import type { Report } from '../../src/model/types.ts';
import { readTrace } from '../../src/trace/reader.ts';
import type { TraceEvent } from '../../src/trace/events.ts';

/** The events of a run's trace. */
export function readEvents(run: string): readonly TraceEvent[] {
  return readTrace(join(run, 'trace.ndjson')).events;
}

/** What a run that was interrupted leaves: a report that its schema permits, without failures, and an end that says so. */
export const INTERRUPTED = { findings: [], outcome: 'partial', failures: [], how: 'interrupted' };

/** The same of a run, as it has ended. */
export function endingOf(run: string): { readonly [Part in keyof typeof INTERRUPTED]: unknown } {
  const { report, findings } = readReport(run);
  const end = readEvents(run).at(-1);
  return { findings, outcome: report.outcome, failures: report.failures, how: end?.type === 'end' ? end.how : undefined };
}

/** The report of a run, and what the installed package's own schema has against it. */
export function readReport(run: string): { readonly report: Report; readonly findings: unknown } {
  const report: Report = JSON.parse(readFileSync(join(run, 'report.json'), 'utf8'));
  const validate = (validator ??= reportValidator());
  return { report, findings: validate(report) ? [] : validate.errors };
}

/** Compiled once for all files of a thread: they have one installation. */
let validator: ValidateFunction | undefined;

function reportValidator(): ValidateFunction {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  for (const name of ['clauses', 'trace', 'run-lock']) ajv.addSchema(metaSchema(name), `${name}.schema.json`);
  return ajv.compile(metaSchema('report'));
}

function metaSchema(name: string): Record<string, unknown> {
  return JSON.parse(
    readFileSync(join(inject('installation').folder, 'node_modules', 'assay', 'specs', 'meta', `${name}.schema.json`), 'utf8'),
  );
}

/** One digest of all requests of a run in their order: method, path and body, whatever the port. */
export function requestsDigest(run: string): string {
  const hash = createHash('sha256');
  for (const event of readEvents(run)) {
    if (event.type !== 'exchange') continue;
    const { method, url, body, text } = event.request;
    const { pathname, search } = new URL(url);
    hash.update(JSON.stringify([method, pathname + search, body, text]));
  }
  return hash.digest('hex');
}

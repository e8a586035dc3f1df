import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compareReports } from '../../src/report/diff/compare.ts';
import { certificateText, seal } from '../../src/report/certificate/dsse.ts';
import { renderJUnit } from '../../src/report/junit.ts';
import { renderMarkdown } from '../../src/report/markdown.ts';
import { renderPage } from '../../src/report/page/page.ts';
import { renderSummary } from '../../src/report/summary.ts';
import { pastRun } from '../../src/report/trend/past-run.ts';
import { renderTrend } from '../../src/report/trend/trend-text.ts';
import { readRun } from '../../src/run/baseline.ts';
import { openCertificate } from '../../src/run/certificate/open-certificate.ts';
import { CERTIFICATE_FILE } from '../../src/run/certificate/run-files.ts';
import { keepHistory, readHistory } from '../../src/run/history.ts';
import { joinShards } from '../../src/run/merge/merge-shards.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { CodedError, exitCodeOf } from '../../src/model/errors.ts';
import { certifiedRun, KEYS, tourSpecs } from '../support/certified-run.ts';
import { cases, SEED } from '../support/draw.ts';
import { storedShard } from '../support/stored-shards.ts';
import { changed, changes } from './fuzz-stored.ts';
import type { Change } from './fuzz-stored.ts';

const specs = tourSpecs();
/** A place on its own for all cases: each writes over the one before. */
let place = '';
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'assay-fuzzed-'));
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

function kept(folder: string, name: string): string {
  const copy = join(place, name);
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** Runs a case: what is refused is refused in a sentence, and everything else is a crash. */
function survives(action: () => void): 'read' | 'refused' {
  try {
    action();
    return 'read';
  } catch (error) {
    if (!(error instanceof CodedError) || exitCodeOf(error.code) !== 2) throw error;
    expect(error.message).toMatch(/\S/);
    return 'refused';
  }
}

/** Tries an action on changes that are drawn; both answers have to come, or the fuzzer misses what it is for. */
function fuzz(runs: number, action: (all: readonly Change[]) => void): void {
  const answers = new Map<string, number>();
  fc.assert(
    fc.property(changes, (all) => {
      const answer = survives(() => action(all));
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }),
    { numRuns: runs, seed: SEED },
  );
  expect(answers.get('refused') ?? 0).toBeGreaterThan(runs / 20);
  expect(answers.get('read') ?? 0).toBeGreaterThan(runs / 200);
}

function jsonLines(file: string): readonly unknown[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

function asLines(value: unknown): string {
  return (Array.isArray(value) ? value : [value]).map((line) => `${JSON.stringify(line) ?? ''}\n`).join('');
}

test('traces that somebody has changed are judged or refused', async () => {
  const folder = kept((await certifiedRun()).folder, 'run');
  const file = join(folder, 'trace.ndjson');
  const lines = jsonLines(file);
  fuzz(cases(4_500, 250), (all) => {
    writeFileSync(file, asLines(changed(lines, all)));
    const { report, events } = rejudge(folder, specs);
    renderSummary(report, { color: false, width: 100, files: [] });
    renderMarkdown(report);
    renderJUnit(report);
    renderPage(report, events);
  });
});

test('locks that somebody has changed', async () => {
  const folder = kept((await certifiedRun()).folder, 'run');
  const file = join(folder, 'run.lock.json');
  const lock: unknown = JSON.parse(readFileSync(file, 'utf8'));
  fuzz(cases(2_250, 200), (all) => {
    writeFileSync(file, `${JSON.stringify(changed(lock, all), undefined, 2) ?? ''}\n`);
    rejudge(folder, specs);
  });
});

test('reports that somebody has changed are compared, kept in a history and drawn', async () => {
  const folder = kept((await certifiedRun()).folder, 'run');
  const before = readRun(folder);
  const file = join(folder, 'report.json');
  const report: unknown = JSON.parse(readFileSync(file, 'utf8'));
  fuzz(cases(3_000, 200), (all) => {
    writeFileSync(file, `${JSON.stringify(changed(report, all), undefined, 2) ?? ''}\n`);
    const after = readRun(folder);
    compareReports(before, after, { failOn: ['newly-failing', 'latency', 'observations', 'suite', 'flaky', 'not-judged'] });
    compareReports(after, before, { failOn: ['newly-passing', 'fails-otherwise'] });
    renderTrend([pastRun(before), pastRun(after)], false);
  });
});

test('histories that somebody has changed', async () => {
  const { folder } = await certifiedRun();
  const history = join(place, 'history');
  mkdirSync(history, { recursive: true });
  keepHistory(history, [pastRun(readRun(folder))]);
  const file = join(history, 'history.ndjson');
  const [first] = jsonLines(file);
  fuzz(cases(2_250, 200), (all) => {
    writeFileSync(file, asLines(changed([first, first], all)));
    renderTrend(readHistory(history), true);
  });
});

test('shards that somebody has changed are joined or refused, and leave nothing behind', () => {
  const [one, two] = [kept(storedShard(1), 'one'), kept(storedShard(2), 'two')];
  const files = { lock: join(one, 'run.lock.json'), trace: join(one, 'trace.ndjson') };
  const lock: unknown = JSON.parse(readFileSync(files.lock, 'utf8'));
  const trace = jsonLines(files.trace);
  const out = join(place, 'joined');
  fuzz(cases(2_250, 200), (all) => {
    rmSync(out, { recursive: true, force: true });
    const both = changed({ lock, trace }, all);
    const part = (key: string): unknown => (typeof both === 'object' && both !== null ? Reflect.get(both, key) : undefined);
    writeFileSync(files.lock, `${JSON.stringify(part('lock'), undefined, 2) ?? ''}\n`);
    writeFileSync(files.trace, asLines(part('trace')));
    joinShards([one, two], out, specs);
  });
});

test('statements of certificates that somebody has changed and signed', async () => {
  const { folder } = await certifiedRun();
  const { payload } = JSON.parse(readFileSync(join(folder, CERTIFICATE_FILE), 'utf8'));
  const statement: unknown = JSON.parse(Buffer.from(String(payload), 'base64').toString('utf8'));
  fc.assert(
    fc.property(changes, (all) => {
      const text = JSON.stringify(changed(statement, all)) ?? '';
      const opened = openCertificate(certificateText(seal(Buffer.from(text), KEYS.privateKey)), KEYS.publicKey);
      expect('broken' in opened || opened.keyId.length === 64).toBe(true);
    }),
    { numRuns: cases(2_250, 200), seed: SEED },
  );
});

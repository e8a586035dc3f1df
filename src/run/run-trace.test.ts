import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RECORDED } from '../model/stored-file.ts';
import type { TraceEvent } from '../trace/events.ts';
import { readTrace } from '../trace/reader.ts';
import { temporaryFolder } from '../../test/support/stored-run.ts';
import { endOfTrace, fullTrace, openRunTrace, TRACE_FILE } from './run-trace.ts';

const eventOf = (length: number): TraceEvent => ({
  type: 'case',
  case: 'probe/look',
  document: 'authentication',
  kind: 'probe',
  title: 'x'.repeat(length),
});

test('a trace takes no event that nobody would read, and ends all the same', () => {
  const folder = temporaryFolder();
  const trace = openRunTrace(folder, 1_000);
  trace.append(eventOf(500));
  const full = expect.objectContaining({ code: 'trace-full', message: expect.stringContaining('Drive parts of it (--document') });
  expect(() => trace.append(eventOf(500))).toThrow(full);
  expect(() => trace.append(eventOf(1))).toThrow(full);
  trace.close();
  const again = openRunTrace(folder, 1_000);
  expect(again.bytes()).toBe(statSync(join(folder, TRACE_FILE)).size);
  again.append(endOfTrace(folder, 'interrupted', { harnessErrors: ['x'.repeat(1_000)] }));
  again.close();
  expect(readTrace(join(folder, TRACE_FILE))).toMatchObject({ events: [{ type: 'case' }, { type: 'end' }], truncated: false });
});

test('a run sends nothing more while there is room to wind up', () => {
  const used = (bytes: number): string | undefined => fullTrace({ bytes: () => bytes })?.why;
  expect([used(0), used(RECORDED - (16 << 20) - 1), used(RECORDED - (16 << 20))]).toEqual([
    undefined,
    undefined,
    'trace.ndjson has the 96 MiB that are judged of one run: drive parts of it (--document, --feature)',
  ]);
});

import { Command } from 'commander';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/stored-run.ts';
import { demandReporters, isForMachine, withReporters, type ResultFlags } from './reporters.ts';

function reportersOf(...names: readonly string[]): ResultFlags {
  const command = withReporters(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  return command
    .parse(
      names.flatMap((name) => ['--reporter', name]),
      { from: 'user' },
    )
    .opts();
}

test('a name prints its report, NAME=FILE writes it; the rest of a value is the file', () => {
  expect([reportersOf('junit'), reportersOf('har=a=b.har', 'otel=spans.json')]).toEqual([
    { reporter: [{ name: 'junit' }] },
    {
      reporter: [
        { name: 'har', file: 'a=b.har' },
        { name: 'otel', file: 'spans.json' },
      ],
    },
  ]);
  expect([{}, { json: true }, reportersOf('junit'), reportersOf('junit=x')].map(isForMachine)).toEqual([false, true, true, false]);
});

test('spans go to a collector on this machine, beside what standard output holds', () => {
  const sent = ['http://127.0.0.1:4318/v1/traces', 'http://localhost:4318/v1/traces', 'http://[::1]:4318/v1/traces'];
  const flags = reportersOf(...sent.map((url) => `otel=${url}`), 'junit');
  expect(flags.reporter?.map(({ name, file, endpoint }) => [name, file, endpoint?.href])).toEqual([
    ...sent.map((url) => ['otel', undefined, url]),
    ['junit', undefined, undefined],
  ]);
  expect(() => demandReporters(flags, undefined)).not.toThrow();
  expect(isForMachine(reportersOf(`otel=${sent[0]}`))).toBe(false);
});

test.each([
  ['junti', /one of json, markdown, .*Did you mean 'junit'/],
  ['allure', /Expected allure=FOLDER/],
  ['har=', /found no file/],
  ['har=http://127.0.0.1:4318/v1/traces', /Expected har=FILE, found an address/],
  ['otel=https://collector.example.test/v1/traces', /Expected an address of this machine/],
  ['otel=http://127.0.0.1.example.test:4318/', /Expected an address of this machine/],
  ['otel=http://', /Expected an address of this machine/],
  ['otel=http://ada:pw@127.0.0.1:4318/', /Expected an address of this machine without credentials/],
])('--reporter %s is refused', (value, says) => {
  expect(() => reportersOf(value)).toThrow(says);
});

test('two reports for standard output, and places that cannot be written, are refused before anything is sent', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full', 'file'), '');
  const flags = (name: string): ResultFlags => reportersOf(`${name}=${join(folder, 'full')}`);
  const below = reportersOf(`har=${join(folder, 'full', 'file', 'x.har')}`);
  expect(() => demandReporters({ ...reportersOf('har'), json: true }, undefined)).toThrow(
    /--json and --reporter har: .*--reporter NAME=FILE/,
  );
  expect(() => demandReporters(flags('har'), undefined)).toThrow(/--reporter har=.*full: expected a file, found a folder/);
  expect(() => demandReporters(flags('allure'), undefined)).toThrow(
    /--reporter allure=.*full: expected a new or empty folder, found files/,
  );
  expect(() => demandReporters(below, undefined)).toThrow(/expected a folder at .*file, found a file/);
  expect(() => demandReporters(reportersOf(`har=${join(folder, 'new', 'x.har')}`), undefined)).not.toThrow();
});

test('a report takes the place of no other, of no file of its run, and of no pipe that nobody may read', () => {
  const folder = temporaryFolder();
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('there'), '');
  symlinkSync('there', at('link'));
  execFileSync('mkfifo', [at('pipe')]);
  const refusal =
    (...names: readonly string[]): (() => void) =>
    () =>
      demandReporters(reportersOf(...names), at('run'));
  expect(refusal(`json=${at('there')}`, `html=${at('link')}`)).toThrow(
    /--reporter html=.*expected a file of its own, found that of --reporter json/,
  );
  expect(refusal(`har=${at('run/new/../trace.ndjson')}`)).toThrow(
    /--reporter har=.*expected a file of its own, found that of the run itself/,
  );
  expect(refusal(`har=${at('pipe')}`)).toThrow(/--reporter har=.*pipe: expected a file, found a pipe/);
  expect(refusal(`json=${at('there')}`, `html=${at('run/of-mine.html')}`)).not.toThrow();
});

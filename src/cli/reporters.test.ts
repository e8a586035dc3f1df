import { Command } from 'commander';
import { mkdirSync, writeFileSync } from 'node:fs';
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

test.each([
  ['junti', /one of json, markdown, .*Did you mean 'junit'/],
  ['allure', /Expected allure=FOLDER/],
  ['har=', /found no file/],
])('--reporter %s is refused', (value, says) => {
  expect(() => reportersOf(value)).toThrow(says);
});

test('two reports for standard output, and places that cannot be written, are refused before anything is sent', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'full'));
  writeFileSync(join(folder, 'full', 'file'), '');
  const flags = (name: string): ResultFlags => reportersOf(`${name}=${join(folder, 'full')}`);
  const below = reportersOf(`har=${join(folder, 'full', 'file', 'x.har')}`);
  expect(() => demandReporters({ ...reportersOf('har'), json: true })).toThrow(/--json and --reporter har: .*--reporter NAME=FILE/);
  expect(() => demandReporters(flags('har'))).toThrow(/--reporter har=.*full: expected a file, found a folder/);
  expect(() => demandReporters(flags('allure'))).toThrow(/--reporter allure=.*full: expected a new or empty folder, found files/);
  expect(() => demandReporters(below)).toThrow(/expected a folder at .*file, found a file/);
  expect(() => demandReporters(reportersOf(`har=${join(folder, 'new', 'x.har')}`))).not.toThrow();
});

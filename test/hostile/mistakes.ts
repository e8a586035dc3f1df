import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ERRORS } from '../../src/model/errors.ts';
import { commandRunner } from './commands.ts';

/** Something that must never be told: it stands in profiles, in files and in the environment. */
export const CANARY = 'canary-7f3a9e';

/** What can stand in a folder under a name: a text, or something that no file of a user's should be. */
export type Content = string | Buffer | { readonly special: 'fifo' | 'folder' } | { readonly bytes: number };

/** A mistake of a user: what stands in the folder, what is typed, and what the one sentence has to say. */
export interface Mistake {
  readonly what: string;
  /** `PORT` in a text is one where somebody listens who counts */
  readonly files?: Readonly<Record<string, Content>>;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly says: RegExp;
}

/** Puts files and what is none into a folder. */
export function furnish(folder: string, files: Readonly<Record<string, Content>>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    if (typeof content === 'string' || Buffer.isBuffer(content)) writeFileSync(path, content);
    else if ('bytes' in content) {
      writeFileSync(path, '');
      truncateSync(path, content.bytes);
    } else if (content.special === 'folder') mkdirSync(path);
    else execFileSync('mkfifo', [path]);
  }
}

/** Codes of the errors that are the user's to put right. */
const CODES = Object.values(ERRORS).flatMap(({ exit, rows }) => (exit === 2 ? Object.keys(rows) : []));

/** A folder that is removed after the test. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-hostile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** More than any command needs to say that something is wrong. */
export const MOST_MIB = 512;

/** What is wrong with the way in which a command speaks: nothing may steer a terminal or a CI, be a stack, or tell a secret. */
export function faultsOfSpeech(text: string): readonly string[] {
  const faults: readonly (readonly [string, RegExp])[] = [
    ['a secret', new RegExp(`${CANARY}|7357735773`, 'i')],
    // oxlint-disable-next-line no-control-regex -- they are what must not be there
    ['a control character', /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/],
    ['a command to a CI', /^.*(?:::(?:error|warning|notice|group|add-mask|set-output|stop-commands)\b|##\[)/m],
    ['a stack', /^ {4}at /m],
    ['a warning of Node', /^\(node:\d+\)/m],
    ['a line that nobody reads to its end', /^.{3000}/m],
  ];
  return [...faults.filter(([, pattern]) => pattern.test(text)).map(([what]) => what), ...(text.length > 20_000 ? ['far too much'] : [])];
}

/** Holds a command to its contract for each mistake: exit code 2, one sentence with place and remedy, nothing sent, nothing written, nothing told. */
export function holdMistakes(mistakes: readonly Mistake[]): void {
  const run = commandRunner();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  let port = 0;
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    port = typeof address === 'object' && address !== null ? address.port : 0;
  });
  afterAll(() => void server.close());

  test.each(mistakes)('$what', async ({ files = {}, args, environment, says }) => {
    const folder = testFolder();
    const addressed = Object.entries(files).map(
      ([name, content]) => [name, typeof content === 'string' ? content.replaceAll('PORT', String(port)) : content] as const,
    );
    furnish(folder, Object.fromEntries(addressed));
    const before = connections;
    const { code, stdout, stderr, errorCode, peakMiB } = await run(
      folder,
      args.map((word) => word.replace('PORT', String(port))),
      environment,
    );
    expect(stderr).toMatch(says);
    expect({
      code,
      stdout,
      faults: faultsOfSpeech(stderr),
      sent: connections - before,
      written: files['out'] === undefined && existsSync(join(folder, 'out')),
      tooLarge: peakMiB > MOST_MIB && peakMiB,
      hasCode: CODES.includes(errorCode ?? 'none'),
    }).toEqual({ code: 2, stdout: '', faults: [], sent: 0, written: false, tooLarge: false, hasCode: true });
  });
}

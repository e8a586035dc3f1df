import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assay, assayWith, assayInShell, emptyFolder } from '../support/assay-process.ts';
import { draw } from '../support/draw.ts';

/** What commands print. */
const RESULTS: readonly (readonly string[])[] = [
  ['--version'],
  ['--help'],
  ['load', 'soak', '--help'],
  ['clauses'],
  ['states', '--json'],
  ['explain', 'authn'],
  ['plan', '--json'],
  ['load', 'saturate', '--dry-run'],
  ['load', 'ratelimit', '--dry-run', '--json'],
  ['run', '--document', 'governance', '--walks', '0', '--json', '--out', 'out'],
  ['mock'],
];

describe.skipIf(process.platform !== 'linux')(
  'where nothing was judged the exit code is not 1, and where nobody has the results it is not 0',
  () => {
    test.each(draw(4, RESULTS).map((args) => [args.join(' '), args] as const))(
      '%s: results that find no room end with 4, and one sentence',
      async (_name, args) => {
        const { code, stderr } = await assayInShell('exec "$0" "$@" > /dev/full', emptyFolder(), ...args);
        expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([
          4,
          'assay: standard output: cannot be written: ENOSPC: no space left on device, write. Nobody has these results. Make room, or write them elsewhere',
        ]);
      },
    );

    test('a file that takes a part of the results', async () => {
      const { code, stderr } = await assayInShell('ulimit -f 3; exec "$0" "$@" > results.json', emptyFolder(), 'clauses', '--json');
      expect([code, stderr]).toEqual([4, expect.stringContaining('standard output: cannot be written: EFBIG')]);
    });

    test('a reader that has enough is none of it', async () => {
      const { code, stdout, stderr } = await assayInShell('"$0" "$@" | head -n 1', emptyFolder(), 'clauses');
      expect([code, stdout.split('\n').length, stderr]).toEqual([0, 2, '']);
    });

    test('progress and errors that find no room change no exit code', async () => {
      const { code } = await assayInShell('exec "$0" "$@" 2> /dev/full', emptyFolder(), 'run', '--clause', 'nope');
      expect(code).toBe(2);
    });

    // With less Node itself is aborted by a signal, and twice as many are enough.
    test('no more than 32 open files: 4, and what to do', async () => {
      const folder = emptyFolder();
      const { code, stdout, stderr } = await assayInShell('ulimit -n 32; exec "$0" "$@"', folder, 'run', '--out', 'out');
      expect({ code, stdout, begun: existsSync(join(folder, 'out')) }).toEqual({ code: 4, stdout: '', begun: false });
      expect(stderr).toMatch(/^assay: the harness cannot be loaded: .*\. Allow more open files: ulimit -n 1024\n$/);
    });

    test.each(['run', 'clauses', '--help'])('%s in a folder that was removed: 2, and what to do', async (command) => {
      expect(await assayInShell('mkdir gone; cd gone; rmdir ../gone; exec "$0" "$@"', emptyFolder(), command)).toEqual({
        code: 2,
        stdout: '',
        stderr: 'assay: the working directory: expected a folder, found that it was removed. Change to one that is there\n',
        errorCode: 'folder-gone',
      });
    });
  },
);

test('a Node.js that may not compile code: 2, and what to do', async () => {
  const folder = emptyFolder();
  const environment = { NODE_OPTIONS: '--disallow-code-generation-from-strings' };
  const { code, stdout, stderr, errorCode } = await assayWith(environment, folder, 'run', '--clause', 'authn.errors.**');
  expect({ code, stdout, errorCode }).toEqual({ code: 2, stdout: '', errorCode: 'compiler-off' });
  expect(stderr).toMatch(/^assay: Node\.js: expected that schemas can be compiled, found --disallow.* Take it out of NODE_OPTIONS/);
});

test('a file of the package that is missing: 4, and what to do', async () => {
  const folder = emptyFolder();
  const { code, stdout, stderr } = await assayInShell(
    'cp "$(dirname "$(readlink -f "$0")")/main.js" main.mjs; exec node main.mjs clauses',
    folder,
    'clauses',
  );
  expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
  expect(stderr).toMatch(/^assay: the harness cannot be loaded: Cannot find module .*\. Install it again, for Node\.js 20\.19\+, /s);
});

test('a command that does what it should ends with 0', async () => {
  expect((await assay(emptyFolder(), 'clauses', '--document', 'governance')).code).toBe(0);
});

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Requirements } from '../model/types.ts';
import { temporaryFolder } from '../../test/support/stored-run.ts';
import { suiteState, STAMP_FILE, suiteDigest, suiteFiles, type Stamp } from './suite-state.ts';

const COMMIT = 'b'.repeat(40);
const RELEASE: Requirements = { version: '1.2.3', specs: 'specs-digest', scored: [], provisional: [] };

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const CODE = ['dist/src/cli/main.js', 'dist/src/doors/judge.js', 'dist/validators/answers.cjs'];

/** A package that was built like this, from what is in it. */
function built(stamp: Partial<Stamp> = {}): string {
  const root = temporaryFolder();
  write(root, 'dist/src/cli/main.js', 'run();');
  write(root, 'dist/src/doors/judge.js', 'judge();');
  write(root, 'dist/validators/answers.cjs', 'validate();');
  write(root, 'specs/doors/clauses.yaml', 'clauses: []');
  write(root, STAMP_FILE, JSON.stringify({ commit: COMMIT, changes: [], files: suiteFiles(root, CODE), ...stamp }));
  return root;
}

const dirt = (root: string): readonly string[] => suiteState(root, 'specs-digest', RELEASE).dirty;

test('a suite that is as it was built from a clean commit is the release, whatever lies beside it', () => {
  const root = built();
  const files = suiteFiles(root, CODE);
  write(root, 'dist/src/cli/left-over.js', 'never();');
  expect(suiteState(root, 'specs-digest', RELEASE)).toEqual({ digest: suiteDigest(files), commit: COMMIT, dirty: [] });
  expect(Object.keys(files)).toEqual([...CODE, 'specs/doors/clauses.yaml']);
});

test('uncommitted changes at the build and no build at all are told; an archive has no commit', () => {
  const unbuilt = temporaryFolder();
  const changes = ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.ts', 'g.ts'];
  expect([dirt(built({ changes })), dirt(built({ commit: null })), dirt(unbuilt)]).toEqual([
    ['it was built with uncommitted changes: a.ts, b.ts, c.ts, d.ts, e.ts and 2 more'],
    [],
    ['it was not built: npm run build'],
  ]);
});

test('a file that was changed, added to the specs or taken away since the build is named', () => {
  const root = built();
  write(root, 'dist/src/cli/main.js', 'run(more);');
  write(root, 'specs/doors/limits.yaml', '');
  rmSync(join(root, 'dist/src/doors/judge.js'));
  expect(dirt(root)).toEqual([
    'files have changed since the build: dist/src/cli/main.js, dist/src/doors/judge.js, specs/doors/limits.yaml',
  ]);
});

test('a stamp that was cut off counts as none', () => {
  const root = built();
  write(root, STAMP_FILE, '{"commit":');
  expect(dirt(root)).toEqual(['it was not built: npm run build']);
});

test('specs other than those of the release, and a version without requirements, are told', () => {
  expect([suiteState(built(), 'other', RELEASE).dirty, suiteState(built(), 'other', undefined).dirty]).toEqual([
    ['its specs have the digest other, those of release 1.2.3 specs-digest'],
    ['specs/releases has no requirements of this version'],
  ]);
});

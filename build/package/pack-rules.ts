import { posix } from 'node:path';

/** The text of an ignore file in `dist` that leaves nothing but these files of it to npm: a path that nobody named stays at home. */
export function packRules(files: readonly string[]): string {
  const own = files.map((path) => posix.relative('dist', path.replaceAll('\\', '/')));
  return `${['# Written by the build: what the use of the package needs.', '*', '!*/', ...own.map((path) => `!/${path}`)].join('\n')}\n`;
}

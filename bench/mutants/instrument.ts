import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { documentNames } from '../../src/mock/kit/documents.ts';
import { addMutators } from './more-mutators.ts';
import type { Mutant } from './mutant.ts';

/** The services of the mock with all their mutants in them, each behind a switch. */
export interface Instrumented {
  /** TypeScript by path under src/mock */
  readonly files: ReadonlyMap<string, string>;
  readonly mutants: readonly Mutant[];
}

/** Tests, what helps them, and the faults that were written by hand. */
const NOT_MUTATED = /(?:\.test\.ts|\/(?:test-[\w-]+|try-out|faults?)\.ts)$/;

/** Instruments the source of every service; the kit below them stays as it is. */
export async function instrumentServices(mock: string): Promise<Instrumented> {
  const names = documentNames.flatMap((document) =>
    readdirSync(join(mock, document))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${document}/${file}`)
      .filter((name) => !NOT_MUTATED.test(name))
      .toSorted(),
  );
  const sources = new Map(names.map((name) => [name, readFileSync(join(mock, name), 'utf8')]));
  await addMutators();
  const result = await new Instrumenter(SILENT).instrument(
    [...sources].map(([name, content]) => ({ name, mutate: true, content: withoutConst(content) })),
    { plugins: null, excludedMutations: [], ignorers: [], noHeader: false },
  );
  const identify = identifier();
  return {
    files: new Map(result.files.map(({ name, content }) => [name, content])),
    mutants: result.mutants.map(({ id: number, fileName: file, mutatorName: kind, location: { start, end }, replacement }) => {
      const lines = (sources.get(file) ?? '').split('\n');
      const line = lines[start.line]?.trim() ?? '';
      return {
        id: identify({ file, kind, line, replacement }),
        number,
        document: documentNames.find((name) => file.startsWith(`${name}/`)) ?? documentNames[0],
        file,
        kind,
        line: start.line + 1,
        original: between(lines, start, end),
        replacement,
      };
    }),
  };
}

/** The instrumenter takes `{…} as const` for a type and leaves it alone; the same number of blanks moves nothing. */
function withoutConst(source: string): string {
  return source.replaceAll(/\bas const\b/g, (text) => ' '.repeat(text.length));
}

interface Place {
  readonly file: string;
  readonly kind: string;
  readonly line: string;
  readonly replacement: string;
}

/** Ids that do not change when lines move: only equal lines of a file with equal replacements are counted. */
export function identifier(): (place: Place) => string {
  const seen = new Map<string, number>();
  return ({ file, kind, line, replacement }) => {
    const key = `${file}\n${kind}\n${line}\n${replacement}`;
    const ordinal = (seen.get(key) ?? 0) + 1;
    seen.set(key, ordinal);
    const hash = createHash('sha256').update(`${line}\n${replacement}\n${ordinal}`).digest('hex').slice(0, 10);
    return `${file.replace(basename(file), basename(file, '.ts'))}:${kind}:${hash}`;
  };
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function between(lines: readonly string[], start: Position, end: Position): string {
  const some = lines.slice(start.line, end.line + 1);
  const last = some.length - 1;
  return some.map((line, index) => line.slice(index === 0 ? start.column : 0, index === last ? end.column : undefined)).join('\n');
}

const nothing = (): undefined => undefined;
const never = (): boolean => false;
const SILENT = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

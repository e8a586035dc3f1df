import type { ErrorObject } from 'ajv/dist/2020.js';
import type { LoadRow } from '../../model/types.ts';
import { metaValidator } from '../../model/meta-schemas.ts';
import { SpecError } from '../../model/errors.ts';
import { plainJson } from '../../model/stored-json.ts';
import { RowsError } from './rows-error.ts';
import { textLines, type FilePart, type TextLine } from '../../model/text-lines.ts';

/** A row and where it stands. */
export interface RowLine {
  readonly row: LoadRow;
  readonly line: TextLine;
}

/** However long the load was: no more than a line is held. */
export const ROWS = { limit: Infinity, origin: 'named' } as const;

const VERSION = 'assay/2';
/** How a row begins to tell that it is one, whoever wrote it. */
const MARK = /"row"\s*:\s*"assay\//;

/** The rows of a file, in their order; every other line is the generator's own and passed over. Throws RowsError. */
export function* rowLines(part: FilePart): Generator<RowLine> {
  const isRow = metaValidator<LoadRow>('load-row');
  for (const line of textLines(part, ROWS)) {
    if (!MARK.test(line.text)) continue;
    const place = `${part.file}:${line.number}`;
    const value = parsed(line, place);
    if (!isRow(value)) throw new RowsError('row-malformed', `${place}  ${whatIsWrong(value, isRow.errors ?? [])}`);
    yield { row: value, line };
  }
}

function parsed({ text, isWhole }: TextLine, place: string): unknown {
  try {
    // What a log has put before the row is the log's.
    return plainJson(text.slice(text.indexOf('{')), place);
  } catch (error) {
    if (error instanceof SpecError && !(error.cause instanceof SyntaxError)) throw new RowsError(error.code, error.message);
    throw new RowsError(
      'row-malformed',
      isWhole
        ? `${place}  expected a row, found a broken one: ${text.slice(0, 60)}… Collect the generator's console output line by line`
        : `${place}  the row is cut off in the middle: the rest of the file is missing. Collect it again, or leave this generator out`,
    );
  }
}

/** What the schema calls a row of each kind. */
const TITLES: ReadonlyMap<unknown, string> = new Map([
  ['begin', 'BeginRow'],
  ['answer', 'AnswerRow'],
  ['end', 'EndRow'],
]);

/** The first objection to a field, else to the row as one of its own kind. */
function whatIsWrong(value: unknown, errors: readonly ErrorObject[]): string {
  const field = (name: string): unknown => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined);
  const [version, kind] = [field('row'), field('kind')];
  if (version !== VERSION)
    return `expected a row of the form ${VERSION}, found ${String(version)}: another version of Assay exported the script. Export it again, and run it again`;
  if (kind === 'answer' && field('status') !== 0 && field('headers') === undefined) return WITHOUT_HEADERS;
  const title = TITLES.get(kind);
  if (title === undefined) return `expected a row of the kind begin, answer or end, found ${JSON.stringify(kind)} (${SCHEMA})`;
  const own =
    errors.find(({ instancePath }) => instancePath !== '' && instancePath !== '/kind') ??
    errors.find(({ parentSchema }) => parentSchema?.['title'] === title);
  const where = own?.instancePath === undefined || own.instancePath === '' ? 'the row' : own.instancePath.slice(1).replaceAll('/', '.');
  return `${where} ${own?.message ?? 'is none'}, found ${JSON.stringify(value).slice(0, 80)} (${SCHEMA})`;
}

const SCHEMA = 'specs/meta/load-row.schema.json';

/** Nothing of a limit can be judged without. */
export const WITHOUT_HEADERS =
  'a row without headers: nothing of a rate limit, and no order among generators, can be told without them. Let the generator write every header of an answer';

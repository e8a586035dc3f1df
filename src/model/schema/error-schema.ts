import type { DocumentSpec, ErrorRow } from '../types.ts';
import { annotated, type JsonSchema } from './json-schema.ts';
import { withoutEnd } from '../text-end.ts';

/**
 * A row of the error table over the view: an answer that carries the error's name has one of the statuses documented for it,
 * and its text where the document gives one for all operations. Undefined for a row without a name.
 */
export function errorSchema({ errors }: DocumentSpec, row: ErrorRow): JsonSchema | undefined {
  const { name, named, summary, textOf, clauses } = row;
  if (named === false) return undefined;
  const statuses = errors.errors.filter((other) => other.name === name).map(({ status }) => status);
  const demands = [
    annotated(
      { properties: { status: { enum: statuses } } },
      { clauses: clauses.filter((clause) => !ofText(clause)), expected: `status ${statuses.join(' or ')} with ${name}` },
    ),
    ...(summary === undefined || textOf !== undefined
      ? []
      : [
          annotated(
            { properties: { errorText: { type: 'string', pattern: patternOf(summary) } } },
            { clauses: clauses.filter(ofText), expected: `'${summary}', the errorText of ${name}` },
          ),
        ]),
  ];
  return { if: { properties: { error: { const: name } }, required: ['error'] }, then: { allOf: demands } };
}

/** A clause about the text of an error ends in `.summary`. */
function ofText(clause: string): boolean {
  return clause.endsWith('.summary');
}

/** Case, white space and closing punctuation make no difference: the table prints a heading, not the bytes. */
function patternOf(text: string): string {
  const words = withoutEnd(text.trim(), '.!…');
  const pattern = words.replaceAll(/\s+|\S/gu, (found) => {
    if (found.trim() === '') return '\\s+';
    const cases = new Set([found.toLowerCase(), found.toUpperCase()]);
    return cases.size === 2 ? `[${[...cases].join('')}]` : found.replace(/[.*+?^${}()|[\]\\/]/, '\\$&');
  });
  return `^\\s*${pattern}[.!…\\s]*$`;
}

import { LINEAR, PatternError } from '../model/schema/linear-pattern.ts';
import { FORMATS, partsOf, strictAjv } from '../model/schema/validator.ts';
import { didYouMean } from '../model/yaml-file.ts';
import type { Mistake } from './check-access.ts';

/** The schema of a declaration, compiled as strictly as where answers are held against it: what that refuses is a mistake of the profile. */
export function checkView(view: object, key: string): readonly Mistake[] {
  const foreign = pathTo(view, isForeign);
  if (foreign.length > 0)
    return [
      { key: [key, ...foreign].join('.'), message: `expected a schema without $id and $async, found '${foreign.at(-1)}'. Remove it` },
    ];
  const ajv = strictAjv();
  try {
    // A reference to itself has no end, which shows only in use.
    for (const part of partsOf({ ...view })) ajv.compile(part)(ANY_ANSWER);
    return ajv.validateSchema({ ...view }) === true ? [] : [{ key, message: NO_SCHEMA }];
  } catch (error) {
    if (error instanceof PatternError) {
      const message = `expected ${LINEAR}; found '${error.message}'`;
      return [{ key: [key, ...pathTo(view, (name, value) => name === 'pattern' && value === error.message)].join('.'), message }];
    }
    const reason = error instanceof Error ? error.message : '';
    const [, keyword] = /^strict mode: unknown keyword: "(.*)"$/.exec(reason) ?? [];
    if (keyword !== undefined) {
      const message = `expected a keyword of JSON Schema (2020-12), found '${keyword}'${didYouMean(keyword, Object.keys(ajv.RULES.all))}`;
      return [{ key: [key, ...pathTo(view, (name) => name === keyword)].join('.'), message }];
    }
    const [, format] = /^unknown format "(.*)" ignored/.exec(reason) ?? [];
    if (format !== undefined) {
      const known = Object.keys(FORMATS);
      const message = `expected one of the formats ${known.join(', ')}, found '${format}'${didYouMean(format, known)}`;
      return [{ key: [key, ...pathTo(view, (name, value) => name === 'format' && value === format)].join('.'), message }];
    }
    return [{ key, message: NO_SCHEMA }];
  }
}

const ANY_ANSWER = { status: 200, headers: {}, body: {} };
const NO_SCHEMA = 'expected a JSON Schema (2020-12), found something that is none. Correct it';

/** A schema with a name of its own stands once in a process, and one that is asynchronous says nothing at once. */
function isForeign(name: string, value: unknown): boolean {
  return name === '$async' || (name === '$id' && typeof value === 'string');
}

/** The keys that lead to the first entry of that kind; none where there is no such entry. */
function pathTo(value: unknown, isMeant: (name: string, value: unknown) => boolean): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  for (const [name, inner] of Object.entries(value)) {
    if (isMeant(name, inner)) return [name];
    const rest = pathTo(inner, isMeant);
    if (rest.length > 0) return [name, ...rest];
  }
  return [];
}

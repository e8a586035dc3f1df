import type { DocumentSpec, OperationRow } from '../../model/types.ts';
import { responseSchema } from '../../model/schema/response-schema.ts';
import { swiftValidator } from '../../model/schema/validator.ts';
import { parsedJson } from '../../model/json-text.ts';
import { isUnlistedState } from '../../model/shown-state.ts';
import { answerReader, type AnswerView } from '../../profile/answer.ts';
import type { PublicProfile } from '../../profile/profile.ts';
import { valuesAreDeclared } from '../declared-values-judge.ts';
import { errorsAreRight } from '../error-judge.ts';
import { linksLeadRight } from '../link-judge.ts';
import { createHeaderSieve, type LimitNumbers } from './header-sieve.ts';

/** What is asked again and again: everything about its answers that is known beforehand. */
export interface OperationCall {
  readonly operation: OperationRow | undefined;
  readonly caller: string | undefined;
}

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  /** name, value, name, value … */
  readonly headers: readonly string[];
  readonly text: string;
}

/**
 * Sifts answers in thousands: what passes, no judge of single answers objects to; what does not, they are to be asked about. The rules
 * are theirs, looked up and compiled once for each class of answers.
 */
export interface Sieve {
  /** @param also asked of what passes otherwise */
  passes(answer: RawAnswer, also?: (view: AnswerView) => boolean): boolean;
  /** rate-limit headers alone */
  headersPass(status: number, headers: readonly string[]): boolean;
  /** of the answer that was asked about last */
  readonly numbers: Readonly<LimitNumbers>;
}

export function createSieve(spec: DocumentSpec, profile: PublicProfile, { operation, caller }: OperationCall): Sieve {
  const headers = createHeaderSieve(spec.limits.rateLimitHeaders ?? []);
  const compile = swiftValidator();
  const schemas = new Map<string, (view: unknown) => boolean>();
  const viewOf = answerReader(spec, profile, operation);
  const areDeclared = valuesAreDeclared(spec, profile, operation);

  function hasShape(status: number, state: string | undefined, view: unknown): boolean {
    const key = `${status} ${state ?? ''}`;
    let validate = schemas.get(key);
    if (validate === undefined) {
      validate = compile(responseSchema(spec, { operation, status, state, caller }));
      // A target that makes up a state for each answer fills no memory.
      if (schemas.size < MOST_CLASSES) schemas.set(key, validate);
    }
    return validate(view);
  }

  return {
    numbers: headers.numbers,
    headersPass: headers.passes,
    passes: ({ status, headers: raw, text }, also) => {
      if (!headers.passes(status, raw)) return false;
      const body = parsedJson(text);
      const fields = headers.layout(raw).values(raw);
      const view = viewOf(body === undefined ? { status, headers: fields } : { status, headers: fields, body });
      return (
        hasShape(status, view.state, view) &&
        errorsAreRight(spec, view, operation?.id) &&
        (status >= 400 || areDeclared(view.body)) &&
        (!mayHoldLinks(text) || isUnlistedState(spec, operation, view.state) || linksLeadRight(spec, body)) &&
        (also === undefined || also(view))
      );
    },
  };
}

const MOST_CLASSES = 1000;

/** A member's name may be written with escapes. */
function mayHoldLinks(text: string): boolean {
  return text.includes('_links') || text.includes('\\u');
}

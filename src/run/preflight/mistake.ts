import type { Blame } from '../../model/types.ts';
import { placeOfKey } from '../../model/yaml-file.ts';

/** Something in the configuration or around it that keeps a run from judging the target. */
export interface Mistake {
  /** the profile's key to correct, such as services.authentication.baseUrl */
  readonly key: string;
  readonly what: string;
  readonly remedy: string;
  readonly blame: Exclude<Blame, 'target' | 'harness' | 'document'>;
}

/** What a part of the preflight has found. */
export interface Findings {
  readonly mistakes: readonly Mistake[];
  /** what is worth saying, and stops nothing */
  readonly notices: readonly string[];
}

/** A mistake in one line: where in the profile, what is wrong, and what to do. */
export function inOneLine(file: string, { key, what, remedy, blame }: Mistake): string {
  return `${placeOfKey(file, key)}  ${what}. ${remedy} (blame: ${blame}; nothing was judged)`;
}

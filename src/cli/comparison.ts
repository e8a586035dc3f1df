import { InvalidArgumentError } from 'commander';
import { FAIL_ON, type FailOn } from '../report/diff/rule.ts';
import { repeatable } from './flags.ts';

/** `newly-failing,latency`: what makes a comparison fail; `none` for nothing. Or commander's own complaint. */
function failOnSome(text: string): readonly FailOn[] {
  if (text === 'none') return [];
  return text.split(',').map((word) => {
    const found = FAIL_ON.find((known) => known === word.trim());
    if (found === undefined) throw new InvalidArgumentError(`Expected some of ${FAIL_ON.join(', ')}, with commas between, or none.`);
    return found;
  });
}

/** The parser of --fail-on, and what it comes to: what clauses newly do where it is left out. */
export const failOn = repeatable(failOnSome);
export function ruleOf(given: readonly (readonly FailOn[])[] = [['newly-failing']]): readonly FailOn[] {
  return [...new Set(given.flat())];
}

export const FAIL_ON_HELP = `differences that fail the comparison, comma-separated or repeatable: ${FAIL_ON.join(', ')}; or none (default: newly-failing)`;

/** How often a latency may be what it was: `1.5`. Or commander's own complaint. */
export function bandFactor(text: string): number {
  const factor = Number(text);
  if (!(factor > 1)) throw new InvalidArgumentError('Expected a factor above 1, such as 1.5.');
  return factor;
}

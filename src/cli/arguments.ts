import { InvalidArgumentError } from 'commander';

/** A whole number of at least `least`, or commander's own complaint. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!Number.isSafeInteger(value) || value < least) throw new InvalidArgumentError(`Expected a whole number of at least ${least}.`);
    return value;
  };
}

/** Collects a repeatable option. */
export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

/** A closed interval of numbers: what is known of one that cannot be seen itself. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** The numbers that a sum may have. */
export function plus(one: Span, other: Span): Span {
  return { low: one.low + other.low, high: one.high + other.high };
}

/** Both intervals and what lies between them. */
export function hull(one: Span, other: Span): Span {
  return { low: Math.min(one.low, other.low), high: Math.max(one.high, other.high) };
}

/** What both allow; undefined where they contradict each other. */
export function overlap(one: Span, other: Span): Span | undefined {
  const both = { low: Math.max(one.low, other.low), high: Math.min(one.high, other.high) };
  return both.low <= both.high ? both : undefined;
}

export function includes({ low, high }: Span, value: number): boolean {
  return value >= low && value <= high;
}

export function middle({ low, high }: Span): number {
  return (low + high) / 2;
}

/** A span in equal pieces, none wider than that. */
export function pieces({ low, high }: Span, widest: number): readonly Span[] {
  const count = Math.max(1, Math.ceil((high - low) / widest));
  const width = (high - low) / count;
  return Array.from({ length: count }, (_, index) => ({ low: low + index * width, high: low + (index + 1) * width }));
}

/** Index of the first of rising numbers that is above the bound. */
export function firstAbove(rising: readonly number[], bound: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const half = (low + high) >>> 1;
    if ((rising[half] ?? Infinity) > bound) high = half;
    else low = half + 1;
  }
  return low;
}

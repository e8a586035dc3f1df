/** Median and quartiles of some numbers. */
export interface Spread {
  readonly median: number;
  readonly q1: number;
  readonly q3: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), q1: quantile(values, 0.25), q3: quantile(values, 0.75) };
}

/** Between two numbers, the one in proportion. NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const rising = values.toSorted((one, other) => one - other);
  const at = share * (rising.length - 1);
  const [below = NaN, above = below] = [rising[Math.floor(at)], rising[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export type Metric = 'p50' | 'p90' | 'p99' | 'p999' | 'max' | 'errors' | 'unanswered' | 'limited' | 'violations' | 'throughput';

/**
 * What a load is measured by; shares in 0 to 1, times in milliseconds, throughput in answers a second. Undefined where there is nothing to
 * measure: the percentile of no latency is no number.
 *
 * - errors: share of what was due that was not served: no answer, never sent, 5xx, 4xx other than 429, and other statuses that no document shows
 * - unanswered: share of what was sent, or of the time of the connections, that had no answer
 * - limited: share of the answers that were 429
 */
export type Measures = Readonly<Record<Metric, number | undefined>>;

/** A bound that the load has to keep, such as p99<250ms. */
export interface Threshold {
  readonly expression: string;
  readonly metric: Metric;
  readonly operator: Operator;
  /** in the unit of the measure */
  readonly bound: number;
}

/** What stands there is no threshold. The message names the expression. */
export class ThresholdError extends Error {
  override readonly name = 'ThresholdError';
}

const METRICS: Readonly<Record<Metric, readonly Unit[]>> = {
  p50: ['ms', 's'],
  p90: ['ms', 's'],
  p99: ['ms', 's'],
  p999: ['ms', 's'],
  max: ['ms', 's'],
  errors: ['%'],
  unanswered: ['%'],
  limited: ['%'],
  violations: [''],
  throughput: ['/s'],
};

type Unit = 'ms' | 's' | '%' | '/s' | '';
/** How many of the measure's own unit one of these is. */
const FACTORS: Readonly<Record<Unit, number>> = { ms: 1, s: 1000, '%': 0.01, '/s': 1, '': 1 };

const OPERATORS = {
  '<': (value: number, bound: number): boolean => value < bound,
  '<=': (value: number, bound: number): boolean => value <= bound,
  '>': (value: number, bound: number): boolean => value > bound,
  '>=': (value: number, bound: number): boolean => value >= bound,
  '=': (value: number, bound: number): boolean => value === bound,
};
type Operator = keyof typeof OPERATORS;

const FORM = /^\s*([a-z][a-z0-9]*)\s*(<=|>=|==|=|<|>)\s*(\d+(?:\.\d+)?)\s*(\D*?)\s*$/i;

/** Reads `p99<250ms`, `errors<0.1%`, `violations=0`, `throughput>=500/s`. Throws ThresholdError. */
export function parseThreshold(expression: string): Threshold {
  const [, name = '', sign = '', number = '', unit = ''] = FORM.exec(expression) ?? [];
  const wrong = (expected: string): ThresholdError => new ThresholdError(`threshold '${expression}': expected ${expected}`);
  const metric = metrics().find((one) => one === name.toLowerCase());
  if (name === '') throw wrong(`METRIC OPERATOR NUMBER, such as p99<250ms, errors<0.1% or violations=0`);
  if (metric === undefined) throw wrong(`one of ${metrics().join(', ')}, found '${name}'`);
  const operator = operators().find((one) => one === (sign === '==' ? '=' : sign));
  if (operator === undefined) throw wrong(`one of ${operators().join(' ')}, found '${sign}'`);
  const known = METRICS[metric].find((one) => one === unit);
  if (known === undefined)
    throw wrong(
      `${metric} in ${METRICS[metric].map((one) => (one === '' ? 'no unit' : one)).join(' or ')}, found ${unit === '' ? 'no unit' : `'${unit}'`}`,
    );
  return { expression: expression.trim(), metric, operator, bound: Number(number) * FACTORS[known] };
}

function metrics(): readonly Metric[] {
  return ['p50', 'p90', 'p99', 'p999', 'max', 'errors', 'unanswered', 'limited', 'violations', 'throughput'];
}

function operators(): readonly Operator[] {
  return ['<', '<=', '>', '>=', '='];
}

export interface Held {
  readonly expression: string;
  /** 0 where nothing was measured */
  readonly measured: number;
  readonly held: boolean;
  /** true where there was nothing to measure: then it is neither held nor missed */
  readonly unmeasured?: true;
}

export function holdAgainst(thresholds: readonly Threshold[], measures: Measures): readonly Held[] {
  return thresholds.map(({ expression, metric, operator, bound }) => {
    const measured = measures[metric];
    if (measured === undefined || !Number.isFinite(measured)) return { expression, measured: 0, held: false, unmeasured: true };
    return { expression, measured, held: OPERATORS[operator](measured, bound) };
  });
}

/** Figures that a threshold can bound, each with the units of its number. */
const METRICS = {
  p50: ['ms', 's'],
  p75: ['ms', 's'],
  p90: ['ms', 's'],
  p95: ['ms', 's'],
  p99: ['ms', 's'],
  'p99.9': ['ms', 's'],
  max: ['ms', 's'],
  errors: ['%'],
  unanswered: ['%'],
  limited: ['%'],
  violations: [''],
  throughput: ['/s'],
} as const satisfies Readonly<Record<string, readonly Unit[]>>;

export type Metric = keyof typeof METRICS;
type Unit = 'ms' | 's' | '%' | '/s' | '';

/**
 * What a load is measured by; shares in 0 to 1, times in milliseconds, throughput in answers a second. Undefined where there is nothing to
 * measure: the percentile of no latency is no number.
 *
 * - errors: share of what was due that was not served: no answer, never sent, 5xx, 4xx other than 429, and other statuses that no document shows
 * - unanswered: share of what was sent, or of the time of the connections, that had no answer
 * - limited: share of the answers that were 429
 */
export type Measures = Readonly<Record<Metric, number | undefined>>;

/** A bound that the load has to keep, such as p99<250ms, or one of its operations, such as authenticate:p95<200ms. */
export interface Threshold {
  readonly expression: string;
  /** the operation whose figures it bounds; undefined: all of the load */
  readonly operation: string | undefined;
  readonly metric: Metric;
  readonly operator: Operator;
  /** in the unit of the measure */
  readonly bound: number;
}

/** What stands there is no threshold. The message names the expression. */
export class ThresholdError extends Error {
  override readonly name = 'ThresholdError';
  /** what was expected there, without the expression */
  readonly objection: string;

  constructor(expression: string, objection: string) {
    super(`threshold '${expression}': ${objection}`);
    this.objection = objection;
  }
}

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

const FORM = /^(?:([a-z][\w-]*):)?([a-z][a-z0-9.]*)(<=|>=|==|=|<|>)(\d+(?:\.\d+)?)(\D*)$/i;

/** Reads `p99<250ms`, `errors<0.1%`, `violations=0`, `authenticate:throughput>=500/s`. Throws ThresholdError. */
export function parseThreshold(expression: string): Threshold {
  const [, operation, name = '', sign = '', number = '', unit = ''] = FORM.exec(expression.replaceAll(/\s/g, '')) ?? [];
  const wrong = (expected: string): ThresholdError => new ThresholdError(expression, `expected ${expected}`);
  const metric = metricNamed(name.toLowerCase());
  if (name === '') throw wrong('METRIC OPERATOR NUMBER, such as p99<250ms, errors<0.1%, violations=0 or authenticate:p95<200ms');
  if (metric === undefined) throw wrong(`one of ${METRIC_NAMES.join(', ')}, found '${name}'`);
  const operator = operators().find((one) => one === (sign === '==' ? '=' : sign));
  if (operator === undefined) throw wrong(`one of ${operators().join(' ')}, found '${sign}'`);
  const units: readonly Unit[] = METRICS[metric];
  const known = units.find((one) => one === unit);
  if (known === undefined)
    throw wrong(
      `${metric} in ${units.map((one) => (one === '' ? 'no unit' : one)).join(' or ')}, found ${unit === '' ? 'no unit' : `'${unit}'`}`,
    );
  return { expression: expression.trim(), operation, metric, operator, bound: Number(number) * FACTORS[known] };
}

/** `p999` is another name of p99.9. */
function metricNamed(name: string): Metric | undefined {
  return METRIC_NAMES.find((one) => one === (name === 'p999' ? 'p99.9' : name));
}

const METRIC_NAMES = Object.keys(METRICS).filter((name): name is Metric => name in METRICS);

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

/** Every threshold that names an operation names one of these. Throws ThresholdError. */
export function demandOperations(thresholds: readonly Threshold[], operations: readonly string[]): void {
  const strange = thresholds.find(({ operation }) => operation !== undefined && !operations.includes(operation));
  if (strange !== undefined)
    throw new ThresholdError(
      strange.expression,
      `expected an operation of the load, one of ${operations.join(', ')}, found '${strange.operation ?? ''}'`,
    );
}

/** @param measuresOf of an operation, or of all; undefined where it was not sent */
export function holdAgainst(
  thresholds: readonly Threshold[],
  measuresOf: (operation: string | undefined) => Measures | undefined,
): readonly Held[] {
  return thresholds.map(({ expression, operation, metric, operator, bound }) => {
    const measured = measuresOf(operation)?.[metric];
    if (measured === undefined || !Number.isFinite(measured)) return { expression, measured: 0, held: false, unmeasured: true };
    return { expression, measured, held: OPERATORS[operator](measured, bound) };
  });
}

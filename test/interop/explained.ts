import type { DocumentName } from '../../src/model/types.ts';

/** A failure that Schemathesis tells, as far as explanations go by it. */
export interface Failure {
  /** the mock, or the reference server */
  readonly target: 'mock' | 'reference';
  readonly document: DocumentName;
  /** such as ST103 */
  readonly code: string;
  /** method and path */
  readonly operation: string;
  readonly status: number;
  readonly message: string;
}

/** Why failures of a kind are not the mock's: what Schemathesis takes for granted and the document does not say. */
export interface Explanation {
  /** the mock where omitted */
  readonly target?: 'reference';
  readonly document: DocumentName;
  readonly code: string;
  readonly status: number;
  /** 'METHOD /path' of each; no other is meant */
  readonly operations: readonly string[];
  readonly because: string;
}

/** Failures that no explanation fits, and what is explained without a failure that shows it. */
export function unexplained(
  failures: readonly Failure[],
  explanations: readonly Explanation[],
): { readonly failures: readonly Failure[]; readonly idle: readonly string[] } {
  const explained = explanations.flatMap(({ target, document, code, status, operations }) =>
    operations.map((operation) => key({ target: target ?? 'mock', document, code, operation, status })),
  );
  const told = failures.map(key);
  return {
    failures: failures.filter((failure) => !explained.includes(key(failure))),
    idle: explained.filter((one) => !told.includes(one)),
  };
}

function key({ target, document, code, operation, status }: Omit<Failure, 'message'>): string {
  return `${target}: ${document}: ${code} ${operation}: status ${status}`;
}

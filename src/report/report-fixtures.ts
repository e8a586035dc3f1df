import type { ClauseResult, Failure, Report, RequestMessage, ResponseMessage } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';

/** An exchange for tests: POST to a local address, answered 200, unless told otherwise. */
export function sampleExchange(
  seq: number,
  about: Partial<Omit<ExchangeEvent, 'request' | 'response'>> & {
    readonly request?: Partial<RequestMessage>;
    readonly response?: Partial<ResponseMessage>;
  } = {},
): ExchangeEvent {
  const { request, response, ...rest } = about;
  return {
    type: 'exchange',
    seq,
    case: 'tour-1',
    place: { row: 'transition:authn.start.success', at: `steps/${seq}` },
    purpose: 'tour',
    document: 'authentication',
    operation: 'authenticate',
    request: { method: 'POST', url: 'http://127.0.0.1:8080/api/v1/authn', headers: {}, ...request },
    ...(rest.failure === undefined ? { response: { status: 200, headers: {}, ...response } } : {}),
    sentAt: 0,
    durationMs: 1,
    ...rest,
  };
}

/** A passed clause for tests. */
export function sampleClause(id: string, about: Partial<ClauseResult> = {}): ClauseResult {
  return {
    id,
    document: id.startsWith('pam') ? 'privileged-access' : id.startsWith('authn') ? 'authentication' : 'governance',
    section: 'Transitions',
    feature: id.split('.').slice(0, 2).join('.'),
    status: 'testable',
    basis: 'documented',
    verdict: 'pass',
    checks: ['response'],
    exchanges: [1],
    ...about,
  };
}

/** A failure for tests. */
export function sampleFailure(clause: string, cluster: string, about: Partial<Failure> = {}): Failure {
  return {
    clause,
    check: 'response',
    basis: 'documented',
    expected: 'status 200',
    received: 'status 500',
    exchanges: [12],
    sequence: ['a user whose password has expired', 'authenticate', 'changePassword'],
    replay: 'r1.42.authn',
    curl: "#!/bin/sh\nset -eu\n\ncurl --silent 'http://127.0.0.1:8080/api/v1/authn'\n",
    cluster,
    ...about,
  };
}

/** A report whose figures follow from its clauses and transitions. */
export function sampleReport(clauses: readonly ClauseResult[], about: Partial<Report> = {}): Report {
  const judgeable = clauses.filter(({ verdict }) => verdict !== null);
  const count = (verdict: ClauseResult['verdict']): number => judgeable.filter((clause) => clause.verdict === verdict).length;
  const transitions = about.transitions ?? [];
  return {
    schemaVersion: 1,
    tool: { name: 'assay', version: '0.1.0' },
    specs: { digest: 'sha256:00', clauses: clauses.length },
    target: { name: 'mock', claims: [] },
    seed: 42,
    startedAt: '2030-01-02T03:04:05.000Z',
    durationMs: 3210,
    requests: {
      sent: 415,
      tour: 114,
      readBack: 96,
      walks: 50,
      followUp: 0,
      probes: 107,
      pagination: 40,
      cleanUp: 5,
      preflight: 3,
      planned: 420,
      lowerBound: 100,
    },
    outcome: 'conformant',
    exitCode: 0,
    summary: {
      clauses: {
        testable: judgeable.filter(({ status }) => status === 'testable').length,
        referenceOnly: judgeable.filter(({ status }) => status === 'reference-only').length,
        passed: count('pass'),
        failed: count('fail'),
        inconclusive: count('inconclusive'),
        skipped: count('skipped'),
        error: count('error'),
      },
      transitions: {
        documented: transitions.length,
        exercised: transitions.filter(({ times }) => times > 0).length,
        passed: transitions.filter(({ verdict }) => verdict === 'pass').length,
      },
    },
    clauses: [...clauses],
    transitions,
    failures: [],
    observations: [],
    waived: [],
    flaky: [],
    leftovers: [],
    environment: {},
    ...about,
  };
}

import type { DocumentName } from '../../spec/types.ts';

/** A failure that Schemathesis tells, as far as explanations go by it. */
export interface Failure {
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
  readonly code: string;
  readonly documents: readonly DocumentName[];
  readonly statuses: readonly number[];
  /** beginnings of 'METHOD /path'; any where omitted */
  readonly operations?: readonly string[];
  readonly because: string;
}

const NOT_THERE = [404];
const DONE = [200, 201, 202, 204];

/** What the mock also lists, so that the lists can be looked at. */
const LISTED = [
  'POST /governance/api/v1/campaigns',
  'POST /governance/api/v1/collections',
  'POST /governance/api/v2/resources/{resourceId}/request-conditions',
];

/** The whole list. An explanation that explains nothing any more is to be taken out. */
export const EXPLANATIONS: readonly Explanation[] = [
  {
    code: 'ST103',
    documents: ['authentication'],
    statuses: NOT_THERE,
    because: 'the document does not say what a session, an app or a user that is not there is answered with; the profile declares 404',
  },
  {
    code: 'ST103',
    documents: ['governance'],
    statuses: [400, 401, 403, 409],
    because: 'the document shows no error but 404 for what was deleted, and says that error codes and bodies are not shown',
  },
  {
    code: 'ST204',
    documents: ['privileged-access'],
    statuses: [404],
    because:
      'no document says what a method is answered with that it does not show: that there is nothing is as good as that it is not allowed',
  },
  {
    code: 'ST204',
    documents: ['governance'],
    statuses: [200],
    operations: LISTED,
    because: 'the deployment also lists what is created there, which the document neither shows nor forbids',
  },
  {
    code: 'ST205',
    documents: ['governance'],
    statuses: [405],
    operations: LISTED,
    because: 'the same lists stand in Allow, which names all that the resource takes (RFC 9110, section 10.2.1), described or not',
  },
  {
    code: 'ST202',
    documents: ['privileged-access', 'authentication', 'governance'],
    statuses: [400],
    because:
      'a description cannot say that a name must not be empty, that an offset must come from a link, that roles must be roles, or which of several parameters go together; the documents leave such values open',
  },
  {
    code: 'ST201',
    documents: ['authentication', 'governance'],
    statuses: DONE,
    because: 'where a document does not show a body, the profile binds one that works; nothing forbids a deployment to take others too',
  },
  {
    code: 'ST203',
    documents: ['privileged-access'],
    statuses: [400],
    because: 'no document says whether the body or the credential is looked at first; the request is refused either way',
  },
];

/** Failures that no explanation fits, and explanations that fit none. */
export function unexplained(
  failures: readonly Failure[],
  explanations: readonly Explanation[],
): { readonly failures: readonly Failure[]; readonly idle: readonly Explanation[] } {
  return {
    failures: failures.filter((failure) => !explanations.some((one) => explains(one, failure))),
    idle: explanations.filter((one) => !failures.some((failure) => explains(one, failure))),
  };
}

function explains({ code, documents, statuses, operations }: Explanation, failure: Failure): boolean {
  return (
    code === failure.code &&
    documents.includes(failure.document) &&
    statuses.includes(failure.status) &&
    (operations === undefined || operations.some((start) => failure.operation.startsWith(start)))
  );
}

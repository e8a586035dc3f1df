import type { DocumentName } from '../../../model/types.ts';

/** What the documents say of the behaviour of a limit, beyond the form of its headers; each with the clauses that say it. */
export type Topic =
  | 'permitted'
  | 'refused-beyond'
  | 'counts-each'
  | 'limit-stays'
  | 'reset'
  | 'retry-at'
  | 'until-replenished'
  | 'each-period'
  | 'named';

type Clauses = Readonly<Partial<Record<Topic, readonly string[]>>>;

/** Document 1, section Limits; document 2, sections Errors and Limits. Document 3 says nothing of rate limits. */
const CLAUSES: Readonly<Record<DocumentName, Clauses>> = {
  'privileged-access': {
    permitted: ['pam.limits.header-limit-meaning'],
    'refused-beyond': ['pam.limits.rate-exceeded-refused'],
    'counts-each': ['pam.limits.header-remaining-meaning'],
    'limit-stays': ['pam.limits.header-limit'],
    reset: ['pam.limits.header-reset-meaning'],
    'retry-at': ['pam.limits.header-retry-at-meaning'],
    'until-replenished': ['pam.limits.rate-until-replenished'],
    'each-period': ['pam.limits.rate-per-period'],
    named: ['pam.errors.too-many-requests-condition'],
  },
  authentication: {
    'refused-beyond': ['authn.service.public-limited', 'authn.limits.public'],
    reset: ['authn.errors.rate-limit-headers.reset-time'],
    named: ['authn.limits.public'],
  },
  governance: {},
};

export function clausesOf(document: DocumentName, topic: Topic): readonly string[] {
  return CLAUSES[document]?.[topic] ?? [];
}

/** Every topic on which the document says something. */
export function topicsOf(document: DocumentName): readonly Topic[] {
  return TOPICS.filter((topic) => clausesOf(document, topic).length > 0);
}

const TOPICS: readonly Topic[] = [
  'permitted',
  'refused-beyond',
  'counts-each',
  'limit-stays',
  'reset',
  'retry-at',
  'until-replenished',
  'each-period',
  'named',
];

/** The clause that leaves numbers and keys of the limits open: what was seen of them is observed under it. */
export const OPEN_NUMBERS: Readonly<Record<DocumentName, string | undefined>> = {
  'privileged-access': 'pam.limits.numbers',
  authentication: 'authn.limits.numbers',
  governance: undefined,
};

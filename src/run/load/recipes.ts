import type { DocumentName, Given, Step } from '../../model/types.ts';
import type { OtherSubject } from '../../load/limiter/judge/observe.ts';
import { OWN, PROBE_ROW } from '../../load/limiter/sample.ts';
import type { Case } from '../../plan/case.ts';

/** How somebody who can be limited is made: from provider states, the first that can be had, and what is asked for. */
export interface Recipe {
  readonly given: readonly Given[];
  readonly step: Step;
  /** what of the provider state is used in place of what, such as the key of its administrator */
  readonly as?: Readonly<Record<string, string>>;
}

export interface Recipes {
  readonly own: readonly Recipe[];
  readonly others: Readonly<Partial<Record<OtherSubject, Recipe & { readonly sharesWithOwn: boolean }>>>;
}

const LIST: Step = { call: 'listGroups', with: { team_name: '$team.team_name' } };
const SIGN_IN: Step = { call: 'authenticate', with: { username: '$user.login', password: '$user.password' } };

/** What a limit can be probed with: a request that only reads in document 1, a sign-in of a public application in document 2. */
export const RECIPES: Readonly<Partial<Record<DocumentName, Recipes>>> = {
  'privileged-access': {
    own: [
      { given: [{ state: 'a service user in groups', params: { groups: [['resource_admin']] }, as: 'team' }], step: LIST },
      { given: [{ state: 'a service user with an API key', as: 'team' }], step: LIST },
    ],
    others: {
      'other-token': { given: [], step: LIST, sharesWithOwn: true },
      'other-user': { given: [], step: LIST, sharesWithOwn: true, as: { key_id: 'admin_key_id', key_secret: 'admin_key_secret' } },
      'other-team': { given: [{ state: 'a service user of another team', as: 'team' }], step: LIST, sharesWithOwn: false },
    },
  },
  authentication: {
    own: [{ given: [{ state: 'a user who can sign in', as: 'user' }], step: SIGN_IN }],
    others: { 'other-user': { given: [{ state: 'a user who can sign in', as: 'user' }], step: SIGN_IN, sharesWithOwn: false } },
  },
};

/** Documents whose limit can be probed. */
export function canBeProbed(document: DocumentName): boolean {
  return RECIPES[document] !== undefined;
}

/** The case of a trace that a probe stands for. */
export const PROBE_CASE = 'load/rate-limit';

/** What a probe needs before it can begin, as the preflight understands it: provider states, and one request of the probed subject. */
export function preparation(document: DocumentName): Case {
  const { own = [] } = RECIPES[document] ?? {};
  const [first] = own;
  const place = { row: PROBE_ROW, at: `prepare/${OWN}` };
  return {
    id: PROBE_CASE,
    document,
    kind: 'load',
    title: 'the rate limit: limit, period, kind, and whether it does what it says',
    given: own.flatMap(({ given }) => given),
    steps: first === undefined ? [] : [{ place, step: first.step, purpose: 'load' }],
  };
}

/** Requests that set-up takes at most, beside provider states: a credential for each subject, and one to find out whether the target answers. */
export function requestsBefore(document: DocumentName): number {
  const { others = {} } = RECIPES[document] ?? {};
  return 2 + Object.keys(others).length;
}

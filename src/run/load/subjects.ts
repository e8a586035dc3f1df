import type { DocumentName, Given, Step } from '../../spec/types.ts';
import { createCaseScope } from '../../drive/case-scope.ts';
import type { Drive, Running } from '../../drive/drive.ts';
import { NotPermitted, planStep } from '../../drive/plan-step.ts';
import { provide, remove } from '../../drive/prepare.ts';
import { learnSecrets } from '../../drive/secrets.ts';
import { obtainCredential } from '../../drive/send.ts';
import { OWN } from '../../load/limiter/facts.ts';
import type { OtherSubject } from '../../load/limiter/judge/observe.ts';
import { PROBE_ROW, writePlace } from '../../load/limiter/sample.ts';
import type { Place } from '../../load/limiter/sample.ts';
import { UnboundOperation } from '../../plan/request.ts';
import type { ExchangeHead } from '../../target/capture.ts';
import type { HttpRequest } from '../../target/transport.ts';
import { RunError } from '../run-error.ts';

/** Requests of somebody who is limited; the same ones again and again. */
export interface Subject {
  readonly name: typeof OWN | OtherSubject;
  request(place: Place): { readonly head: ExchangeHead; readonly request: HttpRequest };
}

export interface Subjects {
  readonly own: Subject;
  readonly others: readonly Subject[];
  /** takes the provider states down again */
  readonly release: () => Promise<void>;
}

/** How somebody who can be limited is made: from provider states, the first that can be had, and what is asked for. */
interface Recipe {
  readonly given: readonly Given[];
  readonly step: Step;
  /** what of the provider state is used in place of what, such as the key of its administrator */
  readonly as?: Readonly<Record<string, string>>;
}

interface Recipes {
  readonly own: readonly Recipe[];
  readonly others: Readonly<Partial<Record<OtherSubject, Recipe & { readonly sharesWithOwn: boolean }>>>;
}

const LIST: Step = { call: 'listGroups', with: { team_name: '$team.team_name' } };
const SIGN_IN: Step = { call: 'authenticate', with: { username: '$user.login', password: '$user.password' } };

/** What a limit can be probed with: a request that only reads in document 1, a sign-in of a public application in document 2. */
const RECIPES: Readonly<Partial<Record<DocumentName, Recipes>>> = {
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

export const PROBE_CASE = 'load/rate-limit';

/** Sets up whose limit is probed, and others beside. Throws RunError where nobody can be set up; others are left out then. */
export async function setUpSubjects(drive: Drive, document: DocumentName): Promise<Subjects> {
  const recipes = RECIPES[document];
  if (recipes === undefined) throw new RunError('usage', `${document} says nothing of a rate limit`);
  const runnings: Running[] = [];
  const refused: string[] = [];
  let own: Subject | undefined;
  for (const recipe of recipes.own) {
    const made = own === undefined ? await subject(drive, document, OWN, recipe, undefined) : undefined;
    if (made === undefined) continue;
    runnings.push(made.running);
    if ('refused' in made) refused.push(made.refused);
    else own = made.subject;
  }
  const [first] = runnings.toReversed();
  if (own === undefined || first === undefined) {
    for (const running of runnings) await release(running);
    throw new RunError('usage', `nothing to probe the limit of ${document} with: ${refused.join('; ')}`);
  }
  const others: Subject[] = [];
  for (const [name, recipe] of Object.entries(recipes.others)) {
    const made = await subject(drive, document, otherSubject(name), recipe, recipe.sharesWithOwn ? first : undefined);
    if (!recipe.sharesWithOwn) runnings.push(made.running);
    if ('subject' in made) others.push(made.subject);
  }
  return {
    own,
    others,
    release: async () => {
      for (const running of runnings.toReversed()) await release(running);
    },
  };
}

function otherSubject(name: string): OtherSubject {
  return name === 'other-user' || name === 'other-team' ? name : 'other-token';
}

type Made = { readonly running: Running } & ({ readonly subject: Subject } | { readonly refused: string });

async function subject(
  drive: Drive,
  document: DocumentName,
  name: Subject['name'],
  { given, step, as = {} }: Recipe,
  sharing: Running | undefined,
): Promise<Made> {
  const running = begin(drive, document, name);
  const { spec, scope, planned } = running;
  for (const one of given) {
    const block = await provide(running, one);
    if (block !== undefined) return { running, refused: block.because };
  }
  const [shared] = sharing?.scope.provided() ?? [];
  if (shared !== undefined) {
    const renamed = Object.entries(as).map(([to, from]) => [to, shared.data[from]] as const);
    if (renamed.some(([, value]) => value === undefined)) return { running, refused: `${name} is not among what was provided` };
    scope.provide('team', { ...shared, data: { ...shared.data, ...Object.fromEntries(renamed) } });
  }
  const at = { step, place: { row: PROBE_ROW, at: `prepare/${name}` }, purpose: 'load' as const };
  const block = await obtainCredential(running, at);
  if (block !== undefined) return { running, refused: block.because };
  try {
    const { head, request } = planStep(drive, spec, scope, at, planned.id);
    return { running, subject: { name, request: (place) => ({ head: { ...head, ...placed(place) }, request: asked(request, place) }) } };
  } catch (error) {
    if (!(error instanceof UnboundOperation) && !(error instanceof NotPermitted)) throw error;
    return { running, refused: error.message };
  }
}

function begin(drive: Drive, document: DocumentName, name: string): Running {
  const spec = drive.specs.documents[document];
  const id = PROBE_CASE;
  const surroundings = { credentials: drive.profile.credentials[document] ?? {} };
  const scope = createCaseScope(drive.seed, { id: `${id}/${name}` }, surroundings, (field, value) =>
    learnSecrets(drive.redactor, spec, field, value),
  );
  return { drive, spec, planned: { id, document, kind: 'load', title: 'the rate limit', given: [], steps: [] }, scope };
}

/** A request for an unknown path is none of the document's operations. */
function placed(place: Place): Partial<ExchangeHead> {
  return { place: writePlace(place), ...(place.asks === 'unknown-path' ? { operation: undefined } : {}) };
}

/** Beside the path that is asked for there is nothing of this name. */
const NOTHING = 'assay-no-such-path';

function asked(request: HttpRequest, { asks }: Place): HttpRequest {
  return asks === 'call' ? request : { ...request, url: new URL(NOTHING, request.url).href };
}

/** Takes down again what was provided, newest first; what stays goes on record. */
export async function release(running: Running): Promise<void> {
  for (const standing of running.scope.provided().toReversed()) {
    const block = await remove(running, standing);
    if (block !== undefined)
      running.drive.trace.append({
        type: 'leftover',
        case: PROBE_CASE,
        what: standing.state,
        detail: running.drive.redactor.redactText(block.because),
      });
  }
}

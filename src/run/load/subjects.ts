import { documentOf } from '../../model/document-of.ts';
import type { DocumentName, DocumentSpec, LimiterRecipe, OtherSubject } from '../../model/types.ts';
import type { Block } from '../../drive/blocked.ts';
import { CaseRunner, caseScope } from '../../drive/case-runner.ts';
import type { Drive } from '../../drive/drive.ts';
import { OWN, PROBE_ROW, writePlace, type Place } from '../../load/limiter/sample.ts';
import type { ExchangeHead } from '../../drive/capture.ts';
import type { HttpRequest } from '../../drive/transport.ts';
import type { Case } from '../../plan/case.ts';

/** Requests of somebody who is limited; the same ones again and again. */
export interface Subject {
  readonly name: typeof OWN | OtherSubject['name'];
  request(place: Place): { readonly head: ExchangeHead; readonly request: HttpRequest };
}

export interface Subjects {
  readonly own: Subject;
  readonly others: readonly Subject[];
  /** takes the provider states down again */
  readonly release: () => Promise<void>;
}

type SubjectAttempt = { readonly running: CaseRunner } & ({ readonly subject: Subject } | { readonly block: Block });

/** Sets up whose limit is probed, and others beside; those that cannot be had are left out. Answers why where nobody can be limited. */
export async function setUpSubjects(drive: Drive, document: DocumentName): Promise<Subjects | { readonly block: Block }> {
  const { own: recipes = [], others: beside = [] } = documentOf(drive.specs, document).load.limiter ?? {};
  const runnings: CaseRunner[] = [];
  const releaseAll = async (): Promise<void> => {
    for (const running of runnings.toReversed()) await release(running);
  };
  let block: Block | undefined;
  for (const recipe of recipes) {
    const made = await subject(drive, document, OWN, recipe, undefined);
    runnings.push(made.running);
    if ('block' in made) {
      block ??= made.block;
      continue;
    }
    const others: Subject[] = [];
    for (const { name, given, ...other } of beside) {
      const second = await subject(drive, document, name, { given: given ?? [], ...other }, given === undefined ? made.running : undefined);
      if (given !== undefined) runnings.push(second.running);
      if ('subject' in second) others.push(second.subject);
    }
    return { own: made.subject, others, release: releaseAll };
  }
  await releaseAll();
  return { block: block ?? { because: `${document} says nothing of a rate limit`, blame: 'config' } };
}

async function subject(
  drive: Drive,
  document: DocumentName,
  name: Subject['name'],
  { given, step, as = {} }: LimiterRecipe & Pick<OtherSubject, 'as'>,
  sharing: CaseRunner | undefined,
): Promise<SubjectAttempt> {
  const running = begin(drive, document, name);
  const { spec, scope } = running;
  for (const one of given) {
    const block = await running.blocking(() => running.provide(one));
    if (block !== undefined) return { running, block };
  }
  const [shared] = sharing?.scope.provided() ?? [];
  if (shared !== undefined) {
    const renamed = Object.entries(as).map(([to, from]) => [to, shared.data[from]] as const);
    if (renamed.some(([, value]) => value === undefined))
      return { running, block: { because: `${name} is not among what was provided`, blame: 'provider-state' } };
    scope.provide(aliasIn(spec), { ...shared, data: { ...shared.data, ...Object.fromEntries(renamed) } });
  }
  const at = { step, place: { row: PROBE_ROW, at: `prepare/${name}` }, purpose: 'load' as const };
  let made: Subject | undefined;
  const block = await running.blocking(async () => {
    const refused = await running.obtainCredential(at);
    if (refused !== undefined) return refused;
    const { head, request } = running.request(at);
    const origin = new URL(drive.profile.services[document]?.baseUrl ?? '').origin;
    // What is probed is the limit of one origin, and no request goes to another.
    if (new URL(request.url).origin !== origin)
      return { because: `${step.call ?? ''} leads to ${new URL(request.url).origin}, the service is at ${origin}`, blame: 'config' };
    made = { name, request: (place) => ({ head: { ...head, ...placed(place) }, request: addressedTo(request, place) }) };
    return undefined;
  });
  if (made !== undefined) return { running, subject: made };
  return { running, block: refusedFor(running, block ?? { because: `${name} cannot be made`, blame: 'config' }) };
}

/** Whoever refuses the caller does not take what the profile holds; of anything else it is not known to be wrong. */
export function refusedFor({ drive, spec }: CaseRunner, block: Block): Block {
  const status = drive.exchanger.latest(spec.name)?.status;
  if (block.blame === 'network' || (status !== 401 && status !== 403)) return block;
  const key = `services.${spec.name}.credentials`;
  return { because: `${block.because}: the caller is refused with status ${status}. See ${key}, and providerStates`, blame: 'config', key };
}

function begin(drive: Drive, document: DocumentName, name: string): CaseRunner {
  const planned = preparation(documentOf(drive.specs, document));
  return new CaseRunner(drive, planned, caseScope(drive, { id: `${PROBE_CASE}/${name}`, document }));
}

/** How the steps of all subjects refer to what was provided for the probed one. */
function aliasIn({ load }: DocumentSpec): string {
  const [given] = load.limiter?.own[0]?.given ?? [];
  return given?.as ?? '';
}

/** A request for an unknown path is none of the document's operations. */
function placed(place: Place): Partial<ExchangeHead> {
  return { place: writePlace(place), ...(place.asks === 'unknown-path' ? { operation: undefined } : {}) };
}

/** Beside the path that is asked for there is nothing of this name. */
const NOTHING = 'assay-no-such-path';

function addressedTo(request: HttpRequest, { asks }: Place): HttpRequest {
  return asks === 'call' ? request : { ...request, url: new URL(NOTHING, request.url).href };
}

export async function release(running: CaseRunner): Promise<void> {
  const { trace, redactor } = running.drive;
  for (const standing of running.scope.provided().toReversed()) {
    const block = await running.blocking(() => running.remove(standing));
    if (block !== undefined)
      trace.append({ type: 'leftover', case: running.planned.id, what: standing.state, detail: redactor.redactText(block.because) });
  }
}

/** The case of a trace that a probe stands for. */
export const PROBE_CASE = 'load/rate-limit';

/** What a probe needs before it can begin, as the preflight understands it: provider states, and one request of the probed subject. */
export function preparation({ name, load }: DocumentSpec): Case {
  const own = load.limiter?.own ?? [];
  const [first] = own;
  const place = { row: PROBE_ROW, at: `prepare/${OWN}` };
  return {
    id: PROBE_CASE,
    document: name,
    kind: 'load',
    title: 'the rate limit: limit, period, kind, and whether it does what it says',
    given: own.flatMap(({ given }) => given),
    steps: first === undefined ? [] : [{ place, step: first.step, purpose: 'load' }],
  };
}

/** Requests that set-up takes at most, beside provider states: a credential for each subject, and one to find out whether the target answers. */
export function requestsBefore({ load }: DocumentSpec): number {
  return 2 + (load.limiter?.others ?? []).length;
}

import type { Made } from './case-scope.ts';
import type { Step } from '../model/types.ts';
import { stateNamed } from '../model/catalogue.ts';
import { valueAt } from '../model/pointer.ts';
import type { PlannedStep } from '../plan/case.ts';
import { stepBlocker } from '../plan/blocker.ts';
import { resolveReferences } from '../plan/scope.ts';
import type { Standing } from './providers.ts';
import { blocking } from './block.ts';
import type { Drive, Running } from './drive.ts';
import { remove } from './prepare.ts';
import { blameFor, sendAside } from './send.ts';

/**
 * Takes away what a case has made and takes its provider states down, the last first, and reads back that they are gone. What is still
 * there, and what may be, is on record.
 */
export async function cleanUp(running: Running): Promise<void> {
  const { drive, scope } = running;
  const standing = scope.provided();
  const loose = scope
    .made()
    .filter((made) => !goesWithState(running, made, standing))
    .toReversed();
  const trials: { readonly made: Made; readonly why: string | undefined }[] = [];
  for (const made of loose) trials.push({ made, why: await takeAway(running, made) });
  const proven = new Set<string>();
  for (const state of standing.toReversed()) {
    const why = await takeDown(running, state, proven);
    if (why !== undefined) leave(running, state.state, why);
  }
  for (const { made, why } of trials) {
    const found = drive.signal.aborted ? undefined : await lookFor(running, made.by, made.readBack);
    if (found === 'there') leave(running, `what ${made.by} made`, why ?? 'it was taken away, and is still there');
    if (found === undefined && why !== undefined) leave(running, `what ${made.by} made`, why);
  }
}

/** True where a provider state that somebody takes down holds what was made. */
function goesWithState({ drive }: Running, { within }: Made, standing: readonly Standing[]): boolean {
  const holders = standing.filter((one) => !isPrepared(drive, one));
  return holders.some(({ data }) => Object.values(data).some((value) => within.includes(value)));
}

/** A prepared account stays where it is. */
function isPrepared({ profile }: Drive, { by }: Standing): boolean {
  return profile.sources.find(({ key }) => key === by)?.kind === 'accounts';
}

/** Takes one thing away; answers why it may still be there. */
async function takeAway(running: Running, { by, undo }: Made): Promise<string | undefined> {
  if (undo === undefined) return 'no operation is known that takes it away';
  const status = await ask(running, by, 'undo', undo);
  if (typeof status === 'string') return status;
  return status < 300 || status === 404 ? undefined : `${undo.call ?? ''} answered ${status}`;
}

/**
 * Takes a provider state down; answers why it may still stand.
 *
 * @param proven sources and states of which this case has read back that they go
 */
async function takeDown(running: Running, standing: Standing, proven: Set<string>): Promise<string | undefined> {
  const block = await blocking(running.scope, () => remove(running, standing));
  if (block !== undefined) return block.because;
  const { drive, spec, planned } = running;
  const { readBack } = stateNamed(spec, standing.state) ?? {};
  const proof = `${standing.by} ${standing.state}`;
  const looks = planned.looks?.includes(standing.state) ?? true;
  if (readBack === undefined || !looks || isPrepared(drive, standing) || proven.has(proof) || drive.signal.aborted) return undefined;
  const lookup = ([, ...path]: readonly string[]): unknown => valueAt(standing.data, path);
  const step: Step = { call: readBack.call, with: { ...Object(resolveReferences(readBack.with, lookup)) } };
  const found = await lookFor(running, standing.state, step);
  // Once is enough for each kind of state, as long as it is gone: the next one is taken down the same way.
  if (found === 'gone') proven.add(proof);
  return found === 'there' ? `it was taken down, and ${readBack.call} still succeeds` : undefined;
}

/** Statuses of what is not there, or not open to the caller any more. */
const GONE = [400, 401, 403, 404, 410];

/** Whether something can still be read; undefined where that does not show. */
async function lookFor(running: Running, what: string, readBack: Step | undefined): Promise<'there' | 'gone' | undefined> {
  const status = readBack === undefined ? '' : await ask(running, what, 'left', readBack);
  if (typeof status === 'string') return undefined;
  return status < 300 ? 'there' : GONE.includes(status) ? 'gone' : undefined;
}

/** The status that answers a request of the clean-up, or why there is none. */
async function ask(running: Running, what: string, at: string, step: Step): Promise<number | string> {
  const { drive, spec } = running;
  const barred = stepBlocker(spec, drive.profile, step);
  if (barred !== undefined) return barred.why;
  let status: number | undefined;
  const planned: PlannedStep = { place: { row: `clean-up:${what}`, at }, step, purpose: 'clean-up' };
  const block = await blocking(running.scope, async () => {
    const sent = await sendAside(running, planned);
    if ('because' in sent) return sent;
    status = sent.response?.status;
    return status === undefined ? { because: `no answer: ${sent.failure?.detail ?? ''}`, blame: blameFor(sent.failure) } : undefined;
  });
  return status ?? block?.because ?? 'no answer';
}

function leave({ drive, planned }: Running, what: string, detail: string): void {
  drive.trace.append({ type: 'leftover', case: planned.id, what, detail: drive.redactor.redactText(detail) });
}

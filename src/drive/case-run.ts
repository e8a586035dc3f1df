import { documentOf } from '../model/document-of.ts';
import type { Step } from '../model/types.ts';
import type { Case, PlannedStep } from '../plan/case.ts';
import { sendsRequest } from '../plan/steps.ts';
import { blocking, budgetBlock } from './block.ts';
import type { Block } from './block.ts';
import { createCaseScope } from './case-scope.ts';
import type { CaseScope } from './case-scope.ts';
import type { Drive, Running } from './drive.ts';
import { cleanUp } from './clean-up.ts';
import { act, advance, provide, recordEvents, turnTo, watchesEvents } from './prepare.ts';
import { obtainCredential, send } from './send.ts';

/** A case under way: whoever holds it decides when its next step comes. */
export interface CaseRun {
  /** takes the next step; false where none is left, or where what has happened keeps the rest from being sent */
  next(): Promise<boolean>;
  /** cleans up, and answers what ended the case before its last step */
  end(): Promise<Block | undefined>;
}

/** Puts a case on record and sets up its provider states. */
export async function beginCase(drive: Drive, planned: Case): Promise<CaseRun> {
  const spec = documentOf(drive.specs, planned.document);
  const surroundings = { credentials: drive.profile.credentials[planned.document] ?? {}, size: planned.size };
  const scope = createCaseScope(drive.seed, planned, surroundings, (name, value) => drive.redactor.learnFields(value, name));
  const running: Running = { drive, spec, planned, scope };
  const { id, document, kind, title, steps, walk, again } = planned;
  drive.trace.append({
    type: 'case',
    case: id,
    document,
    kind,
    title,
    rows: rowsOf(planned),
    ...(walk === undefined ? {} : { walk }),
    ...(again === undefined ? {} : { again }),
  });
  const turns = turnsOf(steps);
  let blocked = await prepare(running);
  let at = 0;
  return {
    next: async () => {
      const turn = turns[at];
      if (turn === undefined || blocked !== undefined) return false;
      at += 1;
      for (const { planned, block } of await takeTurn(running, turn)) {
        if (block === undefined) continue;
        const told = record(running, planned, block);
        if (planned.optional !== true || block.final === true) blocked ??= told;
      }
      return blocked === undefined && at < turns.length;
    },
    end: async () => {
      await cleanUp(running);
      return blocked;
    },
  };
}

function outOfBudget({ pacer }: Drive): Block | undefined {
  const spent = pacer.usedUp();
  return spent === undefined ? undefined : budgetBlock(spent);
}

/** Each step, with those that are sent while it is under way. */
function turnsOf(steps: readonly PlannedStep[]): readonly (readonly PlannedStep[])[] {
  const turns: PlannedStep[][] = [];
  for (const step of steps) {
    const turn = turns.at(-1);
    if (step.step.meanwhile === true && turn !== undefined) turn.push(step);
    else turns.push([step]);
  }
  return turns;
}

async function takeTurn(
  running: Running,
  turn: readonly PlannedStep[],
): Promise<readonly { readonly planned: PlannedStep; readonly block: Block | undefined }[]> {
  const scopes = turn.map(({ round = 0 }, index) => (index === 0 ? running.scope.inRound(round) : running.scope.inRound(round).aside()));
  // Credentials first, so that nothing stands between the requests that are meant to be under way at once.
  for (const planned of turn.length > 1 ? turn.filter(({ step }) => sendsRequest(step)) : []) {
    const block = await blocking(running.scope, () => obtainCredential(running, planned));
    if (block !== undefined) return [{ planned, block }];
  }
  return Promise.all(
    turn.map(async (planned, index) => ({ planned, block: await attempt({ ...running, scope: scopes[index] ?? running.scope }, planned) })),
  );
}

async function attempt(running: Running, planned: PlannedStep): Promise<Block | undefined> {
  return running.drive.signal.aborted ? INTERRUPTED : (outOfBudget(running.drive) ?? (await runStep(running, planned)));
}

const INTERRUPTED: Block = { because: 'the run was interrupted', blame: 'harness', final: true };

function rowsOf({ steps }: Case): string[] {
  return [...new Set(steps.map(({ place }) => place.row))];
}

/** The provider states that the case begins with; a case without steps needs none. */
async function prepare(running: Running): Promise<Block | undefined> {
  const { given, steps } = running.planned;
  const [first] = steps;
  if (first === undefined) return undefined;
  // Nothing is set up for a case that can't be sent.
  const spent = outOfBudget(running.drive);
  if (spent !== undefined) return record(running, first, spent);
  for (const one of given) {
    const block = await blocking(running.scope, () => provide(running, one));
    if (block !== undefined) return record(running, first, block);
  }
  return undefined;
}

function record({ drive, planned }: Running, { place }: PlannedStep, { because, blame, key }: Block): Block {
  const told = drive.redactor.redactText(because);
  drive.trace.append({ type: 'blocked', case: planned.id, place, because: told, blame, ...(key === undefined ? {} : { key }) });
  return { because, blame };
}

async function runStep(running: Running, at: PlannedStep): Promise<Block | undefined> {
  const { step } = at;
  if (step.when !== undefined && !applies(step.when, running.scope)) return undefined;
  return blocking(running.scope, async () => {
    if (step.provide !== undefined) return provide(running, step.provide);
    if (watchesEvents(step)) await running.drive.providers.emitted?.();
    if (step.act !== undefined) return (await act(running, step, step.act)) ?? (await recordEvents(running, at));
    if (step.advance !== undefined) return (await advance(running, step.advance)) ?? (await recordEvents(running, at));
    if (step.until !== undefined) return (await turnTo(running, step.until)) ?? (await recordEvents(running, at));
    return send(running, at);
  });
}

/** A step may depend on how an earlier answer, which the document leaves open, came out. */
function applies(when: NonNullable<Step['when']>, scope: CaseScope): boolean {
  return Object.entries(when).every(([reference, values]) =>
    values.some((value) => value === scope.lookup(reference.replace(/^\$/, '').split('.'))),
  );
}

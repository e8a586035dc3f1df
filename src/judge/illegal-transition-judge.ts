import type { DocumentSpec, MachineRow, StrayRow } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, viewOf, type CaseEvidence } from './evidence.ts';
import { meets } from './expectation.ts';
import type { JudgeInput, Check, Judge, Judged } from './finding.ts';
import { describeAnswer } from './outcome.ts';
import { contextOf } from './step-context.ts';
import { toFinding } from './step-judge.ts';

/**
 * Answers to triggers that were tried where no row of a state table allows them, at places `stray:<transition> <state>/<step>`: a
 * failure is only what a row of the machine forbids in that state; whatever else came is observed.
 */
export const illegalTransitionJudge: Judge = {
  topic: 'strays',
  checks: ({ states }) => states.machines.flatMap((machine) => (machine.strays ?? []).map((row) => checkOf(machine, row))),
  judge: (input) => {
    const judged = casesOf(input.evidence, input.spec.name).flatMap((entry) => judgeCase(input, entry));
    return { findings: judged.flatMap(({ findings }) => findings), observations: judged.flatMap(({ observations = [] }) => observations) };
  },
};

function checkOf({ id }: MachineRow, row: StrayRow): Check {
  return { id: `stray/${id}/${row.id}`, clauses: row.expect.clauses };
}

function judgeCase(input: JudgeInput, entry: CaseEvidence): readonly Judged[] {
  // A request that was sent again after a 429 counts by its last answer.
  const last = new Map(exchangesIn(entry).map((exchange) => [`${exchange.place.row} ${exchange.place.at}`, exchange]));
  return [...last.values()].flatMap((exchange) => {
    const stray = strayIn(input.spec, exchange);
    const view = stray === undefined ? undefined : viewOf(input.spec, input.profile, exchange, stray.machine.id);
    if (stray === undefined || view === undefined || view.status === 429) return [];
    const rows = (stray.machine.strays ?? []).filter((row) => row.in.includes(stray.state));
    const findings = rows.map((row) =>
      toFinding(checkOf(stray.machine, row), [exchange.seq], entry, meets(row.expect, view, contextOf(input, entry, exchange))),
    );
    const about = `stray/${stray.transition}/${stray.state}`;
    const observed = rows.length > 0 ? [] : [{ about, clause: stray.clause, value: describeAnswer(view) }];
    return [{ findings, observations: observed }];
  });
}

interface Stray {
  readonly machine: MachineRow;
  readonly transition: string;
  readonly state: string;
  readonly clause: string;
}

function strayIn({ states }: DocumentSpec, { place }: ExchangeEvent): Stray | undefined {
  const [, id] = /^stray:(.+)$/.exec(place.row) ?? [];
  const [, state] = /^(.*)\/\d+$/.exec(place.at) ?? [];
  if (id === undefined || state === undefined) return undefined;
  const machine = states.machines.find(({ transitions }) => transitions.some((transition) => transition.id === id));
  const clause = machine?.transitions.find((transition) => transition.id === id)?.clauses[0];
  return machine === undefined || clause === undefined ? undefined : { machine, transition: id, state, clause };
}

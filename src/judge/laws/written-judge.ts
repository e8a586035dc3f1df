import { valuesAt } from '../../model/field-path.ts';
import type { DocumentSpec, EchoRow, OperationRow } from '../../model/types.ts';
import { operationOf } from '../../profile/answer.ts';
import { operationBinding } from '../../profile/profile.ts';
import { argumentReader } from '../../profile/read-argument.ts';
import type { ExchangeEvent } from '../../trace/events.ts';
import { exchangesWith, viewOf } from '../evidence.ts';
import { brief } from '../expectation.ts';
import type { Check, Finding, Judge, JudgeInput } from '../finding.ts';
import { holdsWritten, saysNothing } from './holds-written.ts';

/** What a request has made goes on being read as it was written, until something may have changed it. */
export const writtenJudge: Judge = {
  topic: 'written',
  checks: (spec) => writesOf(spec).map(({ check }) => check),
  judge: (input) => ({ findings: judgeReads(input) }),
};

/** A field that a creation writes, and that the operation which reads back what was made shows. */
interface Write {
  readonly operation: OperationRow;
  readonly read: string;
  /** arguments of the read, as `undo.readBack` refers to them */
  readonly names: Readonly<Record<string, unknown>>;
  readonly row: EchoRow;
  readonly check: Check;
}

function writesOf({ endpoints: { operations } }: DocumentSpec): readonly Write[] {
  return operations.flatMap((operation) => {
    const { id, echoes = [], undo: { readBack } = {} } = operation;
    if (readBack === undefined) return [];
    return echoes
      .filter((row) => row.read === true)
      .map((row) => {
        const check = { id: `law/written.${id}.${row.field}`, clauses: row.clauses };
        return { operation, read: readBack.call, names: readBack.with, row, check };
      });
  });
}

/** A value that was written, and what names the object that it was written into. */
interface Written {
  readonly write: Write;
  readonly value: unknown;
  readonly object: Readonly<Record<string, string>>;
  readonly by: ExchangeEvent;
}

/** What a request was sent with as an argument; undefined where neither document nor profile shows its place. */
type Reader = (exchange: ExchangeEvent, name: string) => unknown;

function readerOf({ spec, profile }: JudgeInput): Reader {
  const readers = new Map<string, ReturnType<typeof argumentReader>>();
  const values = new Map<string, unknown>();
  const valueOf = ({ operation: id = '', request }: ExchangeEvent, name: string): unknown => {
    const operation = operationOf(spec, id);
    if (operation === undefined) return undefined;
    const key = `${id} ${name}`;
    const reader = readers.get(key) ?? argumentReader(operation, operationBinding(profile, spec.name, id), name);
    readers.set(key, reader);
    return reader(request);
  };
  // Each request is held against all that was written before it.
  return (exchange, name) => {
    const key = `${exchange.seq} ${name}`;
    if (!values.has(key)) values.set(key, valueOf(exchange, name));
    return values.get(key);
  };
}

function judgeReads(input: JudgeInput): readonly Finding[] {
  const { spec, profile, evidence } = input;
  const read = readerOf(input);
  const writes = writesOf(spec);
  const exchanges = exchangesWith(evidence, spec.name);
  const written = exchanges.flatMap((exchange) => writtenBy(input, writes, exchange, read));
  const changing = new Set(writes.flatMap(({ row }) => row.until ?? []));
  const changes = exchanges.filter(({ operation = '' }) => changing.has(operation));
  const seen = exchanges.flatMap((exchange): readonly Reading[] => {
    const own = written.filter((one) => one.write.read === exchange.operation && one.by.seq < exchange.seq && isOf(one, exchange, read));
    const view = own.length === 0 ? undefined : viewOf(spec, profile, exchange);
    if (view === undefined || view.status >= 300) return [];
    return own
      .filter((one) => !changes.some((change) => mayChange(one, change, read) && !isOver(exchange, change)))
      .map((one) => ({ one, exchange, shown: valuesAt(view.body, one.write.row.field.split('.')) }));
  });
  // A field that no reading shows may be bound elsewhere.
  const found = new Set(seen.flatMap(({ one, shown }) => (shown.length === 0 ? [] : [one.write.check.id])));
  return seen.filter(({ one }) => found.has(one.write.check.id)).map(findingOf);
}

function writtenBy({ spec, profile }: JudgeInput, writes: readonly Write[], exchange: ExchangeEvent, read: Reader): readonly Written[] {
  const own = writes.filter(({ operation }) => operation.id === exchange.operation);
  // What the operation does not foresee may be taken as something else.
  const view = own.length === 0 || exchange.place.row.startsWith('negative:') ? undefined : viewOf(spec, profile, exchange);
  if (view === undefined || view.status >= 300) return [];
  return own.flatMap((write) => {
    const value = read(exchange, write.row.parameter);
    const object = Object.fromEntries(
      Object.entries(write.names).flatMap(([name, reference]) => {
        const [, kind, path = ''] = /^\$(made|args)\.(.+)$/.exec(String(reference)) ?? [];
        const named = kind === 'made' ? valuesAt(view.body, path.split('.'))[0] : read(exchange, path);
        return typeof named === 'string' || typeof named === 'number' ? [[name, String(named)]] : [];
      }),
    );
    return saysNothing(value) ? [] : [{ write, value, object, by: exchange }];
  });
}

/** True where a request names the object. */
function isOf({ object }: Written, exchange: ExchangeEvent, read: Reader): boolean {
  const names = Object.entries(object);
  return names.length > 0 && names.every(([name, text]) => String(read(exchange, name)) === text);
}

function mayChange(one: Written, change: ExchangeEvent, read: Reader): boolean {
  return one.write.row.until?.includes(change.operation ?? '') === true && isOf(one, change, read);
}

/** Whether one exchange was over when the other was sent. */
function isOver(one: ExchangeEvent, other: ExchangeEvent): boolean {
  return one.seq < other.seq && one.sentAt + one.durationMs <= other.sentAt;
}

/** What a later response shows of the object. */
interface Reading {
  readonly one: Written;
  readonly exchange: ExchangeEvent;
  readonly shown: readonly unknown[];
}

function findingOf({ one: { write, value, by }, exchange, shown: [found] }: Reading): Finding {
  const { id: check, clauses } = write.check;
  const base = { check, clauses, basis: 'documented' as const, exchanges: [by.seq, exchange.seq], case: exchange.case };
  if (holdsWritten(found, value)) return { ...base, verdict: 'pass' };
  const expected = `${write.row.field} ${brief(value)}, as ${write.operation.id} has written it`;
  return { ...base, verdict: 'fail', blame: 'target', expected, received: brief(found) };
}

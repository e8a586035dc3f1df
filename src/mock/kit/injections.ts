import { setTimeout as wait } from 'node:timers/promises';
import { defined } from '../../model/defined.ts';
import { demandNames, readMessage, unknownName } from './arguments.ts';
import { isObject, json } from './json.ts';
import { ControlError, type WireResponse } from './service.ts';

/** What happens to the requests of an operation, after routing and the rate limit, in place of the operation or before it. */
export interface Injection {
  readonly operation: string;
  /** waits so long on the clock of the machine, which no virtual clock turns; ten minutes at most */
  readonly delayMs?: number;
  /** closes the connection without a response; the operation has no effect */
  readonly drop?: boolean;
  /** answers so with an empty object; the operation has no effect */
  readonly status?: number;
}

export type Injections = ReturnType<typeof createInjections>;

const longestDelayMs = 600_000;
const members = ['operation', 'delayMs', 'drop', 'status'];

export function createInjections(operations: readonly string[]) {
  let on: readonly Injection[] = [];
  return {
    list: () => on,
    /** Puts these in the place of all before. Throws ControlError for an unknown operation and for what does not fit. */
    set(injections: readonly unknown[]) {
      const next = injections.map((one) => readInjection(one, operations));
      const twice = next.find(({ operation }, index) => next.findIndex((one) => one.operation === operation) < index);
      if (twice !== undefined)
        throw new ControlError('mock-exclusive', `the operation '${twice.operation}' stands there twice`, 'Send one injection for it.');
      on = next;
    },
    /** what to wait for before the operation, and the response in its place, if any; undefined where nothing is injected */
    meet(operation: string) {
      const found = on.find((one) => one.operation === operation);
      return found === undefined ? undefined : responseOf(found);
    },
  };
}

async function responseOf({ delayMs = 0, drop = false, status }: Injection): Promise<WireResponse | undefined> {
  // a mock that ends does not wait for it
  if (delayMs > 0) await wait(delayMs, undefined, { ref: false });
  if (drop) return { status: 0, headers: {}, body: '', dropped: true };
  if (status === undefined) return undefined;
  return status === 204 || status === 304 ? { status, headers: {}, body: '' } : json(status, {});
}

function readInjection(value: unknown, operations: readonly string[]): Injection {
  if (!isObject(value))
    throw new ControlError('mock-value', `an injection is ${JSON.stringify(value)}`, `Send objects with ${members.join(', ')}.`);
  demandNames(value, members, (name) => `unknown member '${name}'`, '');
  const read = readMessage(value);
  const operation = read.neededText('operation', 'the name of an operation');
  if (!operations.includes(operation)) throw unknownName('operation', operation, operations);
  const [drop, delayMs, status] = [read.flag('drop'), read.integer('delayMs', 0, longestDelayMs), read.integer('status', 200, 599)];
  if (drop === true && status !== undefined)
    throw new ControlError('mock-exclusive', "'drop' and 'status' exclude each other", 'Send one of them.');
  return { operation, ...defined({ delayMs, drop, status }) };
}

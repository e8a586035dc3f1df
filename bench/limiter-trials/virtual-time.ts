import { setImmediate } from 'node:timers/promises';

/** A clock that jumps from one thing to wait for to the next. */
export interface VirtualTime {
  now(): number;
  sleepUntil(moment: number): Promise<void>;
  /** lives through everything that the work waits for; rejects where it waits for something that never comes */
  live<Result>(work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly moment: number;
  readonly order: number;
  readonly wake: () => void;
}

/** @param start milliseconds since the epoch */
export function createVirtualTime(start: number): VirtualTime {
  const heap: Waiting[] = [];
  let time = start;
  let order = 0;
  return {
    now: () => time,
    sleepUntil: (moment) =>
      new Promise((wake) => {
        push(heap, { moment: Math.max(moment, time), order: order++, wake });
      }),
    async live(work) {
      let ended = false;
      const result = work().finally(() => {
        ended = true;
      });
      // A rejection is told by awaiting the result below, not by the loop.
      result.catch(() => undefined);
      for (;;) {
        await setImmediate();
        if (ended) return result;
        const next = pop(heap);
        if (next === undefined) throw new Error('the work waits for something that never comes');
        time = next.moment;
        next.wake();
      }
    },
  };
}

function isBefore(one: Waiting, other: Waiting): boolean {
  return one.moment < other.moment || (one.moment === other.moment && one.order < other.order);
}

function push(heap: Waiting[], item: Waiting): void {
  heap.push(item);
  let index = heap.length - 1;
  while (index > 0) {
    const parent = (index - 1) >>> 1;
    const above = heap[parent];
    if (above === undefined || !isBefore(item, above)) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = item;
}

function pop(heap: Waiting[]): Waiting | undefined {
  const [top] = heap;
  const last = heap.pop();
  if (heap.length === 0 || last === undefined) return top;
  let index = 0;
  for (;;) {
    const left = 2 * index + 1;
    const [one, other] = [heap[left], heap[left + 1]];
    const smaller = other !== undefined && one !== undefined && isBefore(other, one) ? left + 1 : left;
    const child = heap[smaller];
    if (child === undefined || !isBefore(child, last)) break;
    heap[index] = child;
    index = smaller;
  }
  heap[index] = last;
  return top;
}

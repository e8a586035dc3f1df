import type { ControlEvent } from './control.ts';
import type { Data } from './service.ts';

/** What a deployment has emitted, oldest first. */
export interface EventLog {
  record(kind: string, about: string, at: number, detail: Data): void;
  since(seq: number): readonly ControlEvent[];
  clear(): void;
}

/** An empty log. Sequence numbers go on after `clear`, so that a reader's place stays valid. */
export function createEventLog(): EventLog {
  let events: ControlEvent[] = [];
  let last = 0;
  return {
    record(kind, about, at, detail) {
      last += 1;
      events.push({ ...detail, seq: last, kind, about, at: new Date(at).toISOString() });
    },
    since: (seq) => events.filter((event) => event.seq > seq),
    clear() {
      events = [];
    },
  };
}

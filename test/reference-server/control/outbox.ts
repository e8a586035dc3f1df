import type { Clock } from '../clock.ts';
import type { Emitted } from './preparation.ts';

export interface Outbox {
  readonly emit: (kind: string, about: string) => void;
  readonly since: (seq: number) => readonly Emitted[];
}

export function newOutbox(clock: Clock): Outbox {
  const emitted: Emitted[] = [];
  return {
    emit: (kind, about) => {
      emitted.push({ seq: emitted.length + 1, kind, at: new Date(clock.now()).toISOString(), about });
    },
    since: (seq) => emitted.filter((event) => event.seq > seq),
  };
}

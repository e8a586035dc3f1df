/** How far a series of seeds has come. */
export interface SeedsDone {
  readonly done: number;
  readonly requests: number;
  readonly falseAlarms: number;
}

/** Between two lines. */
const PAUSE_MS = 15_000;

/** Tells how far it has come, one line in a while and one at the first alarm; `now` and `begunAt` are milliseconds of one clock. */
export function progressOf(total: number, begunAt: number, write: (line: string) => void): (now: SeedsDone, at: number) => void {
  let told = begunAt;
  let alarms = 0;
  return ({ done, requests, falseAlarms }, at) => {
    if (at - told < PAUSE_MS && (falseAlarms === 0 || alarms > 0)) return;
    told = at;
    alarms = falseAlarms;
    const each = (at - begunAt) / 1000 / done;
    const left = Math.ceil((each * (total - done)) / 60);
    write(
      `${done} of ${total} seeds, ${requests.toLocaleString('en')} requests, ${falseAlarms} false alarms; ${each.toFixed(1)} s a seed, about ${left} min left`,
    );
  };
}

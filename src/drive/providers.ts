import type { EventReader } from './patient-events.ts';
import { createHash } from 'node:crypto';
import type { Demand } from '../profile/account-pool.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Why something was not done. */
export interface Refusal {
  readonly refused: string;
  /** true where this was no answer of the contract at all: nothing there, nonsense, an exception */
  readonly broken?: true;
}

/** What came of an act, or of taking a state down. */
export type Done = { readonly data: JsonObject } | Refusal;

/** What came of asking for a provider state: its data, and the key of the source that set it up. */
export type Provision = { readonly data: JsonObject; readonly by: string } | Refusal;

/** A provider state that stands, until it is taken down. */
export interface Standing {
  readonly state: string;
  readonly data: JsonObject;
  readonly by: string;
}

/** One source of provider states and acts. */
export interface Provider {
  /** `once`: the use spends what is provided */
  setUp(demand: Demand, once: boolean): Promise<Done>;
  takeDown(state: string, data: JsonObject): Promise<Done>;
  act(name: string, params: JsonObject): Promise<Done>;
}

/** Everything outside the APIs that a run may ask for: provider states, acts, time, and what the target emitted. */
export interface Providers {
  provide(demand: Demand): Promise<Provision>;
  remove(standing: Standing): Promise<Done>;
  act(name: string, params: JsonObject): Promise<Done>;
  /** turns the clock forward; undefined where the target's clock cannot be turned */
  readonly advance: ((duration: string) => Promise<{ readonly now: string }>) | undefined;
  /** undefined where the target's events cannot be read */
  readonly emitted: EventReader | undefined;
}

/** What time it is for the target, by the clock that the profile names; undefined where that is this machine's. Throws ControlPlaneError. */
export async function targetTime({ advance }: Providers): Promise<number | undefined> {
  return advance === undefined ? undefined : Date.parse((await advance('PT0S')).now);
}

/** What somebody else says stands in the trace, and in every report of each clause that it keeps open: of too much, the beginning and a digest. */
export function shortened(text: string, most = 1_800): string {
  if (text.length <= most) return text;
  const digest = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, most)}… (of ${text.length} characters, sha256 ${digest})`;
}

/** A clock or an event log that answered something else than its contract says. */
export class ControlPlaneError extends Error {
  override readonly name = 'ControlPlaneError';
}

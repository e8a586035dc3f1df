import type { FaultRow } from '../../model/types.ts';
import type { DocumentName } from './documents.ts';
import type { Injection } from './injections.ts';
import type { JournalFilter, JournalPage } from './journal.ts';
import type { LimiterSettings } from './limiter.ts';
import type { JsonObject } from './service.ts';

/** Something that the deployment emitted, such as an e-mail or a syslog entry; `seq` counts from 1. */
export interface ControlEvent {
  readonly seq: number;
  readonly kind: string;
  /** ISO 8601, on the deployment's clock */
  readonly at: string;
  readonly about: string;
  readonly [detail: string]: unknown;
}

/** A seeded fault as a list shows it. */
export interface FaultSummary extends Pick<FaultRow, 'id' | 'difficulty' | 'about'> {
  /** a wire fault changes single answers as a statement of the specs forbids; a behavioural one is what the service does wrong */
  readonly kind: 'wire' | 'behavioural';
  readonly document: DocumentName;
  readonly clause: string;
  readonly alsoBreaks: readonly string[];
  /** the rules of the service that it replaces; none where it changes answers only */
  readonly rules: readonly string[];
}

/** What a deployment offers to whoever prepares it and looks behind it. What it refuses throws ControlError. */
export interface Control {
  provide(state: string, params: JsonObject): JsonObject;
  remove(state: string, data: JsonObject): void;
  act(name: string, params: JsonObject): Promise<JsonObject>;
  /** the deployment's clock, ISO 8601 */
  time(): { readonly now: string };
  /** turns the clock forward by an ISO 8601 duration */
  advance(duration: string): { readonly now: string };
  /** events after that sequence number, oldest first */
  events(since: number): readonly ControlEvent[];
  /** requests that were answered, oldest first, and how many were dropped */
  journal(filter: JournalFilter): JournalPage;
  /** what is injected into operations from now, in the place of all before; none clears */
  inject(injections: readonly unknown[]): void;
  injections(): readonly Injection[];
  /** empties the stores, the events, the journal and the limiters' counts; clock, faults, injections and settings stay */
  reset(): void;
  /** ids of the faults that are on */
  faults(): readonly string[];
  knownFaults(): readonly FaultSummary[];
  /** the faults that are on from now */
  switchFaults(ids: readonly string[]): void;
  /** for one service, or for all */
  setLimiter(settings: LimiterSettings, service?: DocumentName): void;
}

import type { FaultRow } from '../../model/types.ts';
import type { DocumentName } from './documents.ts';

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

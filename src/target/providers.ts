import type { ControlEvent } from '../spec/types.ts';

export type Data = Readonly<Record<string, unknown>>;

/** What came of asking for a provider state or an act. */
export type Provision = { readonly data: Data } | { readonly refused: string };

/** Everything outside the APIs that a run may ask for: provider states, acts, time, and what the target emitted. */
export interface Providers {
  provide(state: string, params: Data): Promise<Provision>;
  remove(state: string, data: Data): Promise<Provision>;
  act(name: string, params: Data): Promise<Provision>;
  /** turns the clock forward; undefined where the target's clock cannot be turned */
  readonly advance: ((duration: string) => Promise<{ readonly now: string }>) | undefined;
  /** events since the last look, oldest first; undefined where they cannot be read */
  readonly emitted: (() => Promise<readonly ControlEvent[]>) | undefined;
}

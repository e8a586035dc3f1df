type JsonObject = Readonly<Record<string, unknown>>;

/** Something that the target emitted, such as an e-mail or a syslog entry. */
export interface EmittedEvent {
  /** counts up */
  readonly seq: number;
  /** as the catalogue calls it: new-device-email */
  readonly kind: string;
  /** ISO 8601 */
  readonly at: string;
  /** whom or what it is about: a sign-in name, an identifier */
  readonly about?: string;
}

/**
 * What an ES module exports that a profile names under `providerStates: [{ module: ./states.mjs }]`. `assay states` lists the states
 * and acts by name, with their parameters and data. Whatever is thrown is told as the reason why there is no such state. The module is
 * loaded twice: once to prove that it works, once for the run, each time in a thread of its own; parameters and data are JSON. A call that
 * takes longer than `budget.timeout` is given up, and where it blocks its thread, so is the thread, with whatever the module remembers.
 */
export interface ProviderModule {
  /** Brings the target into a state and answers the state's data; nothing, where this module does not provide the state. */
  readonly setup: (state: string, params: JsonObject) => JsonObject | undefined | Promise<JsonObject | undefined>;
  /** Takes away what set-up made; `data` is what it answered. */
  readonly teardown?: (state: string, data: JsonObject) => unknown;
  /** Causes what happens outside the APIs; may answer data. */
  readonly act?: (name: string, params: JsonObject) => unknown;
  /** What the target has emitted since the last call, oldest first. */
  readonly events?: () => readonly EmittedEvent[] | Promise<readonly EmittedEvent[]>;
}

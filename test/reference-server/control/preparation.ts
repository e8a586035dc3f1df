/** What a provider state or act is asked for with. */
export interface Occasion {
  readonly params: Readonly<Record<string, unknown>>;
  /** teardown: what set-up answered */
  readonly data: Readonly<Record<string, unknown>>;
}

export type Answerer = (occasion: Occasion) => Readonly<Record<string, unknown>>;

/** What one service can prepare and cause, by the names of the catalogue. */
export interface Preparation {
  readonly states: Readonly<Record<string, Answerer>>;
  readonly acts: Readonly<Record<string, Answerer>>;
  /** takes back what a state set up, by the data that set-up answered, and whatever came of it */
  readonly takeDown: (data: Occasion['data']) => void;
}

/** What the deployment told somebody: an e-mail, a line in the system's log. */
export interface Emitted {
  readonly seq: number;
  readonly kind: string;
  readonly at: string;
  readonly about: string;
}

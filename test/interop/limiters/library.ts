import type { Workplace } from '../workplace.ts';

/** What a library says of one operation that it was asked for. */
export interface Taken {
  readonly passes: boolean;
  readonly remaining: number;
  /** operations of the window that binds, where there are several */
  readonly limit?: number;
  /** milliseconds since 1970 at which the whole allowance is back, if nothing more is used */
  readonly allBackMs: number;
  /** milliseconds since 1970 at which some of it is back */
  readonly someBackMs: number;
}

/** An allowance that every library is set up with. */
export interface Allowance {
  readonly limit: number;
  readonly periodMs: number;
}

/** A library that holds a limit, by keys. */
export interface Limiting {
  readonly take: (key: string) => Promise<Taken>;
  readonly stop: () => void;
}

/** A limiter that others have written, and what kind it is by its own documentation. */
export interface LimiterLibrary {
  readonly name: string;
  readonly kind: 'fixed-aligned' | 'fixed-first' | 'sliding-log' | 'sliding-counter' | 'token-bucket';
  /** of several, the one that its answers speak of */
  readonly binding?: Allowance;
  readonly start: (place: Workplace, allowance: Allowance) => Promise<Limiting | { readonly lacking: string }>;
}

import type { Blame } from '../spec/types.ts';

/** Why a run could not go on, with the exit code that it means: usage 2, error 4 (DESIGN, section 7). */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly kind: 'usage' | 'error';
  readonly blame: Blame;
  constructor(kind: 'usage' | 'error', message: string, blame: Blame = 'config') {
    super(message);
    this.kind = kind;
    this.blame = blame;
  }
}

/** Why a run could not go on, with the exit code that it means: usage 2, error 4. */
export class RunError extends Error {
  override readonly name = 'RunError';
  readonly kind: 'usage' | 'error';
  constructor(kind: 'usage' | 'error', message: string) {
    super(message);
    this.kind = kind;
  }
}

/** An answer's body is longer than the budget allows. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
  constructor(mostBytes: number) {
    super(`the body is longer than ${mostBytes} bytes (budget.bodyBytes)`);
  }
}

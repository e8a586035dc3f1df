import { CommanderError } from 'commander';
import { SpecError } from '../spec/spec-error.ts';
import { RunError } from '../run/run-error.ts';

/** Ends the process with the contract's exit code and one clear message (DESIGN, section 7). */
export function failWith(error: unknown): void {
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : 2;
    return;
  }
  if (error instanceof SpecError) return say(error.message, 2);
  if (error instanceof RunError) return say(error.message, error.kind === 'usage' ? 2 : 4);
  if (isUsage(error))
    return say(
      'remedy' in error && typeof error.remedy === 'string'
        ? `${error.message}${error.message.endsWith('?') ? '' : '.'} ${error.remedy}`
        : error.message,
      2,
    );
  say(`the harness itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`, 4);
}

/** File system and mock start-up errors name what the user gave. */
function isUsage(error: unknown): error is Error {
  return (
    error instanceof Error &&
    (('remedy' in error && typeof error.remedy === 'string') || error.message.includes('is in use') || error.name === 'UsageError')
  );
}

/** A wrong argument or an unknown name, said in one sentence with what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

function say(message: string, code: number): void {
  process.stderr.write(`assay: ${message}\n`);
  process.exitCode = code;
}

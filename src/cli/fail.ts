import { CommanderError } from 'commander';
import { EXIT_CODES } from '../run/outcome.ts';
import { RunError } from '../run/run-error.ts';
import { SpecError } from '../model/spec-error.ts';
import { createVocabulary } from '../model/vocabulary.ts';
import { createRedactor } from '../drive/redactor.ts';
import { tell } from './output.ts';

/** The kinds of errors that end a command, by the heading under which the page of errors has them, with the exit code of each. */
export const ERROR_KINDS = {
  'Command line': EXIT_CODES.usage,
  File: EXIT_CODES.usage,
  Run: EXIT_CODES.usage,
  Mock: EXIT_CODES.usage,
  Machine: EXIT_CODES.error,
  Defect: EXIT_CODES.error,
} as const;

/** Ends the process with the contract's exit code and one clear message. */
export function failWith(error: unknown): void {
  if (error instanceof CommanderError) {
    // commander has said it already; --help and --version end so too
    process.exitCode = error.exitCode === 0 ? 0 : ERROR_KINDS['Command line'];
    return;
  }
  const kind = kindOf(error);
  tell(`assay: ${kind === 'Defect' ? `the harness itself failed: ${stackOf(error)}` : wordsOf(error)}\n`);
  process.exitCode = ERROR_KINDS[kind];
}

/** What is of no known kind is a defect of Assay. */
function kindOf(error: unknown): keyof typeof ERROR_KINDS {
  if (error instanceof UsageError) return 'Command line';
  if (error instanceof SpecError) return 'File';
  if (error instanceof RunError) return error.kind === 'usage' ? 'Run' : 'Machine';
  // A port that is taken is told by the mock's adapter, which knows nothing of usage.
  return error instanceof Error && (remedyOf(error) !== undefined || error.message.includes('is in use')) ? 'Mock' : 'Defect';
}

/** What the mock's errors say is to be done. */
function remedyOf(error: unknown): string | undefined {
  return error instanceof Error && 'remedy' in error && typeof error.remedy === 'string' ? error.remedy : undefined;
}

function wordsOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const remedy = remedyOf(error);
  return remedy === undefined ? message : `${message}${message.endsWith('?') ? '' : '.'} ${remedy}`;
}

/** Where it broke stays as it is; what the error quotes may be a secret, and no run is left that would know. */
function stackOf(error: unknown): string {
  const { redactText } = createRedactor(createVocabulary([]), () => undefined);
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return told
    .split('\n')
    .map((line) => (line.startsWith('    at ') ? line : redactText(line)))
    .join('\n');
}

/** A wrong argument or an unknown name, said in one sentence with what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

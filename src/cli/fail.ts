import { CommanderError } from 'commander';
import { CodedError, exitCodeOf, type ErrorCode } from '../model/errors.ts';
import { createVocabulary } from '../model/vocabulary.ts';
import { createRedactor } from '../drive/redactor.ts';
import { tell, writeResult } from './output.ts';

/** Ends the process with the contract's exit code, one clear message, and the code under which docs/errors.md explains it. */
export function failWith(error: unknown): void {
  // --help and --version end so too
  if (error instanceof CommanderError && error.exitCode === 0) {
    process.exitCode = 0;
    return;
  }
  const code = codeOf(error);
  const message = messageOf(error);
  const exitCode = exitCodeOf(code);
  process.exitCode = exitCode;
  // commander has said it already
  tell(`${error instanceof CommanderError ? '' : `assay: ${message}\n`}[${code}]\n`);
  if (process.argv.includes('--json') && code !== 'result-lost') writeResult(`${JSON.stringify({ error: { code, message, exitCode } })}\n`);
}

/** What is of no known kind is a defect of Assay. */
function codeOf(error: unknown): ErrorCode {
  if (error instanceof CodedError) return error.code;
  return error instanceof CommanderError ? 'command-line' : 'defect';
}

function messageOf(error: unknown): string {
  return error instanceof CodedError || error instanceof CommanderError ? error.message : `Assay itself failed: ${stackOf(error)}`;
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
export class UsageError extends CodedError {
  override readonly name = 'UsageError';
}

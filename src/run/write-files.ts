import { RunError } from './run-error.ts';

/** The disk's doing, not the user's: no space, a quota, a limit, a defect. */
const DISK = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/** Something of a run cannot be written: the user's matter (exit 2), or the disk's (exit 4). */
export function cannotWrite(file: string, error: unknown, remedy: string): RunError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message : String(error);
  return new RunError(DISK.has(code) ? 'disk' : 'not-writable', `${file}: cannot be written: ${words}. ${remedy}`);
}

/** True for what the file system has refused, and not for a defect of our own. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

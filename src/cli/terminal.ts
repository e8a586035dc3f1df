import type { WriteStream } from 'node:tty';

/** How text looks best on a stream: colours only on a terminal that wants them (NO_COLOR), its width elsewhere 100. */
export function terminal(stream: Partial<WriteStream>): { readonly color: boolean; readonly width: number; readonly tty: boolean } {
  const tty = stream.isTTY === true;
  const asked = process.env['FORCE_COLOR'] !== undefined && process.env['FORCE_COLOR'] !== '0';
  return { tty, color: (tty || asked) && (process.env['NO_COLOR'] ?? '') === '', width: stream.columns ?? 100 };
}

/** Standard error of a command that failed: its message, and the code that stands in brackets in the line behind. */
export function errorCodeIn(text: string): { readonly stderr: string; readonly errorCode: string | undefined } {
  const line = /^\[([a-z0-9-]+)\]\n/m;
  return { stderr: text.replace(line, ''), errorCode: line.exec(text)?.[1] };
}

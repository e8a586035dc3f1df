/** Who sends: name and version of this suite. */
export interface Tool {
  readonly name: string;
  readonly version: string;
}

/**
 * The User-Agent of a request (RFC 9110, section 10.1.5), by which the target's own log can be read: the run, and the clause that the
 * request is sent for. What is not printable ASCII, or would end the comment, is left out.
 */
export function userAgent({ name, version }: Tool, runId: string, about: string): string {
  return `${name}/${version} (run ${plain(runId)}; ${plain(about)})`;
}

function plain(text: string): string {
  return text.replace(/[^\x20-\x7e]|[()\\]/g, '');
}

import { htmlPage, type Section } from '../page/html-page.ts';
import { markup } from '../page/markup.ts';
import { tableMarkup } from '../page/table.ts';

/** What came of verifying a certificate, as `assay verify --json` prints it. */
interface Verified {
  readonly exitCode: 0 | 1 | 3;
  readonly identity: string;
  readonly keyId: string | null;
  readonly files: number;
  readonly rejudged: number;
  readonly rederived: number;
  readonly signedOnly: readonly string[];
  readonly flaws: readonly { readonly file: string; readonly what: string }[];
  readonly unchecked: readonly string[];
  readonly proves: { readonly signature: string; readonly rejudging: string; readonly neither: string };
}

export const VERIFICATION_HEADINGS = { 0: 'VERIFIED', 1: 'NOT VERIFIED', 3: 'PARTLY VERIFIED' } as const;
const CLASSES = { 0: 'conformant', 1: 'violations', 3: 'inconclusive' } as const;

/** The certificate of a run, verified: what holds, what does not, and what that proves. */
export function verificationPage(run: string, result: Verified): string {
  const { exitCode, identity, keyId, files, rejudged, rederived, signedOnly, flaws, unchecked, proves } = result;
  const heading = VERIFICATION_HEADINGS[exitCode];
  const section = (id: string, title: string, head: readonly string[], rows: readonly (readonly string[])[]): Section => ({
    id,
    title,
    content: tableMarkup({ title, head, rows, isFolded: false }),
  });
  return htmlPage({
    title: `${heading}: ${run}`,
    header: markup`<h1 class="${CLASSES[exitCode]}">${heading}</h1>
      <p class="reason">certificate of ${run}; exit code ${exitCode}</p>`,
    sections: [
      section(
        'flaws',
        'Flaws',
        ['file', 'flaw'],
        flaws.map(({ file, what }) => [file, what]),
      ),
      section(
        'unchecked',
        'Not checked',
        ['check'],
        unchecked.map((what) => [what]),
      ),
      section(
        'checked',
        'Checked',
        ['check', 'result'],
        [
          ['identity of the signer', identity],
          ['key id', keyId ?? 'none'],
          ['files', String(files)],
          ['files made of the trace again', String(rederived)],
          ['clauses judged again', String(rejudged)],
          ['files that the signature alone covers', signedOnly.length === 0 ? 'none' : signedOnly.join(', ')],
        ],
      ),
      section(
        'proof',
        'What it proves',
        ['by', 'proof'],
        [
          ['signature', proves.signature],
          ['re-judging', proves.rejudging],
          ['neither', proves.neither],
        ],
      ),
    ],
  });
}

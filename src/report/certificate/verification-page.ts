import { htmlPage } from '../page/html-page.ts';
import { markup } from '../page/markup.ts';
import { tableSection } from '../page/table.ts';
import type { Verification } from './verification.ts';

export const VERIFICATION_HEADINGS = { 0: 'VERIFIED', 1: 'NOT VERIFIED', 3: 'PARTLY VERIFIED' } as const;
const CLASSES = { 0: 'conformant', 1: 'violations', 3: 'inconclusive' } as const;

/** The certificate of a run, verified: what holds, what does not, and what that proves. */
export function verificationPage(run: string, result: Verification): string {
  const { exitCode, identity, keyId, files, rejudged, rederived, signedOnly, flaws, unchecked, proves } = result;
  const heading = VERIFICATION_HEADINGS[exitCode];
  return htmlPage({
    title: `${heading}: ${run}`,
    header: markup`<h1 class="${CLASSES[exitCode]}">${heading}</h1>
      <p class="reason">certificate of ${run}; exit code ${exitCode}</p>`,
    sections: [
      tableSection(
        'flaws',
        'Flaws',
        ['file', 'flaw'],
        flaws.map(({ file, what }) => [file, what]),
      ),
      tableSection(
        'unchecked',
        'Not checked',
        ['check'],
        unchecked.map((what) => [what]),
      ),
      tableSection(
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
      tableSection(
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

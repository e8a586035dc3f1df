import { resolve } from 'node:path';
import type { Command } from 'commander';
import { verify, type Verification } from '../index.ts';
import { defined } from '../model/defined.ts';
import { VERIFICATION_HEADINGS, verificationPage } from '../report/certificate/verification-page.ts';
import { writeText } from '../run/write-files.ts';
import { firstFew } from '../report/reasons.ts';
import { visible } from '../report/safe-text.ts';
import { helpText } from './help.ts';
import { tellResult, writeResult } from './output.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';

interface VerifyFlags extends SpecsFlag {
  readonly key?: string;
  readonly html?: string;
  readonly json?: boolean;
}

export function verifyCommand(command: Command): Command {
  return withSpecs(command)
    .argument('<run>', 'folder of the run')
    .option('--key <file>', 'Ed25519 public key of the trusted signer (SPKI PEM); without it the signer stays unknown')
    .option('--html <file>', 'also write the result as a page')
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        examples: [
          ['assay verify acme --key key.pub.pem', 'verify signature, signer, files and verdicts'],
          ['assay verify acme', 'verify everything but the signer: exit code 3'],
        ],
        exitCodes: {
          0: 'verified',
          1: 'not verified: changed, unsigned or signed with another key',
          2: 'invalid command',
          3: 'partly verified: the signer (no key) or the verdicts (another version) could not be checked',
        },
        next: ['assay certify', 'get-certified'],
      }),
    )
    .action((run: string, { key, html, json, ...flags }: VerifyFlags) => {
      const result = verify(resolve(run), { specs: specsOf(flags), ...defined({ key }) });
      if (html !== undefined) writeText(html, verificationPage(run, result));
      tellResult(text(run, result), json);
      if (json === true) writeResult(`${JSON.stringify(result)}\n`);
      process.exitCode = result.exitCode;
    });
}

/** Flaws that are told one by one. */
const SHOWN = 20;

function text(run: string, result: Verification): string {
  const { exitCode, identity, keyId, files, rejudged, rederived, signedOnly, flaws, unchecked, proves } = result;
  return [
    `${VERIFICATION_HEADINGS[exitCode]}  ${run}: ${files} files, ${rederived} of them made again, ${rejudged} clauses judged again; identity ${identity}; exit code ${exitCode}`,
    ...(keyId === null ? [] : [`key id  ${keyId}`]),
    ...flaws.slice(0, SHOWN).map(({ file, what }) => `✗ ${visible(file)}: ${visible(what)}`),
    ...(flaws.length > SHOWN ? [`✗ and ${flaws.length - SHOWN} more`] : []),
    ...unchecked.map((what) => `? not checked: ${visible(what)}`),
    ...(signedOnly.length === 0 ? [] : [`signed as they are, and not made of the trace: ${visible(firstFew(signedOnly, SHOWN))}`]),
    `the signature proves  ${proves.signature}`,
    `re-judging proves     ${proves.rejudging}`,
    `neither proves        ${proves.neither}`,
    '',
  ].join('\n');
}

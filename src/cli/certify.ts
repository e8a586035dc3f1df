import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { WaivedFailure } from '../model/types.ts';
import { testResult } from '../report/certificate/statement.ts';
import { demandUncertified, examine, signRun } from '../run/certificate/certify.ts';
import { readPrivateKey } from '../run/certificate/keys.ts';
import { worst } from '../run/certificate/refusals.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { tell, tellResult, writeResult } from './output.ts';
import { specsOf, withSpecs, type SpecsFlag } from './common-flags.ts';

interface CertifyFlags extends SpecsFlag {
  readonly key?: string;
  readonly predicateOnly?: boolean;
  readonly json?: boolean;
}

export function certifyCommand(command: Command): Command {
  return withSpecs(command)
    .argument('<run>', 'folder of the run')
    .option('--key <file>', 'Ed25519 private key that signs (PKCS#8 PEM)')
    .option('--predicate-only', 'print the in-toto predicate for a CI attestation; signs and writes nothing, needs no key')
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'Refuses, with every reason: a filtered, partial, inconclusive or violating run; a replay; a run with --walks 0 or with injected faults; a run of an unreleased suite (uncommitted changes, other specs). Never overwrites a file.',
          `Create a key:
  openssl genpkey -algorithm ed25519 -out key.pem
      private key: keep it secret
  openssl pkey -in key.pem -pubout -out key.pub.pem
      public key: distribute it
  openssl pkey -in key.pem -pubout -outform DER | sha256sum
      key id: publish it where your readers trust you`,
        ],
        examples: [
          ['assay certify acme --key key.pem', "sign the run of 'assay run --out acme' and write acme/certificate.json"],
          ['assay certify acme --predicate-only', 'print the in-toto predicate for a CI attestation'],
        ],
        exitCodes: {
          0: 'signed',
          1: 'refused: violations',
          2: 'refused: filtered run, injected faults or unreleased suite; or invalid command',
          3: 'refused: inconclusive or partial run',
          4: 'Assay or the disk failed',
        },
        next: ['assay verify', 'get-certified'],
      }),
    )
    .action(certify);
}

async function certify(run: string, { key: keyFile, predicateOnly, json, ...flags }: CertifyFlags): Promise<void> {
  if (keyFile === undefined && predicateOnly !== true)
    throw new UsageError(
      'key-missing',
      "--key FILE is missing: the Ed25519 key that signs. 'openssl genpkey -algorithm ed25519 -out key.pem' makes one",
    );
  const folder = resolve(run);
  const key = keyFile === undefined ? undefined : readPrivateKey(keyFile);
  if (predicateOnly !== true) demandUncertified(folder);
  const examined = examine(folder, specsOf(flags));
  if ('refusals' in examined) {
    const reasons = examined.refusals.map(({ reason }) => reason);
    tell(`assay: ${run} cannot be certified:\n${reasons.map((reason) => `  ${reason}\n`).join('')}`);
    process.exitCode = worst(examined.refusals);
    if (json === true) writeResult(`${JSON.stringify({ certified: false, exitCode: process.exitCode, reasons })}\n`);
    return;
  }
  const { fit } = examined;
  if (predicateOnly === true || key === undefined) {
    writeResult(`${JSON.stringify(testResult(fit))}\n`);
    return;
  }
  const signed = signRun(folder, fit, key);
  const { passedTests, warnedTests } = signed.predicate;
  // Where the documents are silent a run judges what the profile declares, and counts it apart.
  const declared = fit.report.clauses.filter(({ basis, verdict }) => basis === 'declared' && verdict === 'pass').length;
  tellResult(
    `CERTIFIED  ${fit.report.target.name}: ${passedTests.length} clauses hold (${passedTests.length - declared} of the documents, ${declared} declared by the profile), ${warnedTests.length} waived; ${signed.files} files signed\n${fit.report.waived.map(waivedLine).join('')}key id       ${signed.keyId}\ncertificate  ${signed.file}\n`,
    json,
  );
  if (json === true)
    writeResult(
      `${JSON.stringify({ certified: true, exitCode: 0, certificate: signed.file, keyId: signed.keyId, files: signed.files, waived: warnedTests })}\n`,
    );
}

/** What is certified in spite of it stands before everything else. */
function waivedLine({ clause, reason, owner, link, expires }: WaivedFailure): string {
  return `waived       ${clause} until ${expires} (${owner}): ${reason}; ${link}\n`;
}

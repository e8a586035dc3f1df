import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { WaivedFailure } from '../model/types.ts';
import { certify } from '../index.ts';
import { defined } from '../model/defined.ts';
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
    .action(certifyRun);
}

function certifyRun(run: string, { key: keyFile, predicateOnly, json, ...flags }: CertifyFlags): void {
  if (keyFile === undefined && predicateOnly !== true)
    throw new UsageError(
      'key-missing',
      "--key FILE is missing: the Ed25519 key that signs. 'openssl genpkey -algorithm ed25519 -out key.pem' makes one",
    );
  const certified = certify(resolve(run), {
    specs: specsOf(flags),
    ...(predicateOnly === true ? {} : defined({ key: keyFile })),
  });
  process.exitCode = certified.exitCode;
  if (!certified.certified) {
    const { reasons, exitCode } = certified;
    tell(`assay: ${run} cannot be certified:\n${reasons.map((reason) => `  ${reason}\n`).join('')}`);
    if (json === true) writeResult(`${JSON.stringify({ certified: false, exitCode, reasons })}\n`);
    return;
  }
  const { report, predicate, signed } = certified;
  if (signed === undefined) {
    writeResult(`${JSON.stringify(predicate)}\n`);
    return;
  }
  const { passedTests, warnedTests } = predicate;
  // Where the documents are silent a run judges what the profile declares, and counts it apart.
  const declared = report.clauses.filter(({ basis, verdict }) => basis === 'declared' && verdict === 'pass').length;
  tellResult(
    `CERTIFIED  ${report.target.name}: ${passedTests.length} clauses hold (${passedTests.length - declared} of the documents, ${declared} declared by the profile), ${warnedTests.length} waived; ${signed.files} files signed\n${report.waived.map(waivedLine).join('')}key id       ${signed.keyId}\ncertificate  ${signed.file}\n`,
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

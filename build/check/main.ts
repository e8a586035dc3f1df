import { parseArgs } from 'node:util';
import { SPECS_FOLDER } from '../../src/model/specs-folder.ts';
import { documentNames } from '../../src/model/sources.ts';
import { documentsFolder } from './find-documents.ts';
import { checkSpecs } from './specs-check.ts';
import type { SpecsCheckOptions } from './specs-check.ts';

const USAGE = `npm run specs:check -- [--documents DIR] [--document NAME]… [--write-digests]
  --documents DIR   where the API documents are; else ASSAY_DOCUMENTS, else shared/documents beside the checkout
  --document NAME   only this one: ${documentNames().join(', ')}
  --write-digests   fill in the digests of all clauses from the documents as they are now`;

process.exitCode = main();

/** 0: the specs hold. 1: findings. 2: usage. */
function main(): number {
  const options = readOptions();
  if (typeof options === 'string') return complain(`${options}\n${USAGE}`, 2);
  const { summary, findings, missing } = checkSpecs(options);
  print([
    ...findings,
    ...summary,
    findings.length === 0 ? 'The specs hold.' : `${findings.length} finding${findings.length === 1 ? '' : 's'}.`,
  ]);
  if (missing.length > 0) {
    complain(
      `!!! NOT PROVEN AGAINST THE DOCUMENTS: ${missing.join(', ')} not found in ${options.documentsFolder}. Give --documents DIR or ASSAY_DOCUMENTS. !!!`,
      0,
    );
  }
  return findings.length === 0 ? 0 : 1;
}

function readOptions(): SpecsCheckOptions | string {
  try {
    const { values } = parseArgs({
      options: {
        documents: { type: 'string' },
        document: { type: 'string', multiple: true },
        'write-digests': { type: 'boolean', default: false },
      },
    });
    const { documents, document: chosen, 'write-digests': write } = values;
    const unknown = chosen?.find((name) => !documentNames().some((known) => known === name));
    if (unknown !== undefined) return `There is no document '${unknown}'.`;
    const names = documentNames().filter((name) => chosen?.includes(name) ?? true);
    return {
      specsFolder: SPECS_FOLDER,
      documentsFolder: documentsFolder(documents, process.env['ASSAY_DOCUMENTS']),
      names,
      writeDigests: write,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

function complain(text: string, exitCode: number): number {
  process.stderr.write(`${text}\n`);
  return exitCode;
}

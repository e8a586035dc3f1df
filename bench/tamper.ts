import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { loadSpecs } from '../src/model/load.ts';
import { readPublicKey } from '../src/run/certificate/keys.ts';
import { CERTIFICATE_FILE, runFiles } from '../src/run/certificate/run-files.ts';
import { verifyRun } from '../src/run/certificate/verify.ts';

/**
 * Changes one byte at a time in a copy of a certified run's folder: each must be found, and its file named, and nothing else.
 * Every other change falls on one of the large files, which random names would seldom hit.
 */
export async function tamper(
  run: string,
  { key: file, changes: count, seed }: { key: string; changes: number; seed: number },
): Promise<void> {
  const key = readPublicKey(file);
  const specs = loadSpecs();
  const scratch = mkdtempSync(join(tmpdir(), 'assay-tamper-'));
  const folder = join(scratch, 'run');
  try {
    cpSync(run, folder, { recursive: true });
    const before = verifyRun(folder, specs, key);
    console.log(
      `before: exit code ${before.exitCode}, ${before.files} files, ${before.rejudged} clauses judged again, ${before.flaws.length} differ`,
    );
    const names = [...runFiles(folder).map(({ name }) => name), CERTIFICATE_FILE];
    const large = names.filter((name) => !name.includes('/'));
    const change = fc.record({
      name: fc.oneof(fc.constantFrom(...names), fc.constantFrom(...large)),
      place: fc.nat(),
      bits: fc.integer({ min: 1, max: 255 }),
    });
    const changes = fc.sample(change, { numRuns: count, seed });
    let missed = 0;
    for (const { name, place, bits } of changes) {
      const whole = readFileSync(join(folder, name));
      const other = Buffer.from(whole);
      // A file may be empty: there is nothing to change in it but its length.
      const at = whole.length === 0 ? 0 : place % whole.length;
      if (whole.length > 0) other.writeUInt8(whole.readUInt8(at) ^ bits, at);
      writeFileSync(join(folder, name), whole.length === 0 ? 'x' : other);
      const { exitCode, flaws } = verifyRun(folder, specs, key);
      writeFileSync(join(folder, name), whole);
      const found = exitCode === 1 && flaws.length === 1 && flaws[0]?.file === name;
      if (!found) console.log(`missed: ${name}, byte ${at}, bits ${bits}: exit code ${exitCode}`);
      missed += found ? 0 : 1;
    }
    const after = verifyRun(folder, specs, key);
    const touched = new Set(changes.map(({ name }) => name)).size;
    console.log(
      `${changes.length - missed} of ${changes.length} changes of one byte found and named, in ${touched} files; after: exit code ${after.exitCode}`,
    );
    process.exitCode = missed === 0 && before.exitCode === 0 && after.exitCode === 0 ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

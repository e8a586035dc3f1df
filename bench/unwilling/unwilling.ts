import { loadSpecs } from '../../src/model/load.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { nameOf } from '../../src/qualify/unwilling/refusal-kinds.ts';
import { driveUnwilling } from '../../src/qualify/unwilling/unwilling.ts';
import { profileFile } from '../../src/run/targets.ts';

export interface UnwillingBenchOptions {
  readonly seed: number;
  /** only kinds of refusals with this in their name, such as '403' or 'html' */
  readonly kind: string;
  /** only operations with this in their name */
  readonly operation: string;
}

/** Refuses every operation of the mock in every way: which clauses fail, and which of them without a ground in the document. */
export async function unwilling({ seed, kind, operation }: UnwillingBenchOptions): Promise<void> {
  const specs = loadSpecs();
  const file = profileFile('mock');
  const { runs, requests, contradicted, groundless } = await driveUnwilling(specs, readProfile(file, specs), file, {
    seed,
    full: true,
    kinds: (one) => nameOf(one).includes(kind),
    operations: (one) => one.includes(operation),
    onRun(run) {
      for (const { clause = '', because } of run.groundless)
        console.log(`${run.document} ${run.operation}, ${nameOf(run.kind)}: ${clause} ${because}`);
    },
  });
  console.log(
    `${runs} runs, ${requests.toLocaleString('en')} requests; ${contradicted} clauses failed with a ground in the document, ${groundless.length} without one or with another blame`,
  );
  process.exitCode = groundless.length === 0 ? 0 : 1;
}

import { parseArgs } from 'node:util';
import { loadSpecs } from '../../spec/load.ts';
import { DOCUMENT_NAMES } from '../../spec/sources.ts';
import { isJudgeable } from '../../spec/selection.ts';
import { limiterKinds } from '../../mock/core/limiter.ts';
import { readProfile } from '../../profile/load-profile.ts';
import { profileFile } from '../../run/targets.ts';
import { runInProcess } from '../in-process.ts';

// Runs the suite in process over many seeds: every judgeable clause must pass, and no two seeds send the same requests.
// npm run seeds -- --target mock-permissive --seeds 200 --limiters 50
// npm run seeds -- --document privileged-access --seeds 40
const { values } = parseArgs({
  options: {
    target: { type: 'string', default: 'mock' },
    seeds: { type: 'string', default: '200' },
    // Only this document; repeatable.
    document: { type: 'string', multiple: true },
    // Random walks in each.
    walks: { type: 'string', default: '10' },
    // With a limit: the seeds take turns through every kind of limiter, this many requests in a minute.
    limiters: { type: 'string' },
  },
});
const specs = loadSpecs();
const file = profileFile(values.target);
const source = readProfile(file, specs);
const digests = new Set<string>();
const requests: number[] = [];
const documents = DOCUMENT_NAMES.filter((name) => values.document?.includes(name) ?? true);
if (documents.length < (values.document?.length ?? 0)) throw new RangeError(`--document is one of ${DOCUMENT_NAMES.join(', ')}`);
const selection = values.document === undefined ? {} : { documents };
let open = 0;
for (let seed = 1; seed <= Number(values.seeds); seed++) {
  const kind = limiterKinds[seed % limiterKinds.length] ?? 'none';
  const limiter = values.limiters === undefined ? {} : { limiter: { kind, limit: Number(values.limiters), periodMs: 60_000 } };
  const {
    judgement,
    requestsDigest,
    requests: sent,
  } = await runInProcess(specs, source, file, { seed, selection, walks: Number(values.walks), ...limiter });
  const wrong = judgement.clauses.filter(({ clause, verdict }) => (isJudgeable(clause) ? verdict !== 'pass' : verdict === 'fail'));
  for (const { clause, verdict, reason } of wrong) console.log(`seed ${seed}  ${verdict}  ${clause.id}: ${reason ?? ''}`);
  if (wrong.length > 0) open += 1;
  digests.add(requestsDigest);
  requests.push(sent);
}
const range = `${Math.min(...requests)} to ${Math.max(...requests)}`;
console.log(
  `${values.target}: ${requests.length} seeds, ${digests.size} distinct, ${open} with a clause that did not pass; ${range} requests each`,
);
process.exitCode = open === 0 && digests.size === requests.length ? 0 : 1;

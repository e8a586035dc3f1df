import { parseArgs } from 'node:util';
import { loadSpecs } from '../../spec/load.ts';
import { DOCUMENT_NAMES } from '../../spec/sources.ts';
import { isJudgeable } from '../../spec/selection.ts';
import { limiterKinds } from '../../mock/core/limiter.ts';
import { readProfile } from '../../profile/load-profile.ts';
import { DEFAULT_WALKS } from '../../run/plans.ts';
import { profileFile } from '../../run/targets.ts';
import { runInProcess } from '../in-process.ts';
import { withOtherLimiter } from './other-limiter.ts';
import { progressOf } from './progress.ts';

// Runs the suite in process over many seeds, its walks too: every judgeable clause must pass, and no two seeds send the same requests.
// npm run seeds -- --target mock-permissive --seeds 200 --limiters 50
// npm run seeds -- --document privileged-access --from 201 --seeds 40
const { values } = parseArgs({
  options: {
    target: { type: 'string', default: 'mock' },
    // The first of them, and how many.
    from: { type: 'string', default: '1' },
    seeds: { type: 'string', default: '200' },
    // Only this document; repeatable.
    document: { type: 'string', multiple: true },
    // Random walks in each.
    walks: { type: 'string', default: String(DEFAULT_WALKS) },
    // With a limit: the seeds take turns through every kind of limiter, this many requests in a minute.
    limiters: { type: 'string' },
  },
});
const specs = loadSpecs();
const file = profileFile(values.target);
const source = values.limiters === undefined ? readProfile(file, specs) : withOtherLimiter(readProfile(file, specs));
const documents = DOCUMENT_NAMES.filter((name) => values.document?.includes(name) ?? true);
if (documents.length < (values.document?.length ?? 0)) throw new RangeError(`--document is one of ${DOCUMENT_NAMES.join(', ')}`);
const selection = values.document === undefined ? {} : { documents };
const first = Number(values.from);
const seeds = Array.from({ length: Number(values.seeds) }, (_none, index) => first + index);
const digests = new Set<string>();
const requests: number[] = [];
let falseAlarms = 0;
let unjudged = 0;
const progress = progressOf(seeds.length, Date.now(), (line) => process.stderr.write(`${line}\n`));
for (const seed of seeds) {
  const kind = limiterKinds[seed % limiterKinds.length] ?? 'none';
  const limiter = values.limiters === undefined ? {} : { limiter: { kind, limit: Number(values.limiters), periodMs: 60_000 } };
  const run = await runInProcess(specs, source, file, { seed, selection, walks: Number(values.walks), ...limiter });
  for (const { clause, verdict, reason, findings } of run.judgement.clauses) {
    const isAlarm = verdict === 'fail' || verdict === 'error';
    if (!isAlarm && !(isJudgeable(clause) && verdict !== 'pass')) continue;
    if (isAlarm) falseAlarms += 1;
    else unjudged += 1;
    const shown = findings.find((finding) => finding.verdict === verdict);
    const where = shown === undefined ? '' : ` (${[shown.check, ...(shown.case === undefined ? [] : [shown.case])].join(' in ')})`;
    console.log(`seed ${seed}  ${verdict}  ${clause.id}: ${reason ?? ''}${where}`);
  }
  digests.add(run.requestsDigest);
  requests.push(run.requests);
  progress({ done: requests.length, requests: requests.reduce((sum, count) => sum + count, 0), falseAlarms }, Date.now());
}
const total = requests.reduce((sum, count) => sum + count, 0).toLocaleString('en');
const range = `${Math.min(...requests)} to ${Math.max(...requests)} each`;
console.log(
  `${values.target}: ${requests.length} seeds (${digests.size} distinct), ${values.walks} walks each; ${total} requests (${range}); ${falseAlarms} false alarms, ${unjudged} clauses not judged`,
);
process.exitCode = falseAlarms + unjudged === 0 && digests.size === requests.length ? 0 : 1;

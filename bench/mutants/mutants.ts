import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEntries } from './classification.ts';
import { instrumentServices } from './instrument.ts';
import { baselineIn, tryMutants } from './processes.ts';
import { drawSample } from './sample.ts';
import { scoreOf } from './score.ts';
import type { Score, Tried } from './score.ts';
import { CHECKOUT, makeScratch } from './scratch.ts';
import { scoreText, sectionText, withSection } from './text.ts';

export interface MutantsOptions {
  /** so many of those that are reached; all where there are fewer */
  readonly sample: number;
  /** of the draw and of the suite */
  readonly seed: number;
  /** processes at a time */
  readonly jobs: number;
  /** only mutants whose id has this in it */
  readonly only: string;
  readonly json: boolean;
  /** write the figures into the documentation */
  readonly publish: boolean;
}

const PAUSE_MS = 10_000;

/** The suite judged by random changes to the source of the mock's services. */
export async function mutants({ sample, seed, jobs, only, json, publish }: MutantsOptions): Promise<void> {
  const started = performance.now();
  const tell = (text: string): void => void process.stderr.write(`${text}\n`);
  const entries = readEntries(join(CHECKOUT, 'bench/mutants/classification.yaml'));
  const second = readEntries(join(CHECKOUT, 'bench/mutants/second-classification.yaml'));
  const instrumented = await instrumentServices(join(CHECKOUT, 'src/mock'));
  const all = instrumented.mutants;
  const scratch = makeScratch(instrumented);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      scratch.remove();
      process.exit(3);
    });
  try {
    tell(`${all.length} mutants in ${instrumented.files.size} files; first a run without any`);
    const baseline = await baselineIn(scratch.folder, seed);
    const covered = all.filter(({ number }) => baseline.coverage[number] !== undefined);
    const drawn = drawSample(covered, covered.length, seed)
      .filter(({ id }) => id.includes(only))
      .slice(0, sample);
    tell(`${covered.length} are reached; ${drawn.length} of them are tried, ${jobs} at a time`);
    const tried: Tried[] = [];
    const progress = progressOf(drawn.length, tell);
    await tryMutants(scratch.folder, { seed, jobs, baseline }, drawn, (mutant, outcome) => {
      tried.push({ mutant, outcome });
      if (outcome.kind !== 'killed') tell(`${outcome.kind}  ${mutant.id}  src/mock/${mutant.file}:${mutant.line}`);
      progress(tried);
    });
    const notCovered = all.filter(({ number }) => baseline.coverage[number] === undefined);
    const durationMs = Math.round(performance.now() - started);
    const score = scoreOf({ seed, mutants: all, notCovered, tried, entries, second, durationMs });
    if (publish) publishScore(score);
    process.stdout.write(json ? `${JSON.stringify(score)}\n` : scoreText(score));
    process.exitCode = score.contradicted.length === 0 ? 0 : 1;
  } finally {
    scratch.remove();
  }
}

/** The figures for machines, and for readers of the page on the architecture; who survived stands in the classification. */
function publishScore({ survivors: _survivors, durationMs: _durationMs, ...score }: Score): void {
  writeFileSync(join(CHECKOUT, 'docs/mutants.json'), `${JSON.stringify(score, null, 2)}\n`);
  const page = join(CHECKOUT, 'docs/architecture.md');
  writeFileSync(page, withSection(readFileSync(page, 'utf8'), sectionText(score)));
}

/** A line in a while: how many are tried, how many of them are killed, and how long the others will take. */
function progressOf(total: number, tell: (text: string) => void): (tried: readonly Tried[]) => void {
  const begun = performance.now();
  let told = begun;
  return (tried) => {
    const now = performance.now();
    if (now - told < PAUSE_MS && tried.length < total) return;
    told = now;
    const left = Math.ceil(((now - begun) / tried.length) * (total - tried.length)) / 1000;
    const killed = tried.filter(({ outcome }) => outcome.kind === 'killed').length;
    tell(
      `${tried.length} of ${total} tried, ${killed} killed; about ${left < 90 ? `${left.toFixed(0)} s` : `${(left / 60).toFixed(0)} min`} left`,
    );
  };
}

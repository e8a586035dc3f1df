import './switchboard.ts';
import type { Baseline, Mutant } from './mutant.ts';

/** What the process is told first: to measure the baseline, or by which it tries mutants. */
export type Order = { readonly seed: number } & ({ readonly measure: true } | { readonly baseline: Baseline });

/** What it answers to everything that it is told. */
export type Answer<Result> = { readonly result: Result } | { readonly failed: string };

// A process with a mock that has all mutants in it. The switchboard must stand before any of its modules is imported.
const { measureBaseline, prepareSuites, tryMutant } = await import('./trial.ts');

process.once('message', (order: Order) => {
  const suites = prepareSuites(order.seed);
  if ('measure' in order) return answer(() => measureBaseline(suites));
  process.on('message', (mutant: Mutant) => answer(() => tryMutant(suites, order.baseline, mutant)));
  answer(async () => 'ready');
});

process.once('disconnect', () => process.exit());

function answer(work: () => Promise<unknown>): void {
  const reply = (message: Answer<unknown>): void => void process.send?.(message);
  work().then(
    (result) => reply({ result }),
    (error: unknown) => reply({ failed: error instanceof Error ? error.message : String(error) }),
  );
}

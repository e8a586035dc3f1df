#!/usr/bin/env node
import { availableParallelism } from 'node:os';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { wholeNumber } from '../src/cli/arguments.ts';
import { guardFlags, repeatable } from '../src/cli/flags.ts';
import { documentNames } from '../src/model/sources.ts';
import { DEFAULT_WALKS } from '../src/run/plans.ts';

// Measurements of Assay: npm run bench -- NAME [flags]. None is a gate. Each is bounded in count and time, speaks to 127.0.0.1 alone, and
// ends with its figures. A measurement is loaded only when it runs: memory is among what is measured.
const THREADS = Math.min(4, availableParallelism());
const atLeast = wholeNumber;
const seed = (first: number): Option => new Option('--seed <n>', 'of everything random').argParser(atLeast(0)).default(first);
const threads = new Option('--threads <n>', '0 runs all in one thread').argParser(atLeast(0)).default(THREADS);

function numbers(text: string): readonly number[] {
  const found = text.split(',').map(Number);
  if (!found.every((number) => Number.isSafeInteger(number) && number >= 1))
    throw new InvalidArgumentError('Expected whole numbers of at least 1, with commas between.');
  return found;
}

const program = new Command('bench').description('Measurements of Assay. The figures are the last lines.').showSuggestionAfterError();

program
  .command('clause-requests')
  .description('requests that a run of each clause by itself plans')
  .action(async () => (await import('./clause-requests.ts')).clauseRequests());

program
  .command('figures')
  .description(
    'measures what the table of docs/measurements.md says, and writes it there; NAME=FILE takes what the command printed from a file',
  )
  .argument('[names...]')
  .action(async (names) => (await import('./figures/measure.ts')).figures(names));

program
  .command('hostile')
  .description('every hostile response against assay run and assay load as processes: exit codes, time, memory, secrets, blame')
  .addArgument(new Argument('[phases...]').choices(['preflight', 'run', 'load', 'probe']))
  .option('--here', 'in this process: quicker, without memory of its own', false)
  .option('--name <pattern>', 'only responses whose name matches', '')
  .action(async (phases, options) => (await import('./hostile.ts')).hostile(phases, options));

program
  .command('kill')
  .description('runs that are killed at random moments: each trace is readable, each report marked as partial')
  .option('--times <n>', 'runs', atLeast(1), 20)
  .option('--within <kB>', 'size of the trace within which a run is killed, of about 4,000', atLeast(0), 3500)
  .addOption(seed(1))
  .action(async (options) => (await import('./kill.ts')).kill(options));

program
  .command('limiter-trials')
  .description('the rate-limit probe on virtual time: kinds, defects, foreign traffic')
  .option('--runs <n>', 'clean probes of each kind of limiter, and a tenth as many for each kind and defect', atLeast(1), 100)
  .addOption(seed(1))
  .option('--only <part>', 'clean, others, unusual, foreign or defects; repeatable', repeatable(String))
  .option('--defect <text>', 'only defects with this in their name')
  .option('--threads <n>', 'series at a time', atLeast(1), 2)
  .option('--verbose', 'every probe that was wrong', false)
  .action(async (options) => (await import('./limiter-trials/limiter-trials.ts')).limiterTrials(options));

program
  .command('live-limits')
  .description('the same over HTTP, in real time: each limiter of the mock, each fault of its limits')
  .option('--at-once <n>', 'probes at the same time; they mostly wait', atLeast(1), 4)
  .option('--only <text>', 'only what has this in its name', '')
  .action(async (options) => (await import('./live-limits.ts')).liveLimits(options));

program
  .command('load')
  .description('a load beside raw autocannon and wrk: throughput, memory, latency, pacing, stalls, ramps')
  .addArgument(new Argument('[names...]').choices(['truth', 'pacing', 'stall', 'ramp', 'throughput', 'memory']))
  .option('--rounds <n>', 'slices of each', atLeast(1), 12)
  .option('--count <n>', 'responses of the memory measurement', atLeast(10), 1_000_000)
  .option('--connections <n>', 'connections', atLeast(1), 50)
  .option('--slice <ms>', 'length of a slice; shorter than a second only to try the measurement itself', atLeast(100), 1000)
  .addOption(new Option('--pinned').hideHelp())
  .action(async (names, options) => (await import('./load/load.ts')).load(names, options));

program
  .command('memory')
  .description('peak memory of walking through long lists, each in a process of its own')
  .option('--groups <n>', 'length of a list; repeatable', repeatable(atLeast(1)))
  .action(async ({ groups = [1000, 10_000] }) => (await import('./memory/memory.ts')).memory({ groups }));

program
  .command('mutants')
  .description('the suite judged by random changes to the source of the mock (also: npm run mutants)')
  .option('--sample <n>', 'how many, of those that a request reaches', atLeast(1), 1000)
  .addOption(seed(1))
  .option('--jobs <n>', 'processes at a time', atLeast(1), 2)
  .option('--only <text>', 'only mutants with this in their id: file, kind or hash', '')
  .option('--json', 'one JSON object on standard output, nothing else there', false)
  .option('--publish', 'write the figures into the documentation', false)
  .action(async (options) => (await import('./mutants/mutants.ts')).mutants(options));

program
  .command('one-fault')
  .description('what assay diff tells of two runs that differ by a fault')
  .option('--faults <n>', 'faults, evenly spread', atLeast(1), 30)
  .addOption(new Option('--kind <kind>', 'of faults').choices(['behavioural', 'wire']).default('behavioural'))
  .action(async (options) => (await import('./one-fault/compare-faults.ts')).oneFault(options));

program
  .command('picture')
  .description("draws README's picture, from a run with one defect")
  .action(async () => (await import('./picture.ts')).picture());

program
  .command('report-figures')
  .description('size and time of every report')
  .argument('[run]', 'a stored run')
  .action(async (run) => (await import('./report-figures.ts')).reportFigures(run));

program
  .command('secrets')
  .description('learning tokens that begin alike beside learning random ones')
  .option('--tokens <n>', 'how many of each', atLeast(1), 4_000)
  .action(async ({ tokens }) => (await import('./secrets.ts')).secrets(tokens));

program
  .command('seeds')
  .description('false alarms over many seeds')
  .option('--preset <name>', 'of the choices of the mock')
  .option('--from <n>', 'the first seed', atLeast(0), 1)
  .option('--seeds <n>', 'how many', atLeast(1), 200)
  .addOption(new Option('--document <name...>', 'only this document').choices(documentNames()))
  .option('--walks <n>', 'random walks in each document', atLeast(0), DEFAULT_WALKS)
  .option('--limiters <n>', 'a limit of N requests a minute, of each kind in turn', atLeast(1))
  .addOption(threads)
  .action(async (options) => (await import('./seeds/seeds.ts')).seeds(options));

program
  .command('shards')
  .description('runs in shards, joined, beside the whole run, and the time that they save')
  .addOption(seed(1))
  .option('--ways <list>', 'numbers of shards', numbers, [1, 2, 4, 8])
  .action(async (options) => (await import('./shards/shards.ts')).shards(options));

program
  .command('tamper')
  .description("changes one byte of a certified run's folder at a time: each change must be found")
  .argument('<run>', 'a certified run')
  .requiredOption('--key <file>', 'the public key')
  .option('--changes <n>', 'how many', atLeast(1), 200)
  .addOption(seed(1))
  .action(async (run, options) => (await import('./tamper.ts')).tamper(run, options));

program
  .command('size')
  .description('how much there is of Assay: sources, specs, the installed package; and files that are too small to stand alone')
  .action(async () => (await import('./size.ts')).size());

program
  .command('unwilling')
  .description('every operation of the mock refused in every way: no clause may fail without a ground in the document')
  .option('--kind <text>', "only refusals with this in their name, such as '403' or 'html'", '')
  .option('--operation <text>', "only operations with this in their name; 'all' refuses everything", '')
  .addOption(seed(1))
  .action(async (options) => (await import('./unwilling/unwilling.ts')).unwilling(options));

program
  .command('walks')
  .description('how short walks make a failure, and whether its token replays it')
  .addOption(seed(1))
  .option('--walks <n>', 'in each document', atLeast(0), 100)
  .option('--fault <text>', 'only faults with this in their id', '')
  .option('--each <n>', 'so many faults of each document, evenly spread', atLeast(1), 36)
  .option('--all', 'all of them', false)
  .addOption(threads)
  .action(async (options) => (await import('./walks/walks.ts')).walksOf(options));

guardFlags(program);
await program.parseAsync();

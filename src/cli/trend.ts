import { resolve } from 'node:path';
import type { Command } from 'commander';
import { merged, pastRun } from '../report/trend/past-run.ts';
import { renderTrend } from '../report/trend/trend-text.ts';
import { demandRuns, findRuns, keepHistory } from '../run/history.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { resultStream, tell, tellResult, writeResult, terminal } from './output.ts';

interface TrendFlags {
  readonly history?: string;
  readonly json?: boolean;
}

export function trendCommand(command: Command): Command {
  return command
    .argument('[run...]', 'runs, or folders with runs in them; without any, what the history has')
    .option('--history <dir>', 'keep the runs in history.ndjson there, one line each, and draw trend.html')
    .option('--json', 'one JSON object on standard output, nothing else there')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'A run is added once, however often it is given. Runs that were narrowed, cut short or stopped by the preflight are left out. Targets are drawn apart. The folder of a run can go once it is in the history.',
        ],
        examples: [
          ['assay trend reports', 'curves and a table of all runs in a folder'],
          ['assay trend reports --history trend', 'and keep them in trend/history.ndjson, with a page, trend/trend.html'],
          ['assay trend --history trend', 'draw what has been kept'],
        ],
        exitCodes: { 0: 'drawn', 2: 'a mistake, or there is no run to draw' },
        next: ['assay diff', 'run-it-nightly'],
      }),
    )
    .action(trend);
}

function trend(runs: readonly string[], { history: folder, json }: TrendFlags): void {
  if (runs.length === 0 && folder === undefined)
    throw new UsageError('runs-missing', 'runs are missing: name their folders, or --history DIR with those of before');
  const { reports, leftOut } = findRuns(runs);
  for (const reason of leftOut) tell(`left out: ${reason}\n`);
  const more = reports.map(pastRun);
  const kept = folder === undefined ? { history: merged([], more) } : keepHistory(resolve(folder), more);
  demandRuns(kept.history);
  tellResult(renderTrend(kept.history, terminal(resultStream(json)).color), json);
  if ('page' in kept) tellResult(`\npage  ${kept.page}\n`, json);
  if (json === true) writeResult(`${JSON.stringify({ runs: kept.history })}\n`);
}

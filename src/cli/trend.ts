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
    .argument('[run...]', 'folders of runs, or folders that contain runs (default: the runs of --history)')
    .option('--history <dir>', 'folder of the history: appends the runs to history.ndjson and writes trend.html')
    .option('--json', 'print one JSON object to standard output, and nothing else')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'Each run is added once. Filtered and partial runs, and runs that the preflight stopped, are left out. Each target has its own curves. The folder of a run can be deleted once the run is in the history.',
        ],
        examples: [
          ['assay trend reports', 'show curves and a table of all runs in a folder'],
          ['assay trend reports --history trend', 'also keep the runs in trend/history.ndjson and write trend/trend.html'],
          ['assay trend --history trend', 'show the history'],
        ],
        exitCodes: { 0: 'shown', 2: 'invalid command, or no run to show' },
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

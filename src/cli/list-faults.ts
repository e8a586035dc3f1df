import type { Command } from 'commander';
import type { FaultSummary } from '../mock/kit/control.ts';
import { knownFaults, noSuchFault } from '../mock/kit/known-faults.ts';
import { globPattern } from '../model/selection.ts';
import { plural } from '../report/defects.ts';
import { UsageError } from './fail.ts';
import { helpText } from './help.ts';
import { writeResult } from './output.ts';

export function faultsCommand(command: Command): Command {
  return command
    .argument('[glob]', "include only faults whose id matches, such as 'pam-*' or 'wire-authn.**'; ** matches across dots")
    .option('--json', 'print one JSON array, with all clauses that each fault violates')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'A fault is a defect that can be injected into the mock. A behavioural fault changes the logic of a service; a wire fault alters single responses so that they contradict the specs. The difficulty names what a check needs to detect the fault: a response, an exchange, a sequence, concurrency or time.',
        ],
        examples: [
          ['assay faults', 'list all faults: id, difficulty, violated clause and behaviour'],
          ["assay faults 'authn-*'", 'list the behavioural faults of one document'],
          ["assay faults 'wire-pam.**' --json", 'print the wire faults of one document as JSON'],
        ],
        exitCodes: { 0: 'listed', 2: 'no matching fault; the message names the nearest ids' },
        next: ['assay mock', 'assay qualify', 'assay explain', 'develop-against-the-mock'],
      }),
    )
    .action((glob: string | undefined, { json }: { readonly json?: boolean }) => {
      const faults = matching(glob);
      writeResult(json === true ? `${JSON.stringify(faults)}\n` : table(faults));
    });
}

/** The faults whose id matches, all where no glob is given. Throws UsageError where there is none. */
function matching(glob: string | undefined): readonly FaultSummary[] {
  const known = knownFaults();
  if (glob === undefined) return known;
  const pattern = globPattern(glob);
  const found = known.filter(({ id }) => pattern.test(id));
  if (found.length > 0) return found;
  throw new UsageError('fault-unknown', noSuchFault(glob));
}

function table(faults: readonly FaultSummary[]): string {
  const width = (text: (fault: FaultSummary) => string): number => Math.max(...faults.map((fault) => text(fault).length));
  const [ids, clauses] = [width(({ id }) => id), width(({ clause }) => clause)];
  const rows = faults.map(
    ({ id, difficulty, clause, about }) => `${id.padEnd(ids)}  ${difficulty.padEnd(11)}  ${clause.padEnd(clauses)}  ${about}`,
  );
  const wire = faults.filter(({ kind }) => kind === 'wire').length;
  return `${[...rows, '', `${plural(faults.length - wire, 'behavioural fault')}, ${plural(wire, 'wire fault')}`].join('\n')}\n`;
}

import type { Command } from 'commander';
import { isJudgeable } from '../model/selection.ts';
import { plural } from '../report/defects.ts';
import { oneLine, visible } from '../report/safe-text.ts';
import { painter } from '../report/text.ts';
import { profileToRead } from '../run/profile-to-plan.ts';
import { profileFile } from '../run/targets.ts';
import { judgeTraffic, readTraffic, type JudgedTraffic } from '../run/traffic.ts';
import { specsOf, targetOf, withSpecs, withTarget, type SpecsFlag, type TargetFlag } from './common-flags.ts';
import { helpText } from './help.ts';
import { terminal, writeResult } from './output.ts';

interface TrafficFlags {
  readonly json?: boolean;
  readonly undisturbed?: boolean;
}

export function judgeCommand(command: Command): Command {
  return withTarget(withSpecs(command))
    .argument('<file>', 'recorded traffic: an HTTP Archive (HAR 1.2) with response bodies, or the trace.ndjson of a run')
    .option('--undisturbed', 'no other client changed the target meanwhile: judge the order of requests too')
    .option('--json', 'print one JSON object: clauses with verdict and evidence, exchanges with secrets replaced')
    .addHelpText(
      'after',
      helpText({
        notes: [
          'Sends nothing, and reads no credential. Browsers, proxies and HTTP clients write HAR files. Each request is matched with an operation of the profile by its address; others are skipped and counted.',
          'Judges each clause that a response can violate by itself or beside its request: fields, presence, errors, links, headers, values that were written. A transaction, a bearer token and the pages of a list are judged by what they have said before.',
          'With --undisturbed, an object that was deleted must stay away, lists must show what was added and removed, pages must not repeat an object, and what no request has changed must stay the same. State tables and guards take a run.',
        ],
        examples: [
          ['assay judge session.har --target target.yaml', 'judge what a browser has recorded'],
          ['assay judge session.har --undisturbed', 'judge the order of requests too'],
          ['assay judge session.har --json', 'print verdicts and exchanges for a program'],
        ],
        exitCodes: {
          0: 'no clause is violated',
          1: 'violations: a response violates a clause',
          2: 'invalid command, profile or file',
          3: 'no response showed any clause',
        },
        next: ['assay run', 'assay explain', 'how-verdicts-come-about'],
      }),
    )
    .action((file: string, flags: SpecsFlag & TargetFlag & TrafficFlags) => {
      const specs = specsOf(flags);
      const profile = profileToRead(profileFile(targetOf(flags.target)), specs, process.env);
      const judged = judgeTraffic(readTraffic(file), profile, specs, { undisturbed: flags.undisturbed === true });
      const judgeable = [...specs.clauses.values()].filter(
        (clause) => isJudgeable(clause) && profile.services[clause.document] !== undefined,
      );
      writeResult(
        flags.json === true ? `${JSON.stringify(judged)}\n` : trafficText(judged, judgeable.length, terminal(process.stdout).color),
      );
      process.exitCode = judged.exitCode;
    });
}

/** Why nothing was judged, and what to do. */
function remedyFor({ foreign, unread }: JudgedTraffic['skipped']): string {
  if (unread > 0) return 'Nothing was judged. Export the traffic again with response bodies';
  if (foreign > 0) return 'Nothing was judged. Compare services.*.baseUrl and the bindings of the profile with the addresses in the file';
  return 'Nothing was judged: the file holds no exchange. Record some requests of a client';
}

/** Most violations of one clause that are printed. */
const SHOWN = 3;

function trafficText({ clauses, exchanges, skipped }: JudgedTraffic, judgeable: number, color: boolean): string {
  const paint = painter(color);
  const of = (verdict: string): JudgedTraffic['clauses'] => clauses.filter((one) => one.verdict === verdict);
  const violated = of('fail');
  const bySeq = new Map(exchanges.map((exchange) => [exchange.seq, exchange]));
  const headline = violated.length > 0 ? 'VIOLATIONS' : of('pass').length > 0 ? 'NO VIOLATIONS' : 'INCONCLUSIVE';
  return [
    `${paint(['bold', violated.length > 0 ? 'red' : 'green'], headline)}  ${plural(exchanges.length, 'response')} judged: ${of('pass').length} clauses hold, ${violated.length} violated`,
    `skipped: ${skipped.foreign} entries of no operation of the target, ${skipped.unread} without a complete response`,
    `not shown: ${judgeable - violated.length - of('pass').length} of ${judgeable} clauses; state tables and guards take 'assay run'`,
    ...(exchanges.length === 0 ? [remedyFor(skipped)] : []),
    ...violated.flatMap(({ clause, findings }) => {
      const failed = findings.filter(({ verdict }) => verdict === 'fail');
      return [
        '',
        paint('red', `✗ ${clause.id}  ${clause.says}`),
        ...failed.slice(0, SHOWN).flatMap(({ expected = '', received = '', exchanges: seqs }) => {
          const exchange = bySeq.get(seqs.at(-1) ?? -1);
          return [
            `  entry ${exchange?.seq ?? '?'}   ${exchange?.request.method ?? ''} ${oneLine(visible(exchange?.request.url ?? ''))}`,
            `  expected  ${oneLine(visible(expected))}`,
            `  received  ${oneLine(visible(received))}`,
          ];
        }),
        ...(failed.length > SHOWN ? [`  and ${failed.length - SHOWN} more`] : []),
      ];
    }),
    '',
  ].join('\n');
}

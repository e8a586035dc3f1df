import { plural } from './defects.ts';
import { brief } from './excerpt.ts';
import type { Outcome, Report, Verdict } from '../model/types.ts';
import { figure, measuredText, missedThresholds, rampText, whyInvalid } from './load-tables.ts';
import { duration } from './text.ts';

/** The run's result as a heading and one sentence that says why; both for people. */
export interface OutcomeText {
  readonly heading: string;
  readonly why: string;
}

/** Says the outcome of a run; the wording never claims more than was judged. */
export function outcomeText(report: Report): OutcomeText {
  return {
    heading: headingOf(report),
    why: [
      why(report) + (report.outcome === 'shard' ? '' : selected(report)) + loadInBrief(report) + cutShort(report) + partOfRun(report),
      ...limiterInBrief(report),
    ].join('; '),
  };
}

/** What has to be changed before the run says anything, or all that it could: mistakes in the configuration, and waivers. */
export function mistakesOf({ stopped = [], badWaivers = [] }: Report): readonly { readonly about: string; readonly message: string }[] {
  return [
    ...stopped.map(({ message }) => ({ about: 'configuration', message })),
    ...badWaivers.map(({ at, message }) => ({ about: 'waivers', message: `${at}  ${message}` })),
  ];
}

function headingOf({ outcome, badWaivers, shard, load, failures, replayed }: Report): string {
  if (replayed !== undefined) return `REPLAY: ${replayed.what.toUpperCase()}`;
  if (outcome === 'usage' && badWaivers !== undefined) return 'BAD WAIVERS';
  if (load !== undefined && outcome === 'conformant') return whyInvalid(load) === undefined ? 'LOAD HELD' : 'FIGURES INVALID';
  if (load !== undefined && outcome === 'violations' && failures.length === 0) return 'THRESHOLDS MISSED';
  return outcome === 'shard' && shard !== undefined ? `SHARD ${shard.number} OF ${shard.of}` : HEADINGS[outcome];
}

const HEADINGS: Readonly<Record<Outcome, string>> = {
  conformant: 'CONFORMANT',
  violations: 'VIOLATIONS',
  shard: 'SHARD',
  inconclusive: 'INCONCLUSIVE',
  partial: 'PARTIAL',
  usage: 'NOT JUDGED',
  error: 'HARNESS ERROR',
};

/** Declarations of the profile stand beside the documents' clauses. */
function brokenPromises({ clauses }: Report): string {
  const broken = clauses.filter(
    ({ status, verdict, waived }) => status === 'unspecified' && verdict === 'fail' && waived === undefined,
  ).length;
  return broken === 0 ? '' : `, ${plural(broken, 'declaration')} broken`;
}

/** What is waived is contradicted all the same. */
function butWaived({ waived }: Report): string {
  return waived.length === 0 ? '' : `, ${plural(waived.length, 'failure')} waived`;
}

/** Clauses with a verdict that no waiver keeps out of the outcome. */
function counting({ clauses }: Report, wanted: Verdict): number {
  return clauses.filter(({ status, verdict, waived }) => status !== 'unspecified' && verdict === wanted && waived === undefined).length;
}

/** True of a run that would say less than 'conformant' if its violations were known: it is a part, or something in it is open. */
export function staysOpen(report: Report): boolean {
  const { outcome, partial, flaky } = report;
  if (outcome === 'conformant' || outcome === 'shard') return false;
  if (outcome !== 'violations' || partial !== undefined || flaky.length > 0) return true;
  return counting(report, 'inconclusive') + counting(report, 'error') > 0;
}

/** True of a load and of a probe of a limit: they send what they measure, and say nothing on conformance as a whole. */
function measures(report: Report): boolean {
  return report.load !== undefined || limiterInBrief(report).length > 0;
}

/** Why a run is none that could be certified. */
export function whyNotCertifiable(report: Report): string {
  return measures(report) ? '' : (report.notCertifiable ?? []).join('; ');
}

/** Of a long list of clauses nobody reads more. */
const SELECTED = 160;

/** What was asked for, where that is less than all. */
function selected(report: Report): string {
  if (measures(report) || report.replayed !== undefined) return '';
  const asked = Object.entries(report.selection ?? {}).map(([what, value]) => ({
    what,
    value: brief(String(value).replaceAll(',', ', '), SELECTED),
  }));
  const only = asked.flatMap(({ what, value }) => (what === 'excluded' ? [] : [`${what} ${value}`]));
  const without = asked.flatMap(({ what, value }) => (what === 'excluded' ? [`without ${value}`] : []));
  const parts = [...(only.length === 0 ? [] : [`only ${only.join(', ')}`]), ...without];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** A part of a run that shows violations is a part all the same. */
function cutShort({ outcome, partial }: Report): string {
  if (partial === undefined || outcome === 'usage') return '';
  return outcome === 'partial' ? `; ${partial}` : `; only a part of the run: ${partial}`;
}

/** What a shard shows is shown; what it does not show says nothing. */
function partOfRun({ outcome, shard }: Report): string {
  return shard === undefined || outcome === 'shard' || outcome === 'usage' ? '' : `; only shard ${shard.number} of ${shard.of}`;
}

/** What a limit probe has found: its kind, and its size where it has one. */
function limiterInBrief({ observations }: Report): readonly string[] {
  const seen = new Map(observations.map(({ about, value }) => [about, value]));
  const [kind, limit, period, confidence] = ['kind', 'limit', 'period', 'confidence'].map((name) => seen.get(`limiter/${name}`));
  if (typeof kind !== 'string') return [];
  const size = typeof limit === 'number' ? `, ${figure(limit)}${typeof period === 'number' ? ` in ${duration(period)}` : ''}` : '';
  return [`limiter: ${kind}${size}${typeof confidence === 'number' ? ` (confidence ${confidence})` : ''}`];
}

/** What a load came to, beside the clauses. */
function loadInBrief({ load, outcome }: Report): string {
  if (load === undefined || outcome === 'usage' || outcome === 'error') return '';
  return [
    '',
    ...(load.ramp === undefined ? [] : [rampText(load.ramp)]),
    `${plural(load.accounts.sent, 'request')} in ${duration(load.durationMs)}, ${figure(Math.round(load.throughput))} responses a second, p99 ${figure(load.latencyMs.p99)} ms`,
    ...missedThresholds(load).map((one) => `${one.expression} missed (${measuredText(one)})`),
    ...(whyInvalid(load) === undefined ? [] : ['figures invalid']),
  ].join('; ');
}

function why(report: Report): string {
  if (report.replayed !== undefined) return `${report.target.name}: ${report.replayed.words}`;
  const { passed, failed, error, testable, referenceOnly } = report.summary.clauses;
  const violated = counting(report, 'fail');
  const verdicts = `${report.target.name}: ${plural(passed + failed, 'clause')} judged, ${violated} violated${brokenPromises(report)}${butWaived(report)}`;
  switch (report.outcome) {
    case 'conformant':
      return report.waived.length === 0 ? `${report.target.name}: ${plural(passed, 'clause')} judged, none contradicted` : verdicts;
    case 'violations':
      return verdicts;
    case 'shard':
      return `${verdicts}${selected(report)}; no statement on conformance: 'assay merge' merges all ${report.shard?.of ?? ''} shards`;
    case 'inconclusive':
      return (
        report.inconclusive?.because ??
        (passed + failed + counting(report, 'inconclusive') === 0
          ? `${report.target.name}: nothing was judged`
          : `${report.target.name}: nothing violated${butWaived(report)}, but ${plural(counting(report, 'inconclusive'), 'claimed clause')} could not be judged`)
      );
    case 'partial':
      return `the run stopped early: ${passed + failed} of ${plural(testable + referenceOnly, 'clause')} judged`;
    case 'usage':
      if (report.badWaivers !== undefined) return `${plural(report.badWaivers.length, 'waiver')} to be changed; ${verdicts}`;
      return 'the configuration is invalid: the target was not judged';
    case 'error': {
      const [first] = harnessErrors(report);
      const told = first === undefined ? '' : ` (${brief(first.split('\n')[0] ?? '', 200)}; report it, with the folder of the run)`;
      return error > 0
        ? `${plural(error, 'clause')} could not be judged because of a defect in Assay${told}; no statement about the target`
        : `Assay itself failed${told}; no statement about the target`;
    }
  }
}

/** What broke in Assay itself. */
export function harnessErrors({ environment }: Report): readonly string[] {
  const errors: unknown = Reflect.get(environment, 'harnessErrors');
  return Array.isArray(errors) ? errors.map(String) : [];
}

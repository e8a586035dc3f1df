import type { ClauseResult, DocumentName, Report, Verdict } from '../model/types.ts';
import { plural } from './defects.ts';

/** How many clauses have each verdict; those with nothing to judge are not counted. */
export interface Tally {
  readonly pass: number;
  readonly fail: number;
  readonly inconclusive: number;
  readonly skipped: number;
  readonly error: number;
  /** fails, and a waiver keeps it out of the outcome */
  readonly waived: number;
}

/** A verdict, or that it is waived. */
export type Standing = Verdict | 'waived';

export interface FeatureTally {
  /** Without the document's prefix: `step-up` for `authn.step-up`. */
  readonly name: string;
  readonly tally: Tally;
}

export interface DocumentTally {
  readonly document: DocumentName;
  readonly tally: Tally;
  readonly transitions: {
    readonly documented: number;
    readonly exercised: number;
    readonly passed: number;
  };
  readonly features: readonly FeatureTally[];
}

/** Verdicts by document and feature, in the report's order; documents and features with nothing to judge are left out. */
export function tallyByDocument(report: Report): readonly DocumentTally[] {
  const documents = [...new Set(report.clauses.map(({ document }) => document))];
  return documents.flatMap((document) => {
    const clauses = report.clauses.filter((clause) => clause.document === document && counts(clause));
    const transitions = report.transitions.filter((transition) => transition.document === document);
    if (clauses.every(isUnclaimed)) return [];
    const features = [...new Set(clauses.map(featureOf))];
    return [
      {
        document,
        tally: tallyOf(clauses),
        transitions: {
          documented: transitions.length,
          exercised: transitions.filter(({ times }) => times > 0).length,
          passed: transitions.filter(({ verdict }) => verdict === 'pass').length,
        },
        features: features.map((name) => ({
          name,
          tally: tallyOf(clauses.filter((clause) => featureOf(clause) === name)),
        })),
      },
    ];
  });
}

/** Of a service that the profile does not have, or of which it claims nothing, there is nothing to tell. */
export function isUnclaimed({ verdict, reason }: Pick<ClauseResult, 'verdict' | 'reason'>): boolean {
  return verdict === 'skipped' && reason?.endsWith(' is not claimed') === true;
}

/** How many clauses were judged, of those that the target claims. */
export function judgedOfClaimed({ clauses, summary }: Pick<Report, 'clauses' | 'summary'>): string {
  const { passed, failed, testable, referenceOnly } = summary.clauses;
  const unclaimed = clauses.filter((clause) => counts(clause) && isUnclaimed(clause)).length;
  return `${passed + failed} of ${testable + referenceOnly - unclaimed}${unclaimed === 0 ? '' : ' claimed'}`;
}

/** What is only declared is not counted beside the documented clauses, unless it is broken. */
function counts({ status, verdict }: ClauseResult): boolean {
  return verdict !== null && (status !== 'unspecified' || verdict === 'fail');
}

/** The verdict that a reader has to know of first; null for an empty tally. */
export function worstVerdict(tally: Tally): Standing {
  return BY_GRAVITY.find((verdict) => tally[verdict] > 0) ?? null;
}

/** All clauses of the tally, judged or not. */
export function totalOf(tally: Tally): number {
  return BY_GRAVITY.reduce((sum, verdict) => sum + tally[verdict], 0);
}

const BY_GRAVITY = ['error', 'fail', 'inconclusive', 'waived', 'pass', 'skipped'] as const;

function tallyOf(clauses: readonly ClauseResult[]): Tally {
  const count = (standing: Standing): number => clauses.filter((clause) => standingOf(clause) === standing).length;
  return {
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    skipped: count('skipped'),
    error: count('error'),
    waived: count('waived'),
  };
}

function standingOf({ verdict, waived }: ClauseResult): Standing {
  return waived === true ? 'waived' : verdict;
}

function featureOf(clause: ClauseResult): string {
  return (clause.feature ?? clause.id.split('.').slice(0, 2).join('.')).replace(/^[^.]+\./, '');
}

/** Places of each oracle family: how many were exercised; empty where no family was planned. */
export function familiesText({ families = [] }: Report): string {
  return families.map(({ name, places, exercised }) => `${name} ${exercised} of ${plural(places, 'place')}`).join(' · ');
}

/** How many requests a run or load has sent; a load's trace holds a few of them. */
export function requestsSent({ requests, load }: Pick<Report, 'requests' | 'load'>): number {
  return load?.accounts.sent ?? requests.sent;
}

/** The requests of a run by what they were sent for, and how the tour stands to the fewest that can do; without those in all. */
export function requestKinds({ requests }: Report): string {
  const { tour, readBack, probes, pagination, walks, followUp, preflight, cleanUp, load = 0, lowerBound } = requests;
  const sent: readonly (readonly [count: number, kind: string])[] = [
    [tour, 'tour'],
    [readBack, 'read-back'],
    [probes, 'probes'],
    [pagination, 'pagination'],
    [walks, 'walks'],
    ...(followUp === 0 ? [] : [[followUp, 'follow-up'] as const]),
    [preflight, 'preflight'],
    [cleanUp, 'clean-up'],
    ...(load === 0 ? [] : [[load, 'load'] as const]),
  ];
  const kinds = sent.map(([count, kind]) => `${count.toLocaleString('en-US')} ${kind}`).join(', ');
  return lowerBound > 0 ? `${kinds}; tour ${(tour / lowerBound).toFixed(2)} × its minimum` : kinds;
}

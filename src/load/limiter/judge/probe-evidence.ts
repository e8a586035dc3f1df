import type { DocumentSpec } from '../../../model/types.ts';
import { exchangesWith, type Evidence } from '../../../judge/evidence.ts';
import { breaksItsWord, isMore, missingOperations, wrongCounts } from '../words.ts';
import { announcedLimits, type Classification, inferLimiter, isReplayed } from '../classify.ts';
import type { Facts } from '../facts.ts';
import { foreignUse, operationsEach } from '../counts.ts';
import { OWN, PROBE_ROW, sampleOf, type Sample } from '../sample.ts';

/** What a trace holds of a probe of one document's limit, and what follows from it. */
export interface ProbeEvidence {
  /** of all subjects, in the order of sending */
  readonly samples: readonly Sample[];
  /** those of the probed subject, and of others that share its allowance */
  readonly own: readonly Sample[];
  /** those of them whose headers speak of the probed allowance: unknown paths may have another */
  readonly counted: readonly Sample[];
  readonly facts: Facts;
  readonly classification: Classification;
  /** operations that somebody else must have used meanwhile, or requests of ours that failed and may have */
  readonly foreign: number;
  /** whether what later answers say contradicts what earlier ones say, whoever else uses the same allowance */
  readonly isBroken: boolean;
  /** whether answers name several limits, and one does not explain them all */
  readonly isOfSeveral: boolean;
  /** why the probe did not go on, in words; undefined where it came to its end */
  readonly stopped: string | undefined;
}

/** More announced resets than this that are not the model's are no chance. */
const MOST_ODD_RESETS = 10;

const BROKEN_WORD =
  'until the first refusal each answer announced when what was missing would be back, as a bucket of one rate does; later ones announce it earlier or later than that';

const BEGUN_BY_OTHERS =
  'fixed windows, in which less remains than we have left: whether they follow the clock or a first request cannot be told, since that may be somebody else’s. Probe with a key of its own';

/** Operations that were not ours, in words. */
export function othersUse(foreign: number, { failed }: Facts): string {
  return failed.length === 0
    ? `${foreign} operations went that were not ours: somebody else uses the same allowance. Probe with a key of its own`
    : `what was counted is not explained: ${ofErrors(failed)}; or somebody else uses the same allowance`;
}

/** Requests that failed, in words. */
export function ofErrors(failed: Facts['failed']): string {
  const statuses = [...new Set(failed.map(({ status }) => status))].join(', ');
  return `${failed.length} of our requests were answered with an error of the server (status ${statuses}), and may have used operations or not`;
}

/** Undefined where the trace has no probe of this document's limit. */
export function probeEvidence(spec: DocumentSpec, evidence: Evidence): ProbeEvidence | undefined {
  const rows = spec.limits.rateLimitHeaders ?? [];
  const samples = exchangesWith(evidence, spec.name)
    .filter(({ place }) => place.row === PROBE_ROW)
    .map((exchange) => sampleOf(rows, exchange))
    .toSorted((a, b) => a.sentMs - b.sentMs);
  if (samples.length === 0) return undefined;
  const stop = evidence.events.find((event) => event.type === 'blocked' && event.place.row === PROBE_ROW);
  return evidenceOf(samples, stop?.type === 'blocked' ? stop.because : undefined);
}

/** What follows from samples, in the order of sending. */
export function evidenceOf(samples: readonly Sample[], stopped: string | undefined): ProbeEvidence {
  const { facts, classification } = inferLimiter(samples);
  const isBroken = !isReplayed(classification) && breaksItsWord(facts);
  // A model of a target that contradicts itself does not tell what others have used.
  const missing = isBroken || operationsEach(facts) !== undefined ? 0 : missingOperations(facts, classification);
  const foreign = foreignUse(facts) || missing || (isReplayed(classification) ? 0 : facts.failed.length);
  const doubt = isBroken
    ? BROKEN_WORD
    : foreign > 0 && isDoubtful(classification)
      ? othersUse(foreign, facts)
      : mayBeBegunByOthers(facts, classification)
        ? BEGUN_BY_OTHERS
        : undefined;
  const own = samples.filter(({ subject }) => subject === OWN || facts.sharing.includes(subject));
  return {
    samples,
    own,
    counted: own.filter(({ asks }) => asks === 'call' || facts.unknownPathCounts === true),
    facts,
    classification: doubt === undefined ? classification : inDoubt(classification, doubt),
    foreign,
    isBroken,
    isOfSeveral: announcedLimits(facts).length > 1 && !isReplayed(classification),
    stopped,
  };
}

/**
 * What others use looks like another kind of limiter: one of another size, one that counts something else than it says, one whose resets
 * are not those that were announced, or one that counts no period.
 */
function isDoubtful({ kind, fits, countIsTrue }: Classification): boolean {
  const [best] = fits;
  const wrong = best?.contradictions.filter((contradiction) => contradiction.kind === 'reset').length ?? 0;
  const isAnother = !countIsTrue || (best?.surplus ?? 0) !== 0 || wrong > MOST_ODD_RESETS;
  return kind === 'concurrency' || (kind !== 'unknown' && isAnother);
}

/** Windows from the first request on look like windows of the clock where others come before us. */
function mayBeBegunByOthers(facts: Facts, classification: Classification): boolean {
  const [best] = classification.fits;
  return (
    classification.kind === 'fixed-aligned' && best !== undefined && wrongCounts(facts, classification, best).some((one) => !isMore(one))
  );
}

function inDoubt(classification: Classification, open: string): Classification {
  return { ...classification, kind: 'unknown', periodMs: undefined, confidence: 0, open };
}

/** Why what was announced was not seen to come, in words. */
export function notWaited({ stopped }: ProbeEvidence): string {
  return stopped ?? 'the moment that the last refusal announced was not waited for';
}

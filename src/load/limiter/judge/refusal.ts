import type { DocumentSpec } from '../../../model/types.ts';
import type { JudgeInput } from '../../../judge/finding.ts';
import { exchangesWith, viewOf } from '../../../judge/evidence.ts';
import { errorNamePointer } from '../../../profile/answer.ts';
import { isRefused } from '../sample.ts';
import type { ProbeEvidence } from './probe-evidence.ts';
import { fails, isOpen, passes, type Ruling } from './ruling.ts';

/** What exceeds the limit gets 429 with the document's name for it. */
export function judgeRefusal(bench: JudgeInput, evidence: ProbeEvidence): readonly Ruling[] {
  const { spec, profile } = bench;
  const name = nameOfRefusal(spec);
  if (name === undefined) return [];
  const exchanges = new Map(exchangesWith(bench.evidence, spec.name).map((exchange) => [exchange.seq, exchange]));
  const isReadable = errorNamePointer(spec, profile) !== undefined;
  const all = evidence.own.filter((sample) => isRefused(sample) && sample.limit !== 0);
  const named = all.filter(({ status }) => status === 429);
  const failed = all.filter(({ status = 0 }) => status >= 500);
  // The last operation may have failed for another reason, where what comes after it is refused as it should be; not most of what does.
  const isOutage = named.length > 1 && (evidence.facts.failed.length > 0 || failed.length <= named.length);
  const refused = isOutage ? all.filter((sample) => !failed.includes(sample)) : all;
  const rulings = refused.map((sample): Ruling => {
    const exchange = exchanges.get(sample.seq);
    const view = exchange === undefined ? undefined : viewOf(spec, profile, exchange);
    if (sample.status === 429 && view?.error === name) return passes('named', sample);
    if (sample.status === 429 && !isReadable)
      return isOpen('named', 'errorName is not bound: the profile does not say where an error body holds its name', 'config', sample);
    return fails('named', `status 429, ${name}`, `status ${sample.status}, ${view?.error ?? 'no name'}`, sample);
  });
  const wrong = rulings.filter(({ verdict }) => verdict !== 'pass');
  return wrong.length > 0 ? wrong : rulings.slice(0, 1);
}

function nameOfRefusal(spec: DocumentSpec): string | undefined {
  return spec.errors.errors.find(({ status }) => status === 429)?.name;
}

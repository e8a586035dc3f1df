import type { ExchangeEvent } from '../trace/events.ts';
import { exchangesWith } from './evidence.ts';
import type { Finding, JudgeInput } from './finding.ts';
import { placeKey, stepsOf } from './steps.ts';

/**
 * The same findings, but that none fails on a response that what stands between may have given: a reverse proxy refuses half a request
 * itself, and one that it takes for an attack. What that kept from being seen in the rest of its case is the network's too.
 * Whoever reaches the target directly says so in the profile (`direct`).
 */
export function withoutIndirect(input: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  if (input.profile.direct ?? input.profile.embedded) return findings;
  const steps = stepsOf(input.spec);
  const doubtful = new Set(
    exchangesWith(input.evidence, input.spec.name)
      .filter((exchange) => steps.get(placeKey(exchange.place))?.step.raw?.halfClose === true || mayBeStopped(exchange))
      .map(({ seq }) => seq),
  );
  if (doubtful.size === 0) return findings;
  const isDoubtful = ({ verdict, exchanges }: Finding): boolean => verdict === 'fail' && doubtful.has(exchanges.at(-1) ?? -1);
  const since = new Map(findings.filter(isDoubtful).map(({ case: owner, exchanges }) => [owner, exchanges.at(-1) ?? -1]));
  const follows = ({ verdict, blame, case: owner, exchanges }: Finding): boolean =>
    verdict === 'inconclusive' && blame === 'target' && (exchanges[0] ?? -1) > (since.get(owner) ?? Infinity);
  return findings.map((finding) => {
    if (!isDoubtful(finding) && !follows(finding)) return finding;
    const { expected: _expected, received, ...rest } = finding;
    return { ...rest, verdict: 'inconclusive', blame: 'network', reason: `${RESPONSE}${received === undefined ? '' : ` (${received})`}` };
  });
}

/** Longer addresses need not be taken by anybody (RFC 9110, section 4.1); the buffers of proxies hold no longer header either. */
const LONGEST_TAKEN = 8000;

/** A refused request that proxies refuse as they come: with a control character in its path, or with a line too long for their buffers. */
function mayBeStopped({ request: { url, headers }, response }: ExchangeEvent): boolean {
  if (response === undefined || response.status < 400) return false;
  if (/%(?:[01][\da-f]|7f)/i.test(url.split('?', 1)[0] ?? '')) return true;
  return [url, ...Object.values(headers).flat()].some(({ length }) => length > LONGEST_TAKEN);
}

const RESPONSE =
  'an intermediary before the target may have answered a request of the case itself; direct: true in the profile says that there is none';

import { exchangesWith } from './evidence.ts';
import type { Finding, JudgeInput } from './finding.ts';
import { placeKey, stepsOf } from './steps.ts';

/**
 * The same findings, but that none fails on a response that what stands between may have given: a reverse proxy answers half a request
 * itself. Whoever reaches the target directly says so in the profile (`direct`).
 */
export function withoutIndirect(input: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  if (input.profile.direct ?? input.profile.embedded) return findings;
  const steps = stepsOf(input.spec);
  const half = new Set(
    exchangesWith(input.evidence, input.spec.name)
      .filter(({ place }) => steps.get(placeKey(place))?.step.raw?.halfClose === true)
      .map(({ seq }) => seq),
  );
  if (half.size === 0) return findings;
  return findings.map((finding) => {
    if (finding.verdict !== 'fail' || !half.has(finding.exchanges.at(-1) ?? -1)) return finding;
    const { expected: _expected, received, ...rest } = finding;
    return { ...rest, verdict: 'inconclusive', blame: 'network', reason: `${RESPONSE}${received === undefined ? '' : ` (${received})`}` };
  });
}

const RESPONSE =
  'what stands before the target may have answered half a request itself; direct: true in the profile says that nothing stands there';

import { grouped } from '../../model/grouped.ts';
import { lacksRights } from '../../model/refusal-blame.ts';
import type { DocumentSpec, ServedLaw } from '../../model/types.ts';
import { operationBinding, type PublicProfile } from '../../profile/profile.ts';
import type { ExchangeEvent } from '../../trace/events.ts';
import { casesOf, exchangesWith } from '../evidence.ts';
import type { Check, Finding, Judge } from '../finding.ts';
import { permitsRefusal } from '../refusal.ts';
import { isUnforeseen, placeKey, stepsOf } from '../steps.ts';

/** By RFC 9110, section 15.6.1, the server itself says that it did not do what was asked; 502 to 504 speak of what stands before it. */
const OWN_ERROR = 500;

/** So many requests of a run, and none that was answered otherwise: fewer may have met a passing fault. A replay has but those of one case. */
const LEAST = 3;

/** An operation that answers each request of a whole run with an error of its own does not do what the document says of it. */
export const servedJudge: Judge = {
  topic: 'served operations',
  checks: (spec) => lawsOf(spec).map(checkOf),
  judge({ spec, profile, evidence }) {
    const exchanges = exchangesWith(evidence, spec.name);
    const isReplay = evidence.events.some((event) => event.type === 'run' && event.replays !== undefined);
    // Where nothing but errors comes back, no operation is what is broken.
    if (!isReplay && !exchanges.some(({ response }) => response !== undefined && response.status < OWN_ERROR)) return { findings: [] };
    const servedBefore = new Set(casesOf(evidence, spec.name).flatMap(({ case: { served = [] } }) => served));
    const asked = grouped(
      exchanges.filter((exchange) => isTelling(spec, exchange)),
      ({ operation }) => operation,
    );
    return {
      findings: lawsOf(spec)
        .filter(({ operation }) => isSure(spec, profile, operation) && !servedBefore.has(operation))
        .flatMap((law) => broken(law, asked.get(law.operation) ?? [], isReplay ? 1 : LEAST)),
    };
  },
};

function lawsOf({ document }: DocumentSpec): readonly ServedLaw[] {
  return document.laws?.served ?? [];
}

function checkOf({ operation, clauses }: ServedLaw): Check {
  return { id: `law/served.${operation}`, clauses };
}

function broken(law: ServedLaw, asked: readonly ExchangeEvent[], least: number): readonly Finding[] {
  const statuses = [...new Set(asked.map(({ response }) => response?.status))];
  const [status = 0] = statuses;
  if (asked.length < least || statuses.length > 1 || !isOwnError(law, status)) return [];
  return asked.map((exchange) => ({
    check: checkOf(law).id,
    clauses: law.clauses,
    verdict: 'fail',
    blame: 'target',
    basis: 'documented',
    exchanges: [exchange.seq],
    case: exchange.case,
    expected: `${law.operation} is served at least once`,
    received: `status ${status} to each of ${asked.length} requests`,
  }));
}

function isOwnError({ issued }: ServedLaw, status: number): boolean {
  return status === OWN_ERROR || (issued === true && lacksRights(status));
}

/** True of a response that tells whether its operation is served: a refusal that was foreseen, or of which nothing was expected, does not. */
function isTelling(spec: DocumentSpec, { response, place }: ExchangeEvent): boolean {
  if (response === undefined || isUnforeseen(place)) return false;
  if (response.status < 400) return true;
  const asked = stepsOf(spec).get(placeKey(place))?.expect ?? [];
  if (asked.some((expected) => permitsRefusal(expected) || expected.notStatus?.includes('2xx') === true)) return false;
  return asked.length > 0 || response.status >= OWN_ERROR;
}

/** A request that only a profile knows may be wrong, until somebody says that it is right. */
function isSure({ name }: DocumentSpec, profile: PublicProfile, operation: string): boolean {
  const binding = operationBinding(profile, name, operation);
  return profile.embedded || binding === undefined || binding.certain === true;
}

import { grouped } from '../model/grouped.ts';
import type { ExchangeEvent, StateEvent } from '../trace/events.ts';
import { blocksIn, casesOf, exchangesIn, statesIn, type CaseEvidence } from './evidence.ts';
import type { Finding, JudgeInput } from './finding.ts';
import { promisesOf } from './step-judge.ts';
import { percentDecoded } from '../model/percent-decoded.ts';

/** Refusals by which a target says that a name, a secret or an identifier is not what it knows. */
const UNKNOWN = [400, 401, 403, 404, 410, 422];

/**
 * The same findings, but that none blames the target for refusing what a provider state came with, where it was refused in the whole run: a
 * token that has expired, a password that is another, an identifier of nothing. Whoever knows that a source is right says so in the profile
 * (`certain`).
 */
export function withoutUnverifiedStates(input: JudgeInput, findings: readonly Finding[]): readonly Finding[] {
  if (input.profile.embedded || !findings.some(isHeldAgainstTarget)) return findings;
  const promises = promisesOf(input.spec);
  // A refusal that a row of the documents foresees says nothing against what was sent.
  const foreseen = new Set(
    findings.flatMap(({ check, verdict, exchanges }) =>
      verdict === 'pass' && promises.get(check)?.isRefusal === true ? (exchanges.at(-1) ?? []) : [],
    ),
  );
  const doubts = doubtsOf(input, foreseen);
  if (doubts.size === 0) return findings;
  const byCase = new Map([...doubts.values()].toReversed().map((doubt) => [doubt.exchange.case, doubt]));
  return findings.map((finding) => {
    if (!isHeldAgainstTarget(finding)) return finding;
    const promised = promises.get(finding.check);
    const own = doubts.get(finding.exchanges.at(-1) ?? -1);
    const mayContradict = promised === undefined || promised.isRefusal || Object.keys(promised.forbidden).length > 0;
    // What could not be judged because an earlier request of the case was refused.
    const earlier = finding.verdict === 'inconclusive' ? byCase.get(finding.case ?? '') : undefined;
    const doubt = finding.verdict === 'fail' && mayContradict ? undefined : (own ?? earlier);
    if (doubt === undefined) return finding;
    const { expected: _expected, received: _received, ...rest } = finding;
    return { ...rest, verdict: 'inconclusive', blame: 'provider-state', reason: doubt.reason };
  });
}

/** A failure, or a verdict that the target keeps open. */
export function isHeldAgainstTarget({ verdict, blame }: Finding): boolean {
  return blame === 'target' && (verdict === 'fail' || verdict === 'inconclusive');
}

interface Doubt {
  readonly exchange: ExchangeEvent;
  readonly reason: string;
}

/** Exchanges with data that their operation refused in the whole run, by number. */
function doubtsOf({ profile, spec, evidence }: JudgeInput, foreseen: ReadonlySet<number>): ReadonlyMap<number, Doubt> {
  const certain = new Set(profile.sources.flatMap((source) => (source.certain === true ? [source.key] : [])));
  const cases = casesOf(evidence, spec.name);
  const uses = cases.flatMap((entry) => usesIn(entry).filter((use) => !certain.has(use.by) && !isLimited(use)));
  const accepted = uses.filter(isAccepted);
  // What no operation knows is in doubt beside what is right in the same state.
  const known = new Set(accepted.map(({ datum }) => datum));
  // One account of several may be wrong: what several cases were given and none could use, or one that no other account was left to repeat.
  const knownValues = new Set(accepted.map(({ value }) => value));
  const unrepeated = unrepeatedIn(cases);
  const ofOneValue = grouped(
    uses.filter(({ value }) => !knownValues.has(value)),
    ({ kind, value }) => `${kind} ${value}`,
  );
  const isDoubted = (all: readonly Use[]): boolean =>
    new Set(all.map(({ exchange }) => exchange.case)).size > 1 || all.some(({ exchange }) => unrepeated.has(exchange.case));
  const doubted = [
    ...grouped(uses, ({ kind }) => kind).values(),
    ...grouped(
      uses.filter(({ datum }) => !known.has(datum)),
      ({ kind, datum }) => `${kind} ${datum}`,
    ).values(),
    ...[...ofOneValue.values()].filter(isDoubted),
  ].filter((all) => all.every(isRefused) && !all.some(({ exchange }) => foreseen.has(exchange.seq)));
  return new Map(
    doubted.flatMap((all) => {
      const requests = new Set(all.map(({ exchange }) => exchange.seq)).size;
      const times = requests === 1 ? 'the one request' : `each of ${requests} requests`;
      return all.map(({ exchange, by, state }) => {
        const reason = `${by}: ${times} of ${exchange.operation} with the data of '${state}' was refused: see that they are right and still valid, or say certain: true`;
        return [exchange.seq, { exchange, reason }] as const;
      });
    }),
  );
}

/** Cases that were to be driven again, and for which nobody could prepare that. */
function unrepeatedIn(cases: readonly CaseEvidence[]): ReadonlySet<string> {
  const repeats = cases.filter((entry) => entry.case.again?.to === 'repeat');
  const ofEach = grouped(repeats, ({ case: event }) => event.again?.of ?? '');
  return new Set(
    [...ofEach].flatMap(([id, all]) => (all.every((entry) => blocksIn(entry).some(({ blame }) => blame === 'provider-state')) ? [id] : [])),
  );
}

/** A request that sends one thing that a provider state came with. */
interface Use {
  readonly by: string;
  readonly state: string;
  /** the same for what is prepared in the same way, and sent to the same operation */
  readonly kind: string;
  /** the same for what stands there in the data of each state of that name */
  readonly datum: string;
  readonly value: string;
  readonly exchange: ExchangeEvent;
}

const isRefused = ({ exchange: { response } }: Use): boolean => UNKNOWN.includes(response?.status ?? 0);
/** A request beyond a rate limit says nothing about its data. */
const isLimited = ({ exchange: { response } }: Use): boolean => response?.status === 429;
const isAccepted = ({ exchange: { response } }: Use): boolean => response !== undefined && response.status < 300;

function usesIn(entry: CaseEvidence): readonly Use[] {
  const states = statesIn(entry);
  // That a state is refused once it has been taken down is as it should be.
  const asked = exchangesIn(entry).filter(({ purpose }) => purpose !== 'clean-up');
  return asked.flatMap((exchange) => {
    const sent = sentIn(exchange);
    return states.flatMap((state) => {
      const { by } = state;
      if (by === undefined) return [];
      const source = [by, state.state, state.params];
      const kind = JSON.stringify([...source, exchange.operation]);
      return valuesOf(state).flatMap(({ key, value }) =>
        sent.includes(value) ? [{ by, state: state.state, kind, datum: JSON.stringify([...source, key]), value, exchange }] : [],
      );
    });
  });
}

/** All that a request says, its address as it was meant. */
function sentIn({ request: { url, headers, body } }: ExchangeEvent): string {
  return `${percentDecoded(url)} ${JSON.stringify(headers)} ${JSON.stringify(body ?? '')}`;
}

/** Short words may stand anywhere by chance. */
const SHORTEST = 4;

interface Datum {
  /** where it stands; of a field of an object, what the object is called by */
  readonly key: string;
  readonly value: string;
}

function valuesOf({ data = {} }: StateEvent): readonly Datum[] {
  const named = Object.entries(data);
  const fields = Object.values(Object(data['objects'])).flatMap((byName) =>
    Object.entries(Object(byName)).flatMap(([name, object]) => {
      const owner = named.find(([, value]) => value === name)?.[0] ?? name;
      return Object.entries(Object(object)).map(([field, value]) => [`${owner}.${field}`, value] as const);
    }),
  );
  return [...named, ...fields].flatMap(([key, value]) => (typeof value === 'string' && value.length >= SHORTEST ? [{ key, value }] : []));
}

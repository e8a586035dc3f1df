import { valuesAt } from '../../model/field-path.ts';
import { parametersIn } from '../../model/links.ts';
import { atPointer } from '../../model/pointer.ts';
import type { DocumentSpec, LinkRow, OwnParameter } from '../../model/types.ts';
import { operationOf } from '../../profile/answer.ts';
import { exchangesWith, viewOf } from '../evidence.ts';
import { brief } from '../expectation.ts';
import type { Check, Finding, Judge, JudgeInput } from '../finding.ts';
import { rowOf, shownLinks, type BodyLink } from '../link-judge.ts';
import type { ExchangeEvent } from '../../trace/events.ts';

/** A link carries the ids of what it belongs to, and nobody else's. */
export const ownLinkJudge: Judge = {
  topic: 'own links',
  checks: (spec) => (spec.endpoints.links ?? []).flatMap((row) => (row.own ?? []).map((own) => checkOf(row, own))),
  judge: (input) => ({
    findings: exchangesWith(input.evidence, input.spec.name).flatMap((exchange) => judgeLinks(input, exchange)),
  }),
};

function checkOf({ name }: LinkRow, { parameter, clauses }: OwnParameter): Check {
  return { id: `law/own-link.${name}.${parameter}`, clauses };
}

function judgeLinks(input: JudgeInput, exchange: ExchangeEvent): readonly Finding[] {
  const { spec, profile } = input;
  const links = shownLinks(input, exchange);
  const body = links.length === 0 ? undefined : viewOf(spec, profile, exchange)?.body;
  return links.flatMap((link) => {
    const row = rowOf(spec, link.relation, link.link);
    return (row?.own ?? []).flatMap((own) => (row === undefined ? [] : judgeLink(spec, exchange, body, row, own, link)));
  });
}

function judgeLink(
  spec: DocumentSpec,
  { seq, case: id }: ExchangeEvent,
  body: unknown,
  row: LinkRow,
  own: OwnParameter,
  { holder, link }: BodyLink,
): readonly Finding[] {
  const href = atPointer(link, '/href');
  const carried = typeof href === 'string' ? parameterOf(spec, row, own.parameter, href) : undefined;
  const [owner] = own.holder === undefined ? valuesAt(body, (own.body ?? '').split('.')) : valuesAt(holder, own.holder.split('.'));
  if (carried === undefined || (typeof owner !== 'string' && typeof owner !== 'number')) return [];
  const { id: check, clauses } = checkOf(row, own);
  const base = { check, clauses, basis: 'documented' as const, exchanges: [seq], case: id };
  if (carried === String(owner)) return [{ ...base, verdict: 'pass' }];
  const expected = `${own.parameter} ${brief(owner)} in the link ${row.name} of what has it`;
  return [{ ...base, verdict: 'fail', blame: 'target', expected, received: `href ${brief(href)}` }];
}

/** In the path, or in the query. */
function parameterOf(spec: DocumentSpec, { operation }: LinkRow, name: string, href: string): string | undefined {
  const inPath = parametersIn(href, operationOf(spec, operation)?.path ?? '')[name];
  const [, query = ''] = /\?([^#]*)/.exec(href) ?? [];
  return inPath ?? new URLSearchParams(query).get(name) ?? undefined;
}

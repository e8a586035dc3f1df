import type { DocumentSpec } from '../spec/types.ts';
import { atPointer } from '../spec/pointer.ts';
import { linkTarget } from '../trace/link-header.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { casesOf, exchangesIn, statesIn, viewOf } from './evidence.ts';
import type { CaseEvidence } from './evidence.ts';
import type { Bench, Check, Finding, Judge } from './finding.ts';
import { stepsOf, placeKey } from './steps.ts';

/** Laws of a list that was walked page by page by its next links: nothing is lost, nothing comes twice, the walk ends. */
const LAWS = { complete: 'pam.pagination.complete', unique: 'pam.pagination.no-duplicates', ends: 'pam.pagination.ends' } as const;

export const paginationJudge: Judge = {
  topic: 'pagination',
  checks: ({ name }) =>
    name === 'privileged-access'
      ? Object.entries(LAWS).map(([law, clause]): Check => ({ id: `law/pagination.${law}`, clauses: [clause] }))
      : [],
  judge: (bench) => ({
    findings:
      bench.spec.name === 'privileged-access' ? casesOf(bench.evidence, bench.spec.name).flatMap((entry) => judgeWalk(bench, entry)) : [],
  }),
};

/** A walk of a case: the first page, and those that its next links led to. */
function walkOf(spec: DocumentSpec, entry: CaseEvidence): readonly ExchangeEvent[] {
  const steps = stepsOf(spec);
  const asked = exchangesIn(entry).filter(({ operation }) => operation === 'listGroups');
  // A page that was refused by the rate limit and asked for again counts once.
  const pages = asked.filter(({ request, response }, index) => response?.status !== 429 || asked[index + 1]?.request.url !== request.url);
  const walked = pages.findIndex(({ place }) => steps.get(placeKey(place))?.step.walk === 'next');
  if (walked > 0)
    return pages.slice(walked - 1).filter((page, index) => index === 0 || steps.get(placeKey(page.place))?.step.walk === 'next');
  // One page that has no next link is a whole walk too.
  const only = pages.length === 1 ? pages : [];
  return only.filter(({ request, response }) => !request.url.includes('?') && linkTarget(response?.headers['link'], 'next') === undefined);
}

function judgeWalk(bench: Bench, entry: CaseEvidence): readonly Finding[] {
  const pages = walkOf(bench.spec, entry);
  const last = pages.at(-1);
  if (last === undefined || pages.some(({ response }) => response === undefined || response.status >= 400)) return [];
  const ids = pages.flatMap((page) => idsOf(bench, page));
  const ended = linkTarget(last.response?.headers['link'], 'next') === undefined;
  const expected = expectedIds(entry);
  const base = { case: entry.case.case, exchanges: pages.slice(-3).map(({ seq }) => seq), basis: 'documented' as const };
  const finding = (law: keyof typeof LAWS, wrong: { expected: string; received: string } | undefined): Finding => ({
    ...base,
    check: `law/pagination.${law}`,
    clauses: [LAWS[law]],
    ...(wrong === undefined ? { verdict: 'pass' as const } : { verdict: 'fail' as const, blame: 'target' as const, ...wrong }),
  });
  const repeated = ids.filter((id, index) => ids.indexOf(id) !== index);
  return [
    finding(
      'unique',
      repeated.length === 0
        ? undefined
        : { expected: `each of ${ids.length} objects once`, received: `${repeated.length} came again, the first ${repeated[0]}` },
    ),
    finding('ends', ended ? undefined : { expected: 'a last page without a next link', received: `still one after ${pages.length} pages` }),
    ...(ended && expected !== undefined ? [finding('complete', missing(expected, ids))] : []),
  ];
}

function missing(
  expected: { readonly count: number; readonly ids: readonly string[] },
  ids: readonly string[],
): { expected: string; received: string } | undefined {
  const distinct = new Set(ids);
  const lost = expected.ids.filter((id) => !distinct.has(id));
  if (lost.length > 0) return { expected: `all ${expected.count} objects`, received: `${lost.length} are missing, the first ${lost[0]}` };
  return distinct.size === expected.count ? undefined : { expected: `${expected.count} objects`, received: `${distinct.size}` };
}

function idsOf({ spec, profile }: Bench, page: ExchangeEvent): readonly string[] {
  const body = viewOf(spec, profile, page)?.body;
  const list: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'list') : undefined;
  return Array.isArray(list) ? list.map((entry: unknown) => atPointer(entry, '/id')).filter((id) => typeof id === 'string') : [];
}

/** What the provider state says that the list holds. */
function expectedIds(entry: CaseEvidence): { readonly count: number; readonly ids: readonly string[] } | undefined {
  const data = statesIn(entry).findLast((state) => typeof state.data?.['count'] === 'number')?.data;
  const count = data?.['count'];
  const ids = data?.['group_ids'];
  return typeof count === 'number' ? { count, ids: Array.isArray(ids) ? ids.map(String) : [] } : undefined;
}

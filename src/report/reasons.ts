import type { Blame, Report, Verdict } from '../model/types.ts';

/** Clauses that have a verdict for the same reason. */
export interface ReasonGroup {
  readonly blame: Blame | undefined;
  readonly reason: string;
  readonly clauses: readonly string[];
}

/** The clauses of a verdict by blame and reason, but for what is waived; the largest group first, then in the report's order. */
export function reasonsFor(report: Report, verdict: Exclude<Verdict, null>): readonly ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const { id, blame, reason = 'no reason given', verdict: own, waived } of report.clauses) {
    if (own !== verdict || waived === true) continue;
    const key = JSON.stringify([blame, reason]);
    groups.set(key, { blame, reason, clauses: [...(groups.get(key)?.clauses ?? []), id] });
  }
  return [...groups.values()].toSorted((a, b) => b.clauses.length - a.clauses.length);
}

/** What to write into the profile where clauses stay open for that reason, to be copied; undefined where no edit would do. */
export function editFor(reason: string): string | undefined {
  for (const [pattern, edit] of EDITS) {
    const found = pattern.exec(reason);
    if (found !== null) return edit(found[1] ?? '');
  }
  return undefined;
}

/** The same as the end of a sentence; empty where no edit would do. */
export function editText(reason: string): string {
  const edit = editFor(reason);
  return edit === undefined ? '' : `. Add  ${edit}`;
}

const EDITS: readonly (readonly [RegExp, (name: string) => string])[] = [
  [/^services\.[\w-]+\.credentials\.(\w+) is missing/, (name) => `credentials: { ${name}: { env: … } }`],
  [/^caller \w+ needs credentials\.(\w+) in the profile/, (name) => `credentials: { ${name}: { env: … } }`],
  [/^services\.[\w-]+\.bindings\.errorName is missing/, () => 'bindings: { errorName: /… }'],
  [/^services\.[\w-]+\.bindings\.(\w+)\.path is missing/, (name) => `bindings: { ${name}: { path: /… } }`],
  [/^services\.[\w-]+\.bindings\.(\w+) is missing/, (name) => `bindings: { ${name}: { … } }, with the keys that assay init drafts`],
  [/^permissions\.(\w+) (?:does not permit|is not given)/, (name) => `permissions: { ${name}: true }`],
  [/\(profile key clock\)/, () => 'clock: { http: https://… }'],
  [/\(profile key events\)/, () => 'events: { http: https://… }'],
  [/^budget\.(requests|duration)\b/, (name) => `budget: { ${name}: … }`],
  [/^nothing can do the act/, () => 'providerStates: [{ http: https://… }]'],
  [/^an intermediary before the target may have/, () => 'direct: true'],
  [
    /^(?:the one request|each of \d+ requests) of (\w+) was refused \(status 40[13]\b/,
    (name) => `credentials: { ${name}: { env: …, operations: [${name}] } }`,
  ],
  [
    /^nothing provides '([^']+)'.*\(profile key providerStates\)/,
    (state) => `an account that providerStates names: assay states '${state}'`,
  ],
  [/^no account is left for '([^']+)'/, (state) => `another account that providerStates names: assay states '${state}'`],
  [/\(profile key providerStates\)/, () => 'providerStates: [{ accounts: ./accounts.yaml }]'],
];

/** 'authn.a, authn.b and 3 more' */
export function firstFew(items: readonly string[], limit: number): string {
  const rest = items.length - limit;
  return items.slice(0, limit).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

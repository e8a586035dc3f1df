import { loadSpecs, plan } from '../src/index.ts';

/** So many clauses are printed, the most expensive of those that rows of the specs name. */
const SHOWN = 5;

/**
 * Requests that `assay run --clause` plans for each clause of the mock, one clause at a time. A clause that no step names (a field, a link, an
 * error that may show anywhere) takes every case of its document.
 */
export function clauseRequests(): void {
  const specs = loadSpecs();
  const whole = new Map(Object.keys(specs.documents).map((name) => [name, plan({ specs, document: [name], walks: 0 }).requests]));
  const rows = plan({ specs })
    .clauses.filter(({ will }) => will)
    .map(({ id }) => ({
      id,
      requests: plan({ specs, clause: [id] }).requests,
      whole: whole.get(specs.clauses.get(id)?.document ?? '') ?? Infinity,
    }))
    .toSorted((a, b) => a.requests - b.requests);
  const everywhere = rows.filter(({ requests, whole: all }) => requests >= all);
  const own = rows.filter((row) => !everywhere.includes(row));
  for (const { id, requests } of own.slice(-SHOWN)) line(String(requests), id);
  line('median', `${rows[Math.floor(rows.length / 2)]?.requests ?? 0} requests over ${rows.length} clauses`);
  line('at most 25', `${rows.filter(({ requests }) => requests <= 25).length} clauses`);
  line('the whole document', `${everywhere.length} clauses that no step names`);
}

function line(what: string, figure: string): void {
  process.stdout.write(`${what.padEnd(20)}${figure}\n`);
}

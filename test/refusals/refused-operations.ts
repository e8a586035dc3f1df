import type { DocumentName, Specs } from '../../src/model/types.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { operationBinding } from '../../src/profile/profile.ts';
import { driveSuite } from '../../src/qualify/in-process.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';
import { profileFile } from '../../src/run/targets.ts';

/** Each takes a run of its own: one of so many is refused. */
const SAMPLE = 3;

/** What became of a run in which one operation was refused each time. */
export interface RefusedRun {
  readonly operation: string;
  readonly requests: number;
  readonly failing: readonly string[];
}

/** Drives a document's suite against the mock once for every third of its bound operations, which is refused each time, error body and all. */
export async function refuseEach(specs: Specs, document: DocumentName, status: number, body: object): Promise<readonly RefusedRun[]> {
  const file = profileFile('mock');
  const suite = prepareSuite(specs, readProfile(file, specs), file, { seed: 1, selection: { documents: [document] } });
  const spec = specs.documents[document];
  const routes = (spec?.endpoints.operations ?? [])
    .flatMap((operation) => {
      const { method = operation.method, path = operation.path } = operationBinding(suite.profile, document, operation.id) ?? {};
      return method === undefined || path === undefined
        ? []
        : [{ id: operation.id, method, segments: path.split('?')[0]?.split('/') ?? [] }];
    })
    // A named segment goes before one that stands for any.
    .toSorted((one, other) => variables(one.segments) - variables(other.segments));
  const operationAt = (method: string, url: string): string | undefined => {
    const path = new URL(url).pathname.split('/');
    return routes.find((route) => route.method === method && isAt(route.segments, path))?.id;
  };
  const runs: RefusedRun[] = [];
  for (const { id } of routes.filter((_route, index) => index % SAMPLE === 0)) {
    let requests = 0;
    const { judgement } = await driveSuite(suite, {
      change(response, request) {
        if (operationAt(request.method, request.url) !== id) return response;
        requests += 1;
        const kept = Object.entries(response.headers).filter(([name]) => !/^(link|location|content-length)$/i.test(name));
        return { status, headers: { ...Object.fromEntries(kept), 'content-type': 'application/json' }, body: JSON.stringify(body) };
      },
    });
    const failing = judgement.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);
    runs.push({ operation: id, requests, failing });
  }
  return runs;
}

function variables(segments: readonly string[]): number {
  return segments.filter((segment) => segment.includes('{')).length;
}

/** Compares from the end: a base address may have a path of its own. */
function isAt(segments: readonly string[], path: readonly string[]): boolean {
  const named = segments.filter((segment) => segment !== '' && segment !== '{base_url}');
  const last = path.slice(-named.length);
  return last.length === named.length && named.every((segment, index) => segment.includes('{') || segment === last[index]);
}

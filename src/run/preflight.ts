import type { DocumentSpec, OperationRow, Specs } from '../spec/types.ts';
import { operationBinding } from '../profile/profile.ts';
import type { Profile } from '../profile/profile.ts';
import type { Exchanged, Exchanger } from '../target/exchanger.ts';
import type { TraceWriter } from '../trace/writer.ts';
import { RunError } from './run-error.ts';

/** Proves that each service of the profile answers as an API before anything is judged. Throws RunError naming the key to fix. */
export async function preflight(specs: Specs, profile: Profile, exchanger: Exchanger, trace: TraceWriter): Promise<void> {
  for (const spec of Object.values(specs.documents)) {
    const service = profile.services[spec.name];
    const operation = service === undefined ? undefined : callable(spec, profile);
    if (service === undefined || operation === undefined) continue;
    const id = `preflight/${spec.name}`;
    trace.append({ type: 'case', case: id, document: spec.name, kind: 'preflight', title: 'does the service answer?' });
    const path = (operation.path ?? '/').replace(/\{\w+\}/g, 'assay-preflight');
    const exchanged = await exchanger.exchange(
      {
        caseId: id,
        place: { row: id, at: 'address' },
        stepId: undefined,
        purpose: 'preflight',
        document: spec.name,
        operation: undefined,
        caller: undefined,
      },
      {
        method: operation.method ?? 'GET',
        url: `${service.baseUrl.replace(/\/$/, '')}${path}`,
        headers: { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'assay/1 preflight' },
        body: operation.method === 'GET' ? undefined : '{}',
      },
    );
    const wrong = mistake(exchanged);
    if (wrong === undefined) continue;
    throw new RunError(
      'usage',
      `${profile.file}  services.${spec.name}.baseUrl  ${service.baseUrl} ${wrong.what}. ${wrong.remedy} (blame: ${wrong.blame}; nothing was judged)`,
      wrong.blame,
    );
  }
}

/** A harmless request: a read where there is one, else one that lacks everything it would need. */
function callable(spec: DocumentSpec, profile: Profile): OperationRow | undefined {
  const known = spec.endpoints.operations.map((operation) => {
    const bound = operationBinding(profile, spec.name, operation.id);
    return {
      ...operation,
      ...(bound?.method === undefined ? {} : { method: bound.method }),
      ...(bound?.path === undefined ? {} : { path: bound.path }),
    };
  });
  const addressed = known.filter(({ method, path }) => method !== undefined && path !== undefined);
  return addressed.find(({ safe }) => safe === true) ?? addressed.find(({ destructive }) => destructive !== true);
}

interface Mistake {
  readonly what: string;
  readonly remedy: string;
  readonly blame: 'network' | 'config';
}

function mistake({ response, failure }: Exchanged): Mistake | undefined {
  if (failure !== undefined)
    return {
      what: `gives no answer: ${failure.detail}`,
      remedy: REMEDIES[failure.kind] ?? 'See that the service is up and reachable from here',
      blame: 'network',
    };
  const { status = 0, headers = {}, body, text = '' } = response ?? {};
  if (status >= 300 && status < 400)
    return {
      what: `redirects to ${String(headers['location'] ?? 'nowhere')} (status ${status})`,
      remedy: 'Give the address that it leads to',
      blame: 'config',
    };
  if ([502, 503, 504].includes(status))
    return {
      what: `is not there behind its gateway (status ${status})`,
      remedy: 'See that the service is up, or correct the address',
      blame: 'network',
    };
  if (String(headers['content-type'] ?? '').includes('html'))
    return {
      what: `answers with a web page (status ${status})`,
      remedy: 'Give the address of the API, not that of a console or a proxy',
      blame: 'config',
    };
  if (body === undefined && text.trim() !== '')
    return { what: `answers with something that is no JSON (status ${status})`, remedy: 'Give the address of the API', blame: 'config' };
  return undefined;
}

const REMEDIES: Readonly<Record<string, string>> = {
  refused: 'Start the service, or correct host and port',
  unreachable: 'Correct the host name, or the network between here and there',
  timeout: 'See why it is slow, or allow more with budget.timeout',
  tls: 'Correct the certificate, or the scheme of the address',
  'not-http': 'This is no HTTP service: correct the port or the scheme',
  reset: 'The service closed the connection: see its log, or correct scheme and port',
};

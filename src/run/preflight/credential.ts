import type { CallerRow, OperationRow, Step } from '../../model/types.ts';
import { issuingOperation } from '../../drive/credentials.ts';
import { CaseRunner } from '../../drive/case-runner.ts';
import { operationBinding, service } from '../../profile/profile.ts';
import { ask } from './ask.ts';
import type { Findings, Mistake } from './mistake.ts';
import { nothingThere } from './sign-in.ts';

/** Operations that are tried until one of them tells a caller from a stranger. */
const MOST_TRIES = 4;

/** Proves each credential that the profile holds itself: some operation that only reads must refuse a stranger, and not its holder. */
export async function credentialFindings(running: CaseRunner): Promise<Findings> {
  const { spec, drive } = running;
  const held = drive.profile.credentials[spec.name] ?? {};
  const callers = (spec.authentication.callers ?? []).filter(
    (caller) =>
      caller.refused !== true &&
      caller.credential !== undefined &&
      // Without the one that nearly every request carries, nothing can be judged.
      (held[caller.credential] !== undefined || caller.default === true) &&
      issuingOperation(spec, caller) === undefined,
  );
  const found: Findings[] = [];
  for (const caller of callers) found.push(await prove(running, caller));
  return { mistakes: found.flatMap(({ mistakes }) => mistakes), notices: found.flatMap(({ notices }) => notices) };
}

async function prove(running: CaseRunner, caller: CallerRow): Promise<Findings> {
  const { spec } = running;
  const key = `services.${spec.name}.credentials.${caller.credential ?? ''}`;
  for (const operation of readers(running).slice(0, MOST_TRIES)) {
    const bare = await statusOf(running, operation, stranger(running, caller), 'stranger');
    const own = bare === undefined || bare < 400 ? bare : await statusOf(running, operation, { caller: caller.name }, 'caller');
    if (own === undefined || bare === undefined) continue;
    if (isMissing(own) && !operation.template.includes('{')) return { mistakes: [missing(running, operation, own)], notices: [] };
    if (!isRefusal(bare)) continue;
    if (own !== 401) return { mistakes: [], notices: [] };
    const what = `is refused by ${operation.id} (status ${own})`;
    return { mistakes: [{ key, what, remedy: 'See that it is right, and has not expired', blame: 'config' }], notices: [] };
  }
  return { mistakes: [], notices: [`${key}: no operation that only reads tells it from none, so it could not be proven`] };
}

const isRefusal = (status: number): boolean => status === 401 || status === 403;
const isMissing = (status: number): boolean => status === 404 || status === 405;

function missing({ spec, drive }: CaseRunner, operation: Reader, status: number): Mistake {
  const baseUrl = service(drive.profile, spec.name)?.baseUrl ?? '';
  return nothingThere(spec, baseUrl, operation, operationBinding(drive.profile, spec.name, operation.id), status);
}

type Reader = OperationRow & { readonly template: string };

/** Operations that only read and take no secret, by the documented path or the bound one; those that need to know nothing first. */
function readers({ spec, drive }: CaseRunner): readonly Reader[] {
  const found = spec.endpoints.operations.flatMap((operation): Reader[] => {
    const template = operationBinding(drive.profile, spec.name, operation.id)?.path ?? operation.path;
    const secret = operation.parameters?.some((row) => row.secret !== undefined) === true;
    const fails = operation.responses.every(({ error }) => error !== undefined);
    return operation.safe === true && template !== undefined && !secret && !fails ? [{ ...operation, template }] : [];
  });
  return [...found.filter(({ template }) => !template.includes('{')), ...found.filter(({ template }) => template.includes('{'))];
}

/** Asks like somebody who has nothing to show. */
function stranger({ spec, drive }: CaseRunner, caller: CallerRow): Pick<Step, 'caller' | 'headers'> {
  const templates = Object.entries(drive.profile.headers[spec.name] ?? {}).filter(([, value]) => value.includes('{'));
  const names = [...templates.map(([name]) => name), ...(caller.header === undefined ? [] : [caller.header])];
  return { caller: 'nobody', headers: Object.fromEntries(names.map((name) => [name, ''])) };
}

async function statusOf(
  running: CaseRunner,
  operation: Reader,
  as: Pick<Step, 'caller' | 'headers'>,
  at: string,
): Promise<number | undefined> {
  const args = [...operation.template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, 'assay-preflight'] as const);
  const step = { call: operation.id, with: Object.fromEntries(args), ...as };
  const { response } = await ask(reading(running, operation), step, `${at}/${operation.id}`);
  return response?.status;
}

/** Where neither document nor profile says the method of what only reads, it is asked for by GET. */
function reading(running: CaseRunner, { id, method, template }: Reader): CaseRunner {
  const { spec, drive } = running;
  const binding = operationBinding(drive.profile, spec.name, id);
  const own = service(drive.profile, spec.name);
  if ((method ?? binding?.method) !== undefined || own === undefined) return running;
  const bindings = { ...own.bindings, [id]: { ...binding, path: template, method: 'GET' as const } };
  const profile = { ...drive.profile, services: { ...drive.profile.services, [spec.name]: { ...own, bindings } } };
  return new CaseRunner({ ...drive, profile }, running.planned, running.scope);
}

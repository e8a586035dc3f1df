import type { DocumentName, DocumentSpec, OperationRow } from '../../model/types.ts';
import type { CaseRunner } from '../../drive/case-runner.ts';
import type { Drive } from '../../drive/drive.ts';
import type { DocumentPlan } from '../../plan/plan.ts';
import { INSIDE } from '../../model/placed-by.ts';
import { requestsPlanned } from '../../plan/steps.ts';
import { operationBinding, type Profile } from '../../profile/profile.ts';
import type { Exchanged } from '../../drive/exchanger.ts';
import { BudgetUsedUp } from '../../drive/pacer.ts';
import type { Transport } from '../../drive/transport.ts';
import { targetTime } from '../../drive/providers.ts';
import { waitAround } from '../../drive/wait.ts';
import { userAgent } from '../../drive/user-agent.ts';
import { addressMistake } from './address.ts';
import { clockFindings, headroom } from './last-answer.ts';
import type { Findings, Mistake } from './mistake.ts';
import { signInMistakes, credentialFindings, beginService } from './access.ts';
import { sourceMistakes, surroundingMistake } from './sources.ts';

export interface PreflightOptions {
  readonly drive: Drive;
  readonly plans: ReadonlyMap<DocumentName, DocumentPlan>;
  /** for what is no request to the target */
  readonly send: Transport;
  /** moments are read by the target's own clock: one that is set wrong is told, and hinders nothing */
  readonly anyClock?: boolean;
}

/**
 * Proves the configuration before anything is judged, each stage only where the one before found nothing: addresses, TLS,
 * provider states, clock and events, then keys, team, credentials, clocks and what the rate limits leave.
 */
export async function preflight(options: PreflightOptions): Promise<Findings> {
  try {
    // A service of which nothing is asked is left alone.
    const asked = [...options.plans.values()].filter(({ cases, walks }) => cases.length + walks.length > 0);
    const services = asked.map((plan) => ({ plan, running: beginService(options.drive, plan.spec.name) }));
    // The deployment that was started for the run is as its profile says.
    const stages = options.drive.profile.embedded ? [addresses] : [reach, access];
    const notices: string[] = [];
    for (const stage of stages) {
      const found = await stage(services, options);
      notices.push(...found.notices);
      // What an interruption cut short says nothing about the target.
      if (options.drive.signal.aborted) return { mistakes: [], notices };
      if (found.mistakes.length > 0) return { mistakes: found.mistakes, notices };
    }
    return { mistakes: [], notices };
  } catch (error) {
    if (!(error instanceof BudgetUsedUp)) throw error;
    const { key, why } = error.usedUp;
    const mistake: Mistake = { key, what: `${why} before anything could be judged`, remedy: 'Allow more', blame: 'config' };
    return { mistakes: [mistake], notices: [] };
  }
}

interface Service {
  readonly plan: DocumentPlan;
  readonly running: CaseRunner;
}

/** Whatever a run has to reach. */
async function reach(services: readonly Service[], options: PreflightOptions): Promise<Findings> {
  const found = [await addresses(services, options)];
  if (!options.drive.signal.aborted) found.push(await surroundings(services, options));
  return joined(found);
}

function joined(found: readonly Findings[]): Findings {
  return { mistakes: found.flatMap(({ mistakes }) => mistakes), notices: found.flatMap(({ notices }) => notices) };
}

async function addresses(services: readonly Service[], { drive }: PreflightOptions): Promise<Findings> {
  const mistakes: Mistake[] = [];
  for (const { running } of services) {
    const baseUrl = drive.profile.services[running.spec.name]?.baseUrl ?? '';
    const exchanged = await askAnything(running, baseUrl);
    const key = `services.${running.spec.name}.baseUrl`;
    const mistake = exchanged === undefined ? undefined : addressMistake(key, baseUrl, exchanged, drive.profile.proxy?.url);
    if (mistake !== undefined) mistakes.push(mistake);
  }
  return { mistakes, notices: [] };
}

async function surroundings(services: readonly Service[], { drive, send }: PreflightOptions): Promise<Findings> {
  const { profile, providers, pacer, windUp: signal } = drive;
  const { clock, events } = profile;
  const plans = services.map(({ plan }) => plan);
  const found = [
    ...(await sourceMistakes(profile, plans, send, () => ({ ...waitAround(pacer, profile.limits.timeoutMs), signal }))),
    clock === undefined ? undefined : await surroundingMistake('clock.http', () => targetTime(providers)),
    events === undefined
      ? undefined
      : await surroundingMistake('module' in events ? 'events.module' : 'events.http', async () => providers.emitted?.()),
  ];
  return { mistakes: found.filter((mistake) => mistake !== undefined), notices: [] };
}

async function access(services: readonly Service[], { drive, anyClock = false }: PreflightOptions): Promise<Findings> {
  const found: Findings[] = [];
  for (const { running, plan } of services) {
    const signIn = await signInMistakes(running);
    found.push({ mistakes: signIn, notices: [] });
    if (signIn.length === 0) found.push(await credentialFindings(running));
    found.push(await lastAnswer(drive, plan, anyClock));
  }
  return joined(found);
}

/** What the latest answer of a service tells of its clock and of its rate limit. */
async function lastAnswer(
  { exchanger, providers, pacer, timer, specs }: Drive,
  { spec, cases }: DocumentPlan,
  anyClock: boolean,
): Promise<Findings> {
  const response = exchanger.latest(spec.name);
  let turned: number | undefined;
  // It answered before, and may do otherwise now.
  const silent = await surroundingMistake('clock.http', async () => (turned = await targetTime(providers)));
  if (silent !== undefined) return { mistakes: [silent], notices: [] };
  const now = timer.now();
  const clock = clockFindings(spec.name, response?.headers['date'], { now, turned, anyClock });
  const everybody = Object.values(specs.documents).flatMap(({ limits }) => limits.rateLimitHeaders ?? []);
  const left = headroom(spec.name, spec.limits.rateLimitHeaders ?? everybody, response, {
    planned: cases.reduce((sum, { steps }) => sum + requestsPlanned(steps), 0),
    leftMs: pacer.leftMs(),
    now,
    turned: turned !== undefined,
  });
  const mistakes = [clock.mistake, left.mistake];
  const notices = [clock.notice, left.notice];
  return { mistakes: mistakes.filter((one) => one !== undefined), notices: notices.filter((one) => one !== undefined) };
}

/** Sends a service something harmless, just to be answered; undefined where the service offers nothing that could be sent. */
async function askAnything({ drive, spec, planned }: CaseRunner, baseUrl: string): Promise<Exchanged | undefined> {
  const operation = callable(spec, drive.profile);
  if (operation === undefined) return undefined;
  const { method = 'GET', path = '/' } = operation;
  return drive.exchanger.exchange(
    {
      caseId: planned.id,
      place: { row: planned.id, at: 'address' },
      stepId: undefined,
      purpose: 'preflight',
      document: spec.name,
      operation: undefined,
      caller: undefined,
    },
    {
      method,
      url: `${baseUrl.replace(/\/$/, '')}${path.replace(INSIDE, 'assay-preflight')}`,
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'user-agent': userAgent(drive.tool, drive.runId, planned.id),
      },
      body: method === 'GET' ? undefined : '{}',
    },
  );
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

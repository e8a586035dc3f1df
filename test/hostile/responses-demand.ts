import { breaches } from './outcome.ts';
import { permittedOf, RESPONSE_NAMES, RESPONSES } from './responses.ts';
import type { ResponseName } from './responses.ts';
import type { LoadMeeting } from './responses-load.ts';
import { blamesOf } from './responses-run.ts';
import type { Encounter, Meeting } from './responses-run.ts';
import type { Hostility } from './server.ts';

/** A dozen requests show who is to blame; what stalls is not waited for long. */
const BUDGET = { requests: 60, bodyBytes: 4_194_304, timeout: 'PT0.5S', duration: 'PT20S' } as const;
/** Of a load, whose preparation is to be waited for. */
export const LOAD_BUDGET = { ...BUDGET, requests: 300, perSecond: 400, timeout: 'PT2S' } as const;
const BUDGET_MS = 20_000;
/** Whatever comes whole is waited for: a busy machine is not to be taken for a target that stalls. */
const PATIENT = { timeout: 'PT60S', duration: 'PT5M' } as const;
const PATIENT_MS = 300_000;

export function meetingWith(name: ResponseName): Meeting & { readonly hostility: Hostility } {
  const { service = 'authentication', clauses, requests = BUDGET.requests, ...hostility } = RESPONSES[name];
  const selection = clauses === undefined ? { features: ['authn.context'] } : { clauses };
  return { hostility, service, selection, budget: { ...BUDGET, ...(mayStall(name) ? {} : PATIENT), requests } };
}

/** A load of as many requests on any machine; one that is not answered is over soon. */
export function loadOf(name: ResponseName): Omit<LoadMeeting, 'turns'> & { readonly durationMs: number } {
  const { hostility, service } = meetingWith(name);
  const stalls = mayStall(name);
  // Long enough for a good preparation on a busy machine, and for the first requests: some targets turn hostile after three.
  const timeout = stalls ? 'PT5S' : PATIENT.timeout;
  return { hostility, service, budget: { ...LOAD_BUDGET, requests: 100, timeout }, durationMs: stalls ? 600 : 2_000 };
}

/** A probe at a service whose document speaks of a rate limit: of any other `assay load ratelimit` is a mistake, and nothing begins. */
export function probeOf(name: ResponseName): LoadMeeting {
  const { hostility, service } = meetingWith(name);
  return { hostility, service: service === 'governance' ? 'privileged-access' : service, budget: { ...LOAD_BUDGET, requests: 60 } };
}

/** What is waited for is waited for beside others; what keeps a processor busy is not. */
export const WAITED_FOR = RESPONSE_NAMES.filter((name) => RESPONSES[name].kind === 'broken');
export const WORKED_ON = RESPONSE_NAMES.filter((name) => RESPONSES[name].kind !== 'broken');

/** A refusal may ask to wait. */
function mayStall(name: ResponseName): boolean {
  const { kind } = RESPONSES[name];
  return kind === 'broken' || kind === 'refusal';
}

/** When a target turns hostile: from its first request, or once it is driven, loaded or probed. */
export type Phase = 'preflight' | 'run' | 'load' | 'probe';

/** What an encounter with a response shows that it must not, as sentences: any code is right for a preflight, which judges nothing, and for a probe, which few responses say anything of. */
export function faultsOf(name: ResponseName, met: Encounter, phase: Phase): readonly string[] {
  const permitted = permittedOf(RESPONSES[name]);
  const isEarly = phase === 'preflight' || phase === 'probe';
  const exitCodes = phase === 'probe' ? [0, 1, 2, 3] : isEarly ? [...permitted.run, 0, 2, 3] : permitted[phase];
  // Until it has answered, a target cannot be told from a wrong address; of a probe only what it asks about is somebody's to act on.
  const blames = isEarly ? ['target', 'config', 'network', 'provider-state'] : permitted.blames;
  const blamed = blamesOf(met.report);
  return [
    ...breaches(met, { budgetMs: mayStall(name) ? BUDGET_MS : PATIENT_MS, canaries: met.canaries, exitCodes, reports: true }),
    ...blamed.filter((blame) => !blames.includes(blame)).map((blame) => `blames ${blame}, expected ${blames.join(' or ') || 'nobody'}`),
    ...(met.exitCode === 1 && met.report.failures.length === 0 ? ['exit code 1 without a judged failure'] : []),
    ...(met.exitCode === 3 && phase === 'run' && blamed.length === 0 ? ['open, and nobody has to act'] : []),
    ...met.strangerSaw.map((request) => `a stranger was asked: ${request}`),
  ];
}

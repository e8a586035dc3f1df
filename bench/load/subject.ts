import { documentOf } from '../../src/model/document-of.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { PublicProfile } from '../../src/profile/profile.ts';
import { operationOf } from '../../src/profile/answer.ts';
import { createSieve } from '../../src/judge/under-load/sieve.ts';
import { runLoad } from '../../src/load/engine/engine.ts';
import type { LoadOrder, LoadOutcome, LoadWatch } from '../../src/load/engine/load-order.ts';
import type { HttpRequest } from '../../src/drive/transport.ts';
import { prepareRequest } from '../../src/load/engine/prepared-request.ts';
import { createVerifier } from '../../src/load/verify.ts';
import type { LoadRequest, Verifier } from '../../src/load/verify.ts';
import { ANSWER_HEADERS, ANSWER_TEXT } from './sample-answer.ts';

const specs = loadSpecs();
const spec = documentOf(specs, 'privileged-access');

/** Everything claimed, nothing bound but the name of an error: as a target that keeps to the document. */
const profile: PublicProfile = {
  name: 'bench',
  embedded: true,
  services: {
    'privileged-access': {
      baseUrl: 'http://127.0.0.1',
      claims: undefined,
      bindings: { errorName: '/code' },
      credentials: [],
      declares: [],
    },
  },
  permissions: { mutate: false, destroy: false, exhaustRateLimit: true, origins: [] },
  sources: [],
  control: { acts: false, clock: false, events: false },
};

function loadRequest(request: HttpRequest): LoadRequest {
  return {
    head: {
      caseId: 'load',
      place: { row: 'load', at: 'bench' },
      stepId: undefined,
      purpose: 'load',
      document: 'privileged-access',
      operation: 'listGroups',
      caller: 'service-user',
    },
    request,
    own: undefined,
    samples: [
      {
        status: 200,
        headers: Object.fromEntries(ANSWER_HEADERS.map(([name, value]) => [name.toLowerCase(), value])),
        text: ANSWER_TEXT,
        bytes: 0,
      },
    ],
  };
}

/** All that is done with an answer of a load, and nothing kept. */
export function verifierOf(request: HttpRequest): Verifier {
  return createVerifier({ specs, spec, profile, requests: [loadRequest(request)], note: () => true, wallClock: (ms) => ms });
}

/** Judges everything, rate-limit headers alone, or nothing. */
export function watchOf(request: HttpRequest, what: 'everything' | 'headers' | 'nothing'): LoadWatch {
  if (what === 'nothing') return { judge: () => 'clean' };
  if (what === 'everything') {
    const verifier = verifierOf(request);
    return { judge: (answer) => verifier.judge(answer) };
  }
  const sieve = createSieve(spec, profile, { operation: operationOf(spec, 'listGroups'), caller: undefined });
  return { judge: ({ head }) => (sieve.headersPass(head.statusCode, head.headers) ? 'clean' : 'violation') };
}

const MEGABYTE = 2 ** 20;

/** One load against the bench's server. Milliseconds. */
export function load(request: HttpRequest, change: Partial<LoadOrder>, watch: LoadWatch): Promise<LoadOutcome> {
  return runLoad(
    {
      requests: [prepareRequest(request)],
      connections: 50,
      rate: undefined,
      durationMs: 1000,
      most: { requests: Infinity, bodyBytes: MEGABYTE },
      timeoutMs: 10_000,
      signal: new AbortController().signal,
      ...change,
    },
    watch,
  );
}

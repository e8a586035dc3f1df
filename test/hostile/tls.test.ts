import { expect, test } from 'vitest';
import { authority } from '../support/secure-server.ts';
import { breaches } from './outcome.ts';
import { blamesOf, meetRun } from './responses-run.ts';
import { listening, TLS_CASES } from './tls.ts';

// Whose authority is to be trusted is tried in tls.process.test.ts: an environment is a process's.
const UNTRUSTED = Object.entries(TLS_CASES).filter(([, { trusted }]) => trusted !== true);

test.each(UNTRUSTED)('a server that %s is not judged, and says why', async (_name, { start, says, plain }) => {
  const met = await meetRun({
    hostility: async () => listening(await start(await authority()), plain === true ? 'http' : 'https'),
    service: 'authentication',
    selection: { features: ['authn.context'] },
    budget: { requests: 60, timeout: 'PT2S', duration: 'PT20S' },
    fromTheFirst: true,
  });
  const blamed = blamesOf(met.report);
  expect({
    faults: breaches(met, { budgetMs: 20_000, canaries: met.canaries, exitCodes: [2], reports: true }),
    says: says.test(met.terminal) || met.terminal,
    // A certificate is for the one who runs it or trusts it to put right; a handshake that fails may be anybody's on the way.
    blamed: blamed.length === 1 && ['config', 'network'].includes(String(blamed[0])),
  }).toEqual({ faults: [], says: true, blamed: true });
});

import { createHash } from 'node:crypto';
import type { Report } from '../../src/model/types.ts';
import type { ExchangeEvent, TraceEvent } from '../../src/trace/events.ts';
import { sampleClause, sampleExchange, sampleFailure, sampleReport } from '../../src/report/report-fixtures.ts';

/** What a target can send to whoever shows it: the end of a script, an element that acts, an attribute's end, a turn of the text. */
export const HOSTILE = `</script></style></template><img src="https://outside.example.test/x.png" onerror="hacked=1">"'\`\${hacked=1}\u202E<!--`;

/** A report in which every field that a target can fill is hostile, and the trace of it. */
export function hostileReport(): { readonly report: Report; readonly events: readonly TraceEvent[] } {
  const clauses = [
    sampleClause('authn.transitions.refused', { verdict: 'fail', blame: 'target', says: 'credentials that are not valid are refused' }),
    sampleClause('authn.transitions.success', { says: 'valid ones are not', families: ['effects', 'round trip'] }),
    sampleClause('authn.errors.open', { verdict: 'inconclusive', blame: 'config', reason: `services.key: ${HOSTILE}` }),
    sampleClause('gov.request.unclaimed', { verdict: 'skipped', reason: 'not claimed' }),
    sampleClause('pam.scope', { verdict: null, status: 'informative', checks: [], exchanges: [] }),
  ];
  const failure = { expected: 'status 401', received: HOSTILE, exchanges: [2], curl: `#!/bin/sh\necho '${HOSTILE}'\n`, replay: 'token' };
  const report = sampleReport(clauses, {
    outcome: 'violations',
    exitCode: 1,
    target: { name: HOSTILE, claims: [] },
    transitions: [
      { id: 'refused', document: 'authentication', machine: 'transaction', from: 'start', to: 'refused: E1', times: 2, verdict: 'fail' },
      { id: 'success', document: 'authentication', machine: 'transaction', from: 'start', to: 'SUCCESS', times: 3, verdict: 'pass' },
      { id: 'again', document: 'authentication', machine: 'transaction', from: 'SUCCESS', to: 'SUCCESS', times: 0, verdict: 'skipped' },
    ],
    failures: [
      sampleFailure('authn.transitions.refused', 'authenticate transition/refused', failure),
      sampleFailure('authn.errors.open', 'authenticate transition/refused', { ...failure, exchanges: [1] }),
      sampleFailure('authn.transitions.success', HOSTILE, { ...failure, exchanges: [], sequence: [HOSTILE] }),
    ],
    observations: [{ about: HOSTILE, clause: 'authn.transitions.success', value: { text: HOSTILE } }],
    flaky: [
      {
        clause: 'authn.errors.open',
        check: 'c',
        failed: 1,
        runs: 3,
        expected: 'x',
        received: HOSTILE,
        exchanges: [],
        sequence: [],
        replay: 't',
      },
    ],
    leftovers: [{ what: HOSTILE, detail: HOSTILE, case: 'tour-1' }],
    partial: 'it was killed',
    environment: { harnessErrors: [HOSTILE] },
  });
  const events: readonly TraceEvent[] = [
    { type: 'case', case: 'tour-1', document: 'authentication', kind: 'tour', title: HOSTILE },
    { type: 'state', case: 'tour-1', state: 'a user who can sign in', alias: 'user', params: {}, provided: true },
    sampleExchange(1, { response: { status: 200, headers: { 'x-hostile': HOSTILE }, body: { status: HOSTILE } } }),
    sampleExchange(2, {
      place: { row: 'transition:refused', at: 'trigger/0' },
      request: { url: `http://127.0.0.1/${HOSTILE}`, body: { name: HOSTILE } },
      response: { status: 500, headers: {}, text: HOSTILE },
    }),
  ];
  return { report, events };
}

/** As many exchanges and failures as a run may come to, in walks of fifty requests. */
export function largeReport(exchanges: number, failures: number): { readonly report: Report; readonly events: readonly TraceEvent[] } {
  const sent = Array.from({ length: exchanges }, (_none, index): ExchangeEvent => {
    const owner = `walk-${Math.floor(index / 50)}`;
    // As in a run, no two bodies are the same: what is repeated packs away.
    const own = createHash('sha256').update(String(index)).digest('hex');
    const body = {
      id: own.slice(0, 20),
      stateToken: `~state-token-${index}~`,
      status: 'MFA_REQUIRED',
      expiresAt: '2030-01-01T00:00:00.000Z',
      list: Array.from({ length: 12 }, (_one, at) => `value-${at}`),
    };
    return sampleExchange(index + 1, {
      case: owner,
      purpose: 'walk',
      response: { status: 200, headers: { 'x-request-id': own.slice(20, 60) }, body },
    });
  });
  const clauses = Array.from({ length: 672 }, (_none, index) =>
    sampleClause(`authn.part-${index % 20}.clause-${index}`, {
      says: `what clause ${index} of the document says, in so many words`,
      ...(index < failures ? { verdict: 'fail' as const } : {}),
    }),
  );
  const failed = Array.from({ length: failures }, (_none, index) => {
    const last = Math.floor(((index + 1) * exchanges) / failures);
    return sampleFailure(clauses[index % 672]?.id ?? '', `authenticate /body/field-${Math.floor(index / 4)}`, {
      exchanges: [last],
      sequence: Array.from({ length: 50 }, (_one, at) => `step ${at}`),
      curl: `#!/bin/sh\n${'curl --silent http://127.0.0.1:8080/api/v1/authn \\\n  --header x\n'.repeat(50)}# ${index}\n`,
    });
  });
  return { report: sampleReport(clauses, { outcome: 'violations', exitCode: 1, failures: failed }), events: sent };
}

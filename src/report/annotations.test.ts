import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renderAnnotations } from './annotations.ts';
import { sampleClause, sampleFailure, sampleReport } from './report-fixtures.ts';
import { visibleLines } from './safe-text.ts';

test('an error for each defect, a warning for each reason why clauses are inconclusive', () => {
  const report = sampleReport(
    [
      sampleClause('authn.a', { verdict: 'fail' }),
      sampleClause('authn.b', {
        verdict: 'inconclusive',
        blame: 'config',
        reason: 'no binding for verifyFactor',
      }),
      sampleClause('authn.c', {
        verdict: 'inconclusive',
        blame: 'config',
        reason: 'no binding for verifyFactor',
      }),
    ],
    {
      replayFlags: '--fault f',
      failures: [
        sampleFailure('authn.a', 'authenticate /status', {
          expected: '100%: yes,\nreally',
          replay: '',
        }),
        sampleFailure('authn.d', 'authenticate /status'),
        sampleFailure('authn.d', 'authenticate /status'),
        sampleFailure('authn.e', 'any /headers/x'),
      ],
    },
  );
  expect(renderAnnotations(report)).toBe(
    [
      '::error title=authn.a%3A authenticate /status%3A expected 100%25%3A yes%2C really::expected: 100%25: yes,%0Areally%0Areceived: status 500%0A2 consequences: authn.d',
      '::error title=authn.e%3A any /headers/x%3A expected status 200::expected: status 200%0Areceived: status 500%0Areplay: assay run --fault f --replay r1.42.authn',
      '::warning title=2 clauses inconclusive (config)::no binding for verifyFactor%0Aauthn.b, authn.c',
      '',
    ].join('\n'),
  );
});

test('a mistake that stopped the run is an error, and so is a waiver that has to be changed', () => {
  const report = sampleReport([], {
    outcome: 'usage',
    exitCode: 2,
    stopped: [{ key: 'services', message: 'acme.yaml:2:3  nobody answers', blame: 'config' }],
    badWaivers: [{ at: 'waivers.yaml:2:5', problem: 'stale', message: 'it is stale' }],
  });
  expect(renderAnnotations(report).trim().split('\n')).toEqual([
    '::error title=configuration::acme.yaml:2:3  nobody answers',
    '::error title=waivers::waivers.yaml:2:5  it is stale',
  ]);
});

test('a green run has none', () => {
  expect(renderAnnotations(sampleReport([sampleClause('authn.a')]))).toBe('');
});

test('whatever a target sent, one failure is one line, and decodes to what is safe to show', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (received, cluster) => {
      const lines = renderAnnotations(
        sampleReport([], {
          failures: [sampleFailure('authn.a', cluster, { received, replay: '' })],
        }),
      ).split(/[\r\n]+/);
      const [, title = '', message = ''] = /^::error title=([^:,]*)::(.*)$/su.exec(lines[0] ?? '') ?? [];
      const decode = (text: string): string => text.replaceAll(/%(25|0D|0A|3A|2C)/g, (code) => decodeURIComponent(code));
      expect([lines.length, decode(title), decode(message)]).toEqual([
        2,
        visibleLines(`authn.a: ${cluster}: expected status 200`),
        visibleLines(`expected: status 200\nreceived: ${received}`),
      ]);
    }),
  );
});

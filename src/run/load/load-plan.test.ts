import { expect, test } from 'vitest';
import { loadSpecs } from '../../model/load.ts';
import { resolveProfile } from '../../profile/load-profile.ts';
import { planLoad } from './load-plan.ts';

test('a load through a proxy is refused: it would measure the proxy', () => {
  const profile = resolveProfile(
    { name: 'acme', services: { authentication: { baseUrl: 'https://id.example.test' } }, proxy: { http: 'http://proxy.example.test' } },
    'acme.yaml',
    {},
  );
  expect(() =>
    planLoad(
      loadSpecs(),
      profile,
      { kind: 'saturate', document: undefined, connections: undefined, rate: undefined, durationMs: undefined },
      [],
    ),
  ).toThrow(
    'acme.yaml  proxy  expected none for a load, found http://proxy.example.test: its figures would be those of the proxy. Take the key out',
  );
});

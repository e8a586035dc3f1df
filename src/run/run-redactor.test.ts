import { expect, test } from 'vitest';
import { doorSpec, sampleProfile, sampleSpecs } from '../profile/profile-fixtures.ts';
import { memoryTrace } from '../trace/writer.ts';
import { runRedactor } from './open-drive.ts';

test('every secret that a profile holds is known before anything is sent', () => {
  const profile = sampleProfile(
    {},
    {
      credentials: { authentication: { apiToken: 'canary-of-the-api' } },
      clock: { url: 'https://c.test', headers: { 'x-key': 'canary-of-the-clock' } },
      events: { url: 'https://e.test', headers: { authorization: 'Bearer canary-of-the-events' } },
      sources: [
        {
          kind: 'http',
          key: 'providerStates.0',
          cost: 0,
          provides: undefined,
          url: 'https://s.test',
          acts: 'https://a.test',
          headers: { authorization: 'Basic canary-of-the-states' },
        },
        {
          kind: 'accounts',
          key: 'providerStates.1',
          cost: 0,
          file: 'accounts.yaml',
          spent: [],
          spentFile: 'none',
          accounts: [
            { place: '', state: 'a shut door', params: {}, consumable: undefined, kin: 0, data: { id: 'd1', key: 'canary-of-an-account' } },
          ],
        },
      ],
    },
  );
  const { redactText } = runRedactor(sampleSpecs(doorSpec()), profile, memoryTrace());
  const whose = ['the-api', 'the-clock', 'the-events', 'the-states', 'an-account'];
  expect(whose.map((one) => redactText(`it is canary-of-${one}.`)).filter((text) => text.includes('canary'))).toEqual([]);
  expect(redactText('d1 is no secret')).toBe('d1 is no secret');
});

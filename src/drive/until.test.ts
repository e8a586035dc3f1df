import { expect, test } from 'vitest';
import { doorSpec } from '../profile/profile-fixtures.ts';
import { DOOR_PROVIDERS, driveCase, probeOf } from './fixtures.ts';

const NOW = '2030-01-01T00:00:00.000Z';
const spec = doorSpec();

/** Opens a door that shuts at some time, turns the clock to ten seconds before that, and asks for the door. */
async function drivenUntil(shutsAt: string, turns: string[], clock = true) {
  return driveCase(
    probeOf(
      spec,
      { id: 'opened', call: 'openDoor', with: { id: 'd1', key: 'k' } },
      { until: { moment: '$opened.body.shutsAt', seconds: -10 } },
      { call: 'getDoor', with: { id: 'd1' } },
    ),
    {
      spec,
      answer: () => ({ body: { state: 'OPEN', shutsAt } }),
      providers: {
        ...DOOR_PROVIDERS,
        advance: clock
          ? (duration) => {
              turns.push(duration);
              return Promise.resolve({ now: NOW });
            }
          : undefined,
      },
    },
  );
}

test('the clock is turned to a moment that an answer named, by the time that the target has', async () => {
  const turns: string[] = [];
  const { driven, events } = await drivenUntil('2030-01-01T00:05:00.000Z', turns);
  expect([driven, turns, events.filter(({ type }) => type === 'clock')]).toEqual([
    { sent: 2, blocked: undefined },
    ['PT0S', 'PT290S'],
    [{ type: 'clock', case: 'probe/look', advance: 'PT290S', now: NOW }],
  ]);
});

test('a moment that has passed, or a clock that stands, blocks what follows', async () => {
  const passed = await drivenUntil('2030-01-01T00:00:05.000Z', []);
  const standing = await drivenUntil('2030-01-01T00:05:00.000Z', [], false);
  expect([passed, standing].map(({ driven: { sent, blocked } }) => [sent, blocked?.because, blocked?.blame])).toEqual([
    [1, `2030-01-01T00:00:05.000Z is no moment of the next ten years: it is ${NOW}`, 'target'],
    [1, "the target's clock cannot be turned (profile key clock)", 'config'],
  ]);
});

test('what a step puts into the query is added to the address of its operation', async () => {
  const { requests } = await driveCase(probeOf(spec, { call: 'getDoor', with: { id: 'd1' }, query: { by: '$door.id', as: 'a b' } }), {
    spec,
  });
  expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?by=d1&as=a+b']);
});

import { limitFaults } from '../faults.ts';
import { brief, inState, statusesOf, testFaults, type Trial } from './test-faults.ts';
import { lingering, type Reply } from '../try-out.ts';

const limited =
  (params: object, steps: readonly (number | 'GET' | 'bad')[]): Trial =>
  async (faults) => {
    const { service, given, token } = await inState(faults, 'a team with a small rate limit', params);
    const seen: string[] = [];
    for (const step of steps) {
      if (typeof step === 'number') service.clock.advance(step * 1000);
      else
        seen.push(limits(await service.send('GET', `/v1/teams/${given['team_name']}/${step === 'GET' ? 'groups' : 'nothing'}`, { token })));
    }
    return seen.join(' | ');
  };

const limits = (reply: Reply): string => {
  const values = ['limit', 'remaining', 'reset', 'retry-at'].map((name) => String(reply.headers[`x-ratelimit-${name}`] ?? '-'));
  return [brief(reply), ...values.map((value) => (Number(value) >= start ? `+${Number(value) - start}` : value))].join(' ');
};

const start = Date.UTC(2026, 0, 1) / 1000;

testFaults(
  limitFaults,
  {
    'beyond the limit': {
      sound:
        '200 2 1 +60 +60 | 404 resource_does_not_exist 2 0 +60 +60 | 429 too_many_requests 2 0 +60 +60 | 429 too_many_requests 2 0 +60 +60',
      look: limited({ limit: 2 }, ['GET', 'bad', 'GET', 'GET']),
    },
    'into the next periods': {
      sound:
        '200 1 0 +10 +10 | 429 too_many_requests 1 0 +10 +10 | 429 too_many_requests 1 0 +10 +10 | 200 1 0 +20 +20 | 429 too_many_requests 1 0 +20 +20 | 200 1 0 +50 +50 | 429 too_many_requests 1 0 +50 +50',
      look: limited({ limit: 1, period: 'PT10S' }, ['GET', 'GET', 9, 'GET', 1, 'GET', 'GET', 30, 'GET', 'GET']),
    },
    'a whole allowance again': {
      sound: '200 2 1 +60 +60 | 200 2 0 +60 +60 | 429 too_many_requests 2 0 +60 +60 | 200 2 1 +120 +120 | 200 2 0 +120 +120',
      look: limited({ limit: 2 }, ['GET', 'GET', 'GET', 60, 'GET', 'GET']),
    },
    'a refusal in the middle of a period': {
      sound: '200 1 0 +60 +60 | 429 too_many_requests 1 0 +60 +60 | 200 1 0 +120 +120',
      look: limited({ limit: 1 }, ['GET', 30, 'GET', 30, 'GET']),
    },
    'at the same time': {
      sound: '200, 429 too_many_requests, 429 too_many_requests',
      look: async (faults) => {
        const { service, given, token } = await inState(
          faults,
          'a team with a small rate limit',
          { limit: 1 },
          { pause: lingering('count a request') },
        );
        const list = () => service.send('GET', `/v1/teams/${given['team_name']}/groups`, { token });
        return statusesOf(await Promise.all([list(), list(), list()]));
      },
    },
    'changes beyond the limit': {
      sound: '204, 204, 429 too_many_requests, 429 too_many_requests',
      look: async (faults) => {
        const { send, given } = await inState(faults, 'a team with a small rate limit', { limit: 2 });
        const names: unknown = JSON.parse(given['group_names'] ?? '[]');
        const replies: Reply[] = [];
        for (const name of Array.isArray(names) ? names : []) replies.push(await send('DELETE', `/groups/${String(name)}`));
        return statusesOf([...replies, await send('GET', '/groups')]);
      },
    },
    'headers of refusals': {
      sound: '404 resource_does_not_exist 1000 1000 +0 +0 | 401 authentication_error 1000 1000 +0 +0 | 500 unknown_error 1000 1000 +0 +0',
      look: async (faults) => {
        const one = await inState(faults, 'a service user with an API key');
        const replies = [
          await one.service.send('GET', '/nothing'),
          await one.service.send('GET', `/v1/teams/${one.given['team_name']}/groups`),
        ];
        await one.service.service.act('make the next request fail', { error: 'unknown_error' });
        return [...replies, await one.send('GET', '/groups')].map(limits).join(' | ');
      },
    },
  },
  [
    [
      'pam-no-limit-headers-on-404',
      'headers of refusals',
      '404 resource_does_not_exist - - - - | 401 authentication_error 1000 1000 +0 +0 | 500 unknown_error 1000 1000 +0 +0',
    ],
    [
      'pam-no-limit-headers-on-401',
      'headers of refusals',
      '404 resource_does_not_exist 1000 1000 +0 +0 | 401 authentication_error - - - - | 500 unknown_error 1000 1000 +0 +0',
    ],
    [
      'pam-no-limit-headers-on-429',
      'beyond the limit',
      '200 2 1 +60 +60 | 404 resource_does_not_exist 2 0 +60 +60 | 429 too_many_requests - - - - | 429 too_many_requests - - - -',
    ],
    [
      'pam-no-limit-headers-on-5xx',
      'headers of refusals',
      '404 resource_does_not_exist 1000 1000 +0 +0 | 401 authentication_error 1000 1000 +0 +0 | 500 unknown_error - - - -',
    ],
    [
      'pam-retry-at-only-when-limited',
      'headers of refusals',
      '404 resource_does_not_exist 1000 1000 +0 - | 401 authentication_error 1000 1000 +0 - | 500 unknown_error 1000 1000 +0 -',
    ],
    [
      'pam-limit-as-policy',
      'headers of refusals',
      '404 resource_does_not_exist 1000;w=60 1000 +0 +0 | 401 authentication_error 1000;w=60 1000 +0 +0 | 500 unknown_error 1000;w=60 1000 +0 +0',
    ],
    [
      'pam-limit-shrinks',
      'beyond the limit',
      '200 1 1 +60 +60 | 404 resource_does_not_exist 0 0 +60 +60 | 429 too_many_requests 0 0 +60 +60 | 429 too_many_requests 0 0 +60 +60',
    ],
    [
      'pam-remaining-below-zero',
      'beyond the limit',
      '200 2 1 +60 +60 | 404 resource_does_not_exist 2 0 +60 +60 | 429 too_many_requests 2 -1 +60 +60 | 429 too_many_requests 2 -1 +60 +60',
    ],
    [
      'pam-remaining-one-when-refused',
      'beyond the limit',
      '200 2 1 +60 +60 | 404 resource_does_not_exist 2 0 +60 +60 | 429 too_many_requests 2 1 +60 +60 | 429 too_many_requests 2 1 +60 +60',
    ],
    [
      'pam-remaining-above-limit',
      'headers of refusals',
      '404 resource_does_not_exist 1000 1010 +0 +0 | 401 authentication_error 1000 1010 +0 +0 | 500 unknown_error 1000 1010 +0 +0',
    ],
    [
      'pam-remaining-stands-still',
      'beyond the limit',
      '200 2 2 +60 +60 | 404 resource_does_not_exist 2 2 +60 +60 | 429 too_many_requests 2 0 +60 +60 | 429 too_many_requests 2 0 +60 +60',
    ],
    [
      'pam-reset-in-milliseconds',
      'headers of refusals',
      '404 resource_does_not_exist 1000 1000 +1765458374400 +0 | 401 authentication_error 1000 1000 +1765458374400 +0 | 500 unknown_error 1000 1000 +1765458374400 +0',
    ],
    [
      'pam-reset-too-early',
      'beyond the limit',
      '200 2 1 +30 +30 | 404 resource_does_not_exist 2 0 +30 +30 | 429 too_many_requests 2 0 +30 +30 | 429 too_many_requests 2 0 +30 +30',
    ],
    [
      'pam-retry-at-from-now',
      'headers of refusals',
      '404 resource_does_not_exist 1000 1000 +0 0 | 401 authentication_error 1000 1000 +0 0 | 500 unknown_error 1000 1000 +0 0',
    ],
    [
      'pam-retry-at-after-reset',
      'headers of refusals',
      '404 resource_does_not_exist 1000 1000 +0 +5 | 401 authentication_error 1000 1000 +0 +5 | 500 unknown_error 1000 1000 +0 +5',
    ],
    [
      'pam-retry-at-too-early',
      'beyond the limit',
      '200 2 1 +60 +60 | 404 resource_does_not_exist 2 0 +60 +60 | 429 too_many_requests 2 0 +60 +1 | 429 too_many_requests 2 0 +60 +1',
    ],
    ['pam-limit-not-held', 'at the same time', '200, 200, 200'],
    ['pam-limit-one-more', 'at the same time', '200, 200, 429 too_many_requests'],
    ['pam-limit-one-less', 'at the same time', '429 too_many_requests, 429 too_many_requests, 429 too_many_requests'],
    [
      'pam-limit-of-first-period-only',
      'into the next periods',
      '200 1 0 +10 +10 | 429 too_many_requests 1 0 +10 +10 | 429 too_many_requests 1 0 +10 +10 | 200 1 0 +20 +20 | 200 1 0 +20 +20 | 200 1 0 +50 +50 | 200 1 0 +50 +50',
    ],
    [
      'pam-limited-beyond-reset',
      'into the next periods',
      '200 1 0 +10 +10 | 429 too_many_requests 1 0 +10 +10 | 429 too_many_requests 1 0 +10 +10 | 429 too_many_requests 1 0 +20 +20 | 429 too_many_requests 1 0 +20 +20 | 429 too_many_requests 1 0 +50 +50 | 429 too_many_requests 1 0 +50 +50',
    ],
    [
      'pam-allowance-back-in-part',
      'a whole allowance again',
      '200 2 1 +60 +60 | 200 2 0 +60 +60 | 429 too_many_requests 2 0 +60 +60 | 200 2 1 +120 +120 | 429 too_many_requests 2 0 +120 +120',
    ],
    [
      'pam-refusal-prolongs-limit',
      'a refusal in the middle of a period',
      '200 1 0 +60 +60 | 429 too_many_requests 1 0 +60 +60 | 429 too_many_requests 1 0 +120 +120',
    ],
    ['pam-counted-one-at-a-time', 'at the same time', '200, 200, 200'],
    ['pam-writes-not-limited', 'changes beyond the limit', '204, 204, 204, 429 too_many_requests'],
    ['pam-deletions-not-limited', 'changes beyond the limit', '204, 204, 204, 429 too_many_requests'],
    ['pam-limited-as-quota', 'at the same time', '200, 403 quota_exceeded, 403 quota_exceeded'],
    ['pam-limited-as-offline', 'at the same time', '200, 429 service_offline, 429 service_offline'],
  ],
);

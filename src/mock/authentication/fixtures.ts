import type { AuthenticationFixtures } from '../../model/types.ts';
import type { Maker } from './context.ts';
import { pushProfile } from './factors.ts';
import { addUser } from './make-user.ts';
import type { Factor } from './users.ts';

type GivenUser = NonNullable<AuthenticationFixtures['users']>[number];
type GivenFactor = NonNullable<GivenUser['factors']>[number];

/** Users as a file of fixtures has them. */
export function putFixtures(maker: Maker, { users = [] }: AuthenticationFixtures): void {
  for (const { id, login, password, firstName = 'Ada', lastName = 'Byron', locked = false, factors = [] } of users)
    addUser(
      maker,
      { id, login, password, locked, name: { first: firstName, last: lastName }, factors: factors.map(factorOf) },
      { challenge: factors.length > 0 ? 'always' : 'never' },
    );
}

function factorOf({ id, factorType, secret, phoneNumber = '+1 555-010-0100' }: GivenFactor): Factor {
  const profiles = { question: { question: 'first_concert' }, sms: { phoneNumber }, push: pushProfile('pocket@example.test') };
  return { id, factorType, provider: 'PLATFORM', profile: profiles[factorType], secret };
}

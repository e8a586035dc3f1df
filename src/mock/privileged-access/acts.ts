import { entry, type Entries } from '../kit/arguments.ts';
import { ControlError } from '../kit/service.ts';
import type { Context } from './context.ts';

/** The acts of the catalogue: what happens to the service from outside its API. */
export const acts: Entries<Context, void> = {
  'let the permissions of a service user expire': entry(['team_name', 'key_id'], ({ store }, args) => {
    const [team, keyId] = [args.needed('team_name'), args.needed('key_id')];
    const key = store.keys.get(keyId);
    if (key?.team !== team)
      throw new ControlError(
        'mock-id-unknown',
        `team '${team}' has no API key '${keyId}'`,
        'Send the team_name and key_id that a provider state answered.',
      );
    for (const token of store.tokens.values()) if (token.userId === key.userId) store.tokens.set(token.value, { ...token, isLapsed: true });
  }),
  'make the next request fail': entry(['error'], ({ store }, args) => {
    args.needed('error');
    store.trouble = args.oneOf('error', ['unknown_error', 'service_offline', 'gateway_timeout']);
  }),
};

import type { Entry } from '../kit/arguments.ts';
import { ControlError, type Data } from '../kit/service.ts';
import type { Workshop } from './call.ts';

/** The acts of the catalogue: what happens to the service from outside its API. */
export function createActs({ store }: Workshop): ReadonlyMap<string, Entry<Data>> {
  const acts: Readonly<Record<string, Entry<Data>>> = {
    'let the permissions of a service user expire': {
      params: ['team_name', 'key_id'],
      run(args) {
        const [team, keyId] = [args.needed('team_name'), args.needed('key_id')];
        const key = store.keys.get(keyId);
        if (key?.team !== team)
          throw new ControlError(
            `team '${team}' has no API key '${keyId}'`,
            'Send the team_name and key_id that a provider state answered.',
          );
        for (const token of store.tokens.values())
          if (token.userId === key.userId) store.tokens.set(token.value, { ...token, isLapsed: true });
        return {};
      },
    },
    'make the next request fail': {
      params: ['error'],
      run(args) {
        args.needed('error');
        store.trouble = args.oneOf('error', ['unknown_error', 'service_offline', 'gateway_timeout']);
        return {};
      },
    },
  };
  return new Map(Object.entries(acts));
}

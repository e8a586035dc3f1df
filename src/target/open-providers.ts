import type { Profile } from '../profile/profile.ts';
import { controlClient } from './control-client.ts';
import type { Providers, Provision } from './providers.ts';
import type { Transport } from './transport.ts';

/** The profile's providers as one: the first that can provide a state or do an act wins. */
export function openProviders(profile: Profile, send: Transport): Providers {
  const sources = profile.providers.flatMap(({ http, acts }) =>
    http === undefined
      ? []
      : [controlClient({ states: http, acts: acts ?? new URL('acts', http).href, clock: undefined, events: undefined }, send)],
  );
  const surroundings = controlClient({ states: '', acts: '', clock: profile.clockUrl, events: profile.eventsUrl }, send);
  const first = async (ask: (source: Providers) => Promise<Provision>): Promise<Provision> => {
    let refused = 'the profile names no provider (key providerStates)';
    for (const source of sources) {
      const provision = await ask(source);
      if ('data' in provision) return provision;
      refused = provision.refused;
    }
    return { refused };
  };
  return {
    provide: (state, params) => first((source) => source.provide(state, params)),
    remove: (state, data) => first((source) => source.remove(state, data)),
    act: (name, params) => first((source) => source.act(name, params)),
    advance: surroundings.advance,
    emitted: surroundings.emitted,
  };
}

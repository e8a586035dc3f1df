import type { ProfileFile, ServiceProfile } from '../model/types.ts';

type ByChoice = NonNullable<NonNullable<ProfileFile['embedded']>['byChoice']>[string];

/** The profile with the bindings and declarations of what is chosen of the embedded mock in the place of its own. */
export function applyChoices(source: ProfileFile): ProfileFile {
  const { choices = {}, byChoice = {} } = source.embedded ?? {};
  const services = { ...source.services };
  for (const [document, chosen] of Object.entries(choices)) {
    for (const [name, value] of Object.entries(chosen)) {
      const change = byChoice[`${document}.${name}=${String(value)}`];
      const service = services[document];
      if (change !== undefined && service !== undefined) services[document] = changed(service, change);
    }
  }
  return { ...source, services };
}

function changed(service: ServiceProfile, { bindings = {}, declares = [] }: ByChoice): ServiceProfile {
  const kept = (service.declares ?? []).filter(({ name }) => !declares.some((one) => one.name === name));
  return { ...service, bindings: { ...service.bindings, ...bindings }, declares: [...kept, ...declares] };
}

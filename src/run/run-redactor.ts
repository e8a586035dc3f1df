import type { Specs } from '../spec/types.ts';
import { secretKinds } from '../spec/secret-kinds.ts';
import type { Profile } from '../profile/profile.ts';
import { createRedactor } from '../target/redactor.ts';
import type { Redactor } from '../target/redactor.ts';
import type { TraceWriter } from '../trace/writer.ts';

/** The redactor of a run's trace: knows the secret fields of all documents, and the profile's credentials from the start. */
export function runRedactor(specs: Specs, profile: Profile, trace: TraceWriter, scope = ''): Redactor {
  const kinds = new Map(Object.values(specs.documents).flatMap((spec) => [...secretKinds(spec)]));
  const redactor = createRedactor(kinds, (event) => trace.append(event), scope);
  for (const credentials of Object.values(profile.credentials)) {
    for (const [name, value] of Object.entries(credentials)) redactor.learn(name, value);
  }
  return redactor;
}

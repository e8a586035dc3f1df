import type { Answer, Call } from './call.ts';
import { Refusal } from './errors.ts';

/** Attributes were once there to be read. Always throws: Refusal `resource_deprecated` for one that existed, else `resource_does_not_exist`. */
export function getAttribute({ team, params }: Call): Answer {
  const id = params['resource_id'] ?? '';
  if (team.deprecated.has(id)) throw new Refusal('resource_deprecated', 'Attributes are deprecated.');
  throw new Refusal('resource_does_not_exist', `There is no attribute '${id}'.`, 'resource_id');
}

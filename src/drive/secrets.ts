import type { DocumentSpec } from '../spec/types.ts';
import { secretKinds } from '../spec/secret-kinds.ts';
import type { Redactor } from '../target/redactor.ts';
import { withoutNumber } from '../spec/text-end.ts';

/** Teaches the redactor every secret in a value: fields that the specs call secret, by name, at any depth. */
export function learnSecrets(redactor: Redactor, spec: DocumentSpec, name: string, value: unknown): void {
  if (typeof value === 'string') {
    const kind = secretKinds(spec).get(withoutNumber(name));
    if (kind !== undefined && value !== '') redactor.learn(kind, value);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, entry] of Object.entries(value)) learnSecrets(redactor, spec, key, entry);
}

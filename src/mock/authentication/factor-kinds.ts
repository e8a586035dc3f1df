import type { Choices } from './choices.ts';
import type { FactorOffer } from './users.ts';

type Chosen = { readonly choices: Choices };

/** Whether the factor's codes come by telephone. */
export function isByTelephone({ factorType }: FactorOffer): boolean {
  return factorType === 'sms' || factorType === 'call';
}

/** Whether one polls for the factor's approval. */
export function isPolled({ choices }: Chosen, { factorType }: FactorOffer): boolean {
  return factorType === 'push' && choices.pushWait === 'poll';
}

/** Whether the factor is enrolled by the code that comes with its enrollment. */
export function comesWithCode({ choices }: Chosen, { factorType }: FactorOffer): boolean {
  return (factorType === 'token' || factorType === 'token:hardware') && choices.tokenEnrollment === 'at-once';
}

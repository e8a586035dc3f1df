import { runEntry, type Entry } from '../kit/arguments.ts';
import { ControlError, type Data } from '../kit/service.ts';
import type { Store } from './store.ts';

/** Causes an act of specs/authentication/provider-states.yaml. Throws ControlError for one that is unknown or impossible now. */
export function runAct(store: Store, name: string, params: Data): Data {
  return runEntry('act', acts, name, params)(store);
}

const acts: ReadonlyMap<string, Entry<(store: Store) => Data>> = new Map([
  [
    'approve the push challenge of a user',
    {
      params: ['userId'],
      run: (args) => {
        const userId = args.needed('userId');
        return (store) => {
          const waits = [...store.transactions.values()].some(
            (transaction) =>
              transaction.userId === userId && (transaction.status === 'MFA_CHALLENGE' || transaction.pending?.factorType === 'push'),
          );
          if (!waits)
            throw new ControlError(
              `user '${userId}' has no challenge to approve`,
              'Start one first: verify the push factor without a code, or enroll one.',
            );
          store.approvals.add(userId);
          return {};
        };
      },
    },
  ],
]);

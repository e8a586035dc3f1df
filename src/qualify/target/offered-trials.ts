import { ControlPlaneError } from '../../drive/providers.ts';
import type { Hand } from '../pool.ts';
import { openDeployment, type Deployment, type DeploymentOrder } from './deployment.ts';
import { tryOffered, type OfferedTask, type OfferedTrial } from './try-offered.ts';
import { driveUnfaulted, type Stopped, type Unfaulted } from './unfaulted.ts';

/** What a thread with a deployment of its own is told to do. */
export type TargetTask = { readonly kind: 'unfaulted' } | ({ readonly kind: 'fault' } & OfferedTask) | { readonly kind: 'close' };

export type TargetResult =
  /** the configuration keeps everything from being judged */
  | ({ readonly kind: 'mistakes' } & Stopped)
  | { readonly kind: 'unfaulted'; readonly unfaulted: Unfaulted }
  | { readonly kind: 'trial'; readonly trial: OfferedTrial }
  | { readonly kind: 'closed' };

/** Does one task after the other on one deployment: first it is driven without a fault, then with one at a time. */
export function openOfferedTrials(order: DeploymentOrder): Hand<TargetTask, TargetResult> {
  let opened: Deployment | undefined;
  let known: Unfaulted | undefined;
  return async (task) => {
    if (task.kind === 'close') {
      await opened?.close();
      return { kind: 'closed' };
    }
    opened ??= await openDeployment(order);
    if (task.kind === 'unfaulted') {
      try {
        const driven = await driveUnfaulted(opened, order);
        if ('mistakes' in driven) return { kind: 'mistakes', ...driven };
        known = driven.unfaulted;
        return { kind: 'unfaulted', unfaulted: known };
      } catch (error) {
        if (error instanceof ControlPlaneError) return { kind: 'mistakes', code: 'faults-unusable', mistakes: [error.message] };
        throw error;
      }
    }
    if (known === undefined) throw new TypeError('a deployment is driven without a fault first');
    return { kind: 'trial', trial: await tryOffered(opened, known, task) };
  };
}

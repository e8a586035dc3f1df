import { changesOf, type Change } from '../kit/faults.ts';
import type { Policy } from './policy.ts';
import type { ErrorName } from './errors.ts';

export const { around, after, before } = changesOf<Policy>();

/** An error of the document that is reported as another one, name and status together. */
export const reportedAs =
  (error: ErrorName, other: ErrorName): Change<Policy> =>
  ({ nameOf, statusOf }) => ({
    nameOf: (name) => nameOf(name === error ? other : name),
    statusOf: (name) => statusOf(name === error ? other : name),
  });

import { isObject } from '../../kit/json.ts';
import type { Data } from '../../kit/service.ts';
import type { Choices } from '../choices.ts';
import { errorStatuses, type ErrorAnswer, type ErrorName } from '../errors.ts';

/** How a request is taken in, and how a refused one is told. */
export interface RequestPolicy {
  /** the path that a request is for */
  readonly pathOf: (method: string, path: string) => string;
  readonly noticesHangUp: (halfClosed: boolean) => boolean;
  readonly takesContentType: (contentType: string) => boolean;
  /** for a body that is not JSON */
  readonly malformed: () => ErrorName;
  /** the object that a JSON body is */
  readonly objectOf: (json: unknown) => Data | undefined;
  /** for a body that is JSON, but no object */
  readonly notAnObject: () => ErrorName;
  readonly statusOf: (error: ErrorName) => number;
  readonly nameOf: (error: ErrorName) => string;
  readonly errorBody: (answer: ErrorAnswer) => unknown;
  /** what the request after one that met trouble meets: nothing */
  readonly troubleAfter: (trouble: ErrorName) => ErrorName | undefined;
}

export function requestPolicy(choices: Choices): RequestPolicy {
  return {
    pathOf: (_method, path) => path,
    noticesHangUp: (halfClosed) => halfClosed,
    takesContentType: (contentType) => /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType),
    malformed: () => choices.malformedBody,
    objectOf: (json) => (isObject(json) ? json : undefined),
    notAnObject: () => choices.nonObjectBody,
    statusOf: (error) => errorStatuses[error],
    nameOf: (error) => error,
    errorBody: (answer) => errorBodies[choices.errorBody](answer),
    troubleAfter: () => undefined,
  };
}

const errorBodies: Readonly<Record<Choices['errorBody'], (answer: ErrorAnswer) => unknown>> = {
  'code-message': ({ name, message }) => ({ code: name, message }),
  'code-causes': ({ name, message, path }) => ({ code: name, error: message, error_cause: path === undefined ? [] : [path] }),
  'message-errors': ({ name, message, path }) => ({ message: name, errors: [{ path: path ?? '', message }] }),
};

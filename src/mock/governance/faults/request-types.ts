import type { Fault } from '../../kit/service.ts';
import type { Rules } from '../rules.ts';
import { kept, notFoundAs, staleRead } from './kept.ts';

/** Defects of request types of the v1 model. */
export const requestTypeFaults: readonly Fault<Rules>[] = [
  {
    id: 'gov-publish-not-kept',
    clause: 'gov.request-type.publish',
    alsoBreaks: ['gov.service.request-types-allow-requests'],
    difficulty: 'sequence',
    about: 'publish answers ACTIVE, and the request type stays DRAFT',
    change: () => ({ published: () => ({ shown: 'ACTIVE', kept: 'DRAFT' }) }),
  },
  {
    id: 'gov-publish-disables',
    clause: 'gov.request-type.publish',
    alsoBreaks: ['gov.service.request-types-allow-requests'],
    difficulty: 'response',
    about: 'publish moves a request type to DISABLED',
    change: () => ({ published: () => ({ shown: 'DISABLED', kept: 'DISABLED' }) }),
  },
  {
    id: 'gov-un-publish-to-draft',
    clause: 'gov.request-type.un-publish',
    difficulty: 'response',
    about: 'un-publish moves a request type to DRAFT',
    change: () => ({ unPublished: () => ({ shown: 'DRAFT', kept: 'DRAFT' }) }),
  },
  {
    id: 'gov-un-publish-not-kept',
    clause: 'gov.request-type.un-publish',
    difficulty: 'sequence',
    about: 'un-publish answers DISABLED, and the request type stays ACTIVE',
    change: () => ({ unPublished: () => ({ shown: 'DISABLED', kept: 'ACTIVE' }) }),
  },
  {
    id: 'gov-un-publish-to-draft-behind',
    clause: 'gov.request-type.un-publish',
    difficulty: 'sequence',
    about: 'un-publish answers DISABLED, and the request type is DRAFT',
    change: () => ({ unPublished: () => ({ shown: 'DISABLED', kept: 'DRAFT' }) }),
  },
  {
    id: 'gov-invalid-type-undetected',
    clause: 'gov.request-type.invalid',
    difficulty: 'sequence',
    about: 'no operation detects that a request type is invalid',
    change: () => ({ detectsInvalidType: () => false }),
  },
  {
    id: 'gov-invalid-draft-undetected',
    clause: 'gov.request-type.invalid',
    difficulty: 'sequence',
    about: 'an invalid draft can be published: an invalid state is detected only of a request type that is ACTIVE, and not by reading it',
    change: () => ({ detectsInvalidType: ({ status }, operation) => status === 'ACTIVE' && operation !== 'readRequestType' }),
  },
  {
    id: 'gov-invalid-active-undetected',
    clause: 'gov.request-type.invalid',
    difficulty: 'sequence',
    about: 'a request type that is ACTIVE stays so, however invalid it is',
    change: () => ({ detectsInvalidType: ({ status }) => status !== 'ACTIVE' }),
  },
  {
    id: 'gov-invalid-disabled-reset',
    clause: 'gov.request-type.invalid',
    difficulty: 'sequence',
    about: 'a request type that is DISABLED is made a DRAFT when it is found invalid',
    change() {
      const reset = new Set<string>();
      return {
        invalidBecomes({ id, status }) {
          if (status === 'DISABLED') reset.add(id);
          return reset.has(id) ? 'DRAFT' : 'DISABLED';
        },
      };
    },
  },
  {
    id: 'gov-type-repaired-to-draft-only',
    clause: 'gov.request-type.repair',
    difficulty: 'sequence',
    about: 'a repair in the portal makes a request type a DRAFT, whatever the administrator leaves it as',
    change: () => ({ repairedTo: () => 'DRAFT' }),
  },
  {
    id: 'gov-type-beyond-repair',
    clause: 'gov.request-type.repair',
    alsoBreaks: ['gov.request-type.terminal'],
    difficulty: 'sequence',
    about: 'a repair in the portal leaves the request type DISABLED',
    change: () => ({ repairedTo: () => 'DISABLED' }),
  },
  {
    id: 'gov-type-never-deleted',
    clause: 'gov.request-type.delete',
    alsoBreaks: ['gov.errors.request-type-deleted', 'gov.request-type.terminal'],
    difficulty: 'sequence',
    about: 'DELETE of a request type answers as if done, and the request type stays',
    change: kept(({ kind }) => kind === 'requestType'),
  },
  {
    id: 'gov-disabled-type-not-deleted',
    clause: 'gov.request-type.delete',
    alsoBreaks: ['gov.errors.request-type-deleted', 'gov.request-type.terminal'],
    difficulty: 'sequence',
    about: 'DELETE of a disabled request type answers as if done, and the request type stays',
    change: kept(({ kind, item }) => kind === 'requestType' && 'status' in item && item.status === 'DISABLED'),
  },
  {
    id: 'gov-deleted-type-publishes',
    clause: 'gov.errors.request-type-deleted',
    alsoBreaks: ['gov.request-type.delete', 'gov.request-type.terminal'],
    difficulty: 'sequence',
    about: 'a deleted request type cannot be read, but can be operated on',
    change: kept(({ kind, operation }) => kind === 'requestType' && operation !== 'readRequestType'),
  },
  {
    id: 'gov-deleted-type-200',
    clause: 'gov.errors.request-type-deleted',
    alsoBreaks: ['gov.request-type.delete', 'gov.request-type.terminal'],
    difficulty: 'exchange',
    about: 'a deleted request type answers 200 with an error in the body',
    change: notFoundAs(200, 'requestType'),
  },
  {
    id: 'gov-type-revived-by-late-write',
    clause: 'gov.request-type.delete',
    alsoBreaks: ['gov.errors.request-type-deleted', 'gov.request-type.terminal'],
    difficulty: 'concurrency',
    about: 'a publication that was under way while the request type was deleted brings it back',
    change: staleRead('requestType'),
  },
  {
    id: 'gov-type-without-owner',
    clause: 'gov.resources.request-type.owner',
    alsoBreaks: ['gov.resources.request-type.owner-directory-user'],
    difficulty: 'response',
    about: 'a request type does not say who owns it',
    change: (rules) => ({
      viewRequestType(requestType) {
        const { owner: _owner, ...view } = rules.viewRequestType(requestType);
        return view;
      },
    }),
  },
  {
    id: 'gov-type-owned-by-group',
    clause: 'gov.resources.request-type.owner-kind',
    difficulty: 'response',
    about: 'the owner of a request type is of the kind group',
    change: (rules) => ({
      viewRequestType: (requestType) => ({ ...rules.viewRequestType(requestType), owner: { ...requestType.owner, kind: 'group' } }),
    }),
  },
  {
    id: 'gov-type-owned-by-nobody',
    clause: 'gov.resources.request-type.owner-directory-user',
    alsoBreaks: ['gov.resources.request-type.owner'],
    difficulty: 'exchange',
    about: 'the owner of a request type is no user of the directory',
    change: (rules) => ({
      viewRequestType: (requestType) => ({ ...rules.viewRequestType(requestType), owner: { ...requestType.owner, id: requestType.id } }),
    }),
  },
];

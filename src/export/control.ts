import type { JsonSchema } from '../model/schema/json-schema.ts';
import { PACKAGE_VERSION } from '../model/package-version.ts';

/** Where provider states are set up, acts performed and the clock moved, by the messages of specs/meta/control-plane.schema.json. */
export interface ControlPlane {
  readonly states: string;
  readonly acts: string;
  /** undefined where the clock of the target cannot be moved */
  readonly clock: string | undefined;
}

/** Its name among the sources of a workflow, and of the file that describes it. */
export const CONTROL = 'control-plane';

export type ControlOperation = 'changeState' | 'performAct' | 'advanceClock';

const REQUESTS: Readonly<Record<ControlOperation, { readonly summary: string; readonly body: JsonSchema }>> = {
  changeState: {
    summary: 'Set up a provider state, which returns its data, or tear it down.',
    body: {
      type: 'object',
      required: ['state'],
      properties: {
        state: { type: 'string' },
        params: { type: 'object' },
        action: { enum: ['setup', 'teardown'] },
        data: { type: 'object' },
      },
    },
  },
  performAct: {
    summary: 'Perform an act outside the APIs; the response contains its data.',
    body: { type: 'object', required: ['act'], properties: { act: { type: 'string' }, params: { type: 'object' } } },
  },
  advanceClock: {
    summary: 'Advance the clock by an ISO 8601 duration.',
    body: { type: 'object', required: ['advance'], properties: { advance: { type: 'string' } } },
  },
};

/** The control plane as OpenAPI 3.1, for the steps of workflows that set up provider states. */
export function controlDescription(target: string, { states, acts, clock }: ControlPlane): JsonSchema {
  const { origin } = new URL(states);
  const places: readonly { readonly id: ControlOperation; readonly url: URL }[] = [
    { id: 'changeState', url: new URL(states) },
    { id: 'performAct', url: new URL(acts) },
    ...(clock === undefined ? [] : [{ id: 'advanceClock' as const, url: new URL(clock) }]),
  ];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control plane',
      version: PACKAGE_VERSION,
      summary: `Provider states, acts and clock of the target ${target}.`,
      description: 'The workflows beside this file call it to set up the states from which they begin.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin, description: target }],
    tags: [{ name: CONTROL, description: 'What a workflow does outside the APIs.' }],
    security: [],
    paths: Object.fromEntries(
      places.map(({ id, url }) => [
        url.pathname,
        { ...(url.origin === origin ? {} : { servers: [{ url: url.origin }] }), post: operation(id) },
      ]),
    ),
  };
}

function operation(id: ControlOperation): JsonSchema {
  const { summary, body } = REQUESTS[id];
  const object = { 'application/json': { schema: { type: 'object' } } };
  return {
    operationId: id,
    tags: [CONTROL],
    summary,
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
    responses: {
      '200': { description: 'done', content: object },
      '400': { description: 'refused, with the reason', content: object },
    },
  };
}

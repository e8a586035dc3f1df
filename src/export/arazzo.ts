import type { DocumentSpec, ExampleRow, Given, OperationRow, Step } from '../model/types.ts';
import { PACKAGE_VERSION } from '../model/package-version.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { planTour } from '../plan/tour.ts';
import type { Path } from '../plan/tour.ts';
import { transitionsOf } from '../plan/transition-system.ts';
import type { Transition } from '../plan/transition-system.ts';
import { arazzoFlow } from './arazzo-flow.ts';
import type { FlowStep } from './arazzo-flow.ts';
import type { Deployment, Service } from './deployment.ts';

/**
 * The flows of a document as Arazzo 1.0: a workflow for each way of the tours through the state tables, so that every transition that
 * requests alone can reach is in one; the examples where a document has no states. Over the OpenAPI description beside it.
 */
export function arazzo(spec: DocumentSpec, deployment: Deployment, service: Service): JsonSchema {
  const transitions = transitionsOf(spec, deployment);
  const { paths, unreachable } = planTour(transitions);
  const ways = paths.map((path, index) => ({ path, flow: arazzoFlow(spec, service, givenOf(path), stepsOf(path)), id: `${index + 1}` }));
  const examples = spec.states.machines.length > 0 ? [] : examplesOf(spec);
  const flows = [
    ...ways.map(({ path, flow, id }) => ({ ...workflow(flow, `${slug(lastOf(path)?.id ?? '')}-${id}`), ...aboutPath(path) })),
    ...examples.map(({ row, example }) => ({
      ...workflow(arazzoFlow(spec, service, example.given ?? [], exampleSteps(row, example)), slug(`${row.id}-${example.id}`)),
      summary: `${row.id}: ${example.about}`,
    })),
  ].filter(({ steps }) => steps.length > 0);
  return {
    arazzo: '1.0.1',
    info: {
      title: `Flows of the ${spec.name} document`,
      version: PACKAGE_VERSION,
      summary: `For the target ${deployment.name}.`,
      description: [
        'Inputs are what a provider state gives, and values of your own (fresh_…). What has to happen outside the APIs stands in the description of a step.',
        ...(unreachable.length === 0
          ? []
          : [`In no flow, because the document does not show how to get there: ${unreachable.map(({ id }) => id).join(', ')}.`]),
      ].join('\n\n'),
    },
    sourceDescriptions: [{ name: spec.name, url: `./${spec.name}.openapi.json`, type: 'openapi' }],
    workflows: flows,
    'x-unreachable': unreachable.map(({ id }) => id),
    'x-left-out': ways.filter(({ flow }) => flow.steps.length === 0).flatMap(({ path }) => path.transitions.map(({ id }) => id)),
  };
}

function workflow(flow: ReturnType<typeof arazzoFlow>, id: string): { readonly steps: readonly unknown[] } & JsonSchema {
  return { workflowId: id, ...flow };
}

function lastOf({ transitions }: Path): Transition | undefined {
  return transitions.at(-1);
}

function aboutPath({ given, transitions }: Path): JsonSchema {
  return {
    summary: transitions
      .map(({ from, target }) => `${from} to ${target}`)
      .join(', ')
      .slice(0, 200),
    description: transitions
      .map(({ id, row }) => `${id}${row.condition === undefined ? '' : `: ${row.condition}`}`)
      .concat(
        given === undefined
          ? []
          : [`Begins with the provider state '${given.state}'${given.params === undefined ? '' : ` ${JSON.stringify(given.params)}`}.`],
      )
      .join('\n\n'),
    'x-transitions': transitions.map(({ id }) => id),
  };
}

/** The path's own provider state, and under its alias whatever else the first transition is given. */
function givenOf({ given, transitions }: Path): readonly Given[] {
  const own = given === undefined ? [] : [given];
  const others = transitions.flatMap(({ row }) => row.given ?? []).filter(({ as }) => !own.some((one) => one.as === as));
  return [...own, ...others];
}

function stepsOf({ transitions }: Path): readonly FlowStep[] {
  return transitions.flatMap((transition) =>
    transition.row.trigger.map((step, index, all) => ({
      step,
      ...(all.slice(index + 1).some(({ call }) => call !== undefined) ? {} : { takes: transition }),
    })),
  );
}

function examplesOf(spec: DocumentSpec): readonly { readonly row: OperationRow; readonly example: ExampleRow }[] {
  return spec.endpoints.operations.flatMap((row) => (row.examples ?? []).map((example) => ({ row, example })));
}

function exampleSteps(row: OperationRow, { prepare = [], with: args }: ExampleRow): readonly FlowStep[] {
  const last: Step = { call: row.id, with: args };
  return [...prepare, last].map((step) => ({ step }));
}

function slug(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]+/g, '-');
}

import type { DocumentSpec, UndoRow } from '../model/types.ts';
import { pointerSegment } from '../model/pointer.ts';
import type { JsonSchema } from '../model/schema/json-schema.ts';
import { planRequest, UnboundOperation } from '../plan/request.ts';
import type { BoundOperation } from './deployment.ts';
import { parametersOf } from './request.ts';
import { defined } from '../model/defined.ts';

/**
 * Where an answer leads: the links that the document shows in it, where their operation wants no more than the answer holds, and for what
 * creates something the operations that read it back and undo it.
 */
export function linksOf(
  spec: DocumentSpec,
  operations: readonly BoundOperation[],
  all: readonly BoundOperation[],
): Readonly<Record<string, JsonSchema>> {
  const resources = operations.flatMap(({ row }) => row.responses.flatMap(({ resource }) => resource ?? []));
  const withLinks = new Set(spec.states.machines.map(({ resource }) => resource));
  const shown = resources.some((resource) => withLinks.has(resource)) ? (spec.endpoints.links ?? []) : [];
  return Object.fromEntries([
    ...shown.flatMap(({ name, operation, clauses }) => {
      const target = all.find(({ row }) => row.id === operation);
      const from = new Map(TOKENS.map((token): [string, string] => [token, `$response.body#/${token}`]));
      const link = target === undefined ? undefined : linkTo(target, from, all);
      return link === undefined ? [] : [[name, { ...link, 'x-clauses': clauses }] as const];
    }),
    ...operations.flatMap((operation) => (operation.row.undo === undefined ? [] : undoLinks(operation, operation.row.undo, all))),
  ]);
}

/** What a transaction's answer holds that continues it. */
const TOKENS = ['stateToken'];

function undoLinks(operation: BoundOperation, undo: UndoRow, all: readonly BoundOperation[]): readonly (readonly [string, JsonSchema])[] {
  const steps = [undo, ...(undo.readBack === undefined ? [] : [undo.readBack])];
  return steps.flatMap(({ call, with: args = {} }) => {
    if (call === undefined) return [];
    const target = all.find(({ row }) => row.id === call);
    const from = new Map(
      Object.entries(args).flatMap(([name, value]) => {
        const expression = typeof value === 'string' ? expressionOf(value, operation) : undefined;
        return expression === undefined ? [] : [[name, expression] as const];
      }),
    );
    const link = target === undefined ? undefined : linkTo(target, from, all);
    return link === undefined ? [] : [[call, link] as const];
  });
}

/** `$args.x` and `$made.x` as runtime expressions. */
function expressionOf(reference: string, { binding, path }: BoundOperation): string | undefined {
  const [, source, name = ''] = /^\$(args|made)\.(\w+)$/.exec(reference) ?? [];
  if (source === 'made') return `$response.body#${binding?.response?.[name] ?? `/${pointerSegment(name)}`}`;
  if (source !== 'args') return undefined;
  return path.includes(`{${name}}`) ? `$request.path.${name}` : `$request.body#/${pointerSegment(name)}`;
}

/** The link object, where all that the target requires is there. */
function linkTo(target: BoundOperation, from: ReadonlyMap<string, string>, all: readonly BoundOperation[]): JsonSchema | undefined {
  const required = (target.row.parameters ?? []).filter((one) => one.required === true || target.path.includes(`{${one.name}}`));
  if (required.some(({ name }) => !from.has(name))) return undefined;
  const names = (target.row.parameters ?? []).map(({ name }) => name).filter((name) => from.has(name));
  if (names.length === 0) return undefined;
  const args = Object.fromEntries(names.map((name) => [name, from.get(name)]));
  const parameters = parametersOf(target).flatMap((one) => (from.has(one.name) ? [[`${one.in}.${one.name}`, from.get(one.name)]] : []));
  const body = bodyOf(target, args);
  const known = all.find(({ method, path }) => method === target.method && path === target.path) ?? target;
  return {
    operationId: known.row.id,
    ...(parameters.length === 0 ? {} : { parameters: Object.fromEntries(parameters) }),
    ...defined({ requestBody: body }),
  };
}

function bodyOf({ row, binding }: BoundOperation, args: Readonly<Record<string, unknown>>): unknown {
  try {
    const { body } = planRequest(row, binding, args);
    return body !== undefined && 'json' in body ? body.json : undefined;
  } catch (error) {
    if (error instanceof UnboundOperation) return undefined;
    throw error;
  }
}

import type { CallerRow, DocumentSpec, OperationRow } from '../model/types.ts';
import { operationOf } from '../profile/answer.ts';
import { atPointer } from '../model/pointer.ts';

/** A key that can be exchanged for a caller's credential: what the issuing operation needs, found in provider-state data. */
export interface KeyPair {
  readonly operation: OperationRow;
  readonly args: Readonly<Record<string, unknown>>;
  /** two key pairs with the same identity give the same credential */
  readonly identity: string;
}

/** The operation that issues a caller's credential; undefined where the profile holds the credential itself. */
export function issuingOperation(spec: DocumentSpec, caller: CallerRow | undefined): OperationRow | undefined {
  return caller?.credential === undefined ? undefined : operationOf(spec, caller.credential);
}

/**
 * The key pair with which a step's caller gets a credential: from the provider state that fits the step's arguments (the
 * same team), else the first one that has every secret that the operation asks for.
 */
export function keyPair(
  operation: OperationRow,
  provided: readonly Readonly<Record<string, unknown>>[],
  args: Readonly<Record<string, unknown>>,
): KeyPair | undefined {
  const needed = (operation.parameters ?? []).filter(({ required }) => required === true).map(({ name }) => name);
  const able = provided.filter((data) => needed.every((name) => data[name] !== undefined));
  const names = (operation.parameters ?? []).map(({ name }) => name);
  const fitting =
    able.find((data) => names.every((name) => args[name] === undefined || data[name] === undefined || args[name] === data[name])) ??
    able[0];
  if (fitting === undefined) return undefined;
  const own = Object.fromEntries(names.filter((name) => fitting[name] !== undefined).map((name) => [name, fitting[name]]));
  return { operation, args: own, identity: JSON.stringify(own) };
}

/** The credential in an issuing operation's answer: the resource's field that the specs call a secret. */
export function issuedCredential(spec: DocumentSpec, operation: OperationRow, body: unknown): string | undefined {
  const names = operation.responses.flatMap(({ resource }) => (resource === undefined ? [] : [resource]));
  const fields = spec.resources.resources.filter(({ name }) => names.includes(name)).flatMap(({ fields: rows }) => rows);
  const secret = fields.find((field) => field.secret !== undefined);
  const value = secret === undefined ? undefined : atPointer(body, `/${secret.path.replaceAll('.', '/')}`);
  return typeof value === 'string' ? value : undefined;
}

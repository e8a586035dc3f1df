import { isSchema, type JsonSchema } from '../schema/json-schema.ts';
import type { DocumentName } from '../types.ts';

/**
 * A defect of single answers that a statement of the document forbids: which answers it is in, and how each of them differs from what
 * it should be. Answers are spoken of as the specs speak of them: by operation, status, state, error name and documented field names.
 */
export interface WireFault {
  /** `wire-<document>.<what>.<where>.<defect>`; permanent as long as the names in the specs are */
  readonly id: string;
  readonly document: DocumentName;
  readonly clause: string;
  readonly alsoBreaks: readonly string[];
  readonly about: string;
  readonly where: AnswerSelector;
  readonly edits: readonly Edit[];
}

/** Which answers are meant: every key must fit, a list means one of. */
export interface AnswerSelector {
  readonly operations?: readonly string[];
  /** HTTP statuses, or classes such as 2xx */
  readonly statuses?: readonly (number | string)[];
  readonly state?: { readonly pointer: string; readonly values: readonly string[] };
  /** names or codes of errors */
  readonly errors?: readonly string[];
  /** JSON Schema over the response view */
  readonly view?: JsonSchema;
  /** only from the n-th answer of these operations on, after the last provider state was set up */
  readonly from?: number;
}

/**
 * Names from the root of the response view, as rules are written: ['status'], ['headers', name], ['links', relation], ['error'],
 * ['errorText'], ['body', field, …]. '*' is each element or value; 'a|b' is each of both that is there.
 */
export type ViewPath = readonly string[];

/** One change of an answer; where the place is not there, nothing happens unless told. */
export type Edit =
  | { readonly do: 'remove'; readonly path: ViewPath }
  /** also where the object around it is there without it */
  | { readonly do: 'set'; readonly path: ViewPath; readonly value: unknown }
  /** set to what it has never been before; a list or an object keeps its shape */
  | { readonly do: 'renew'; readonly path: ViewPath }
  /** only where it is not there; objects around it are made */
  | { readonly do: 'add'; readonly path: ViewPath; readonly value: unknown }
  /** an array shortened to so many elements, or lengthened to them by its last one */
  | { readonly do: 'resize'; readonly path: ViewPath; readonly length: number }
  /** the members of an object under other names, the first of which is given */
  | { readonly do: 'rename'; readonly path: ViewPath; readonly name: string }
  /** a header with the same value twice */
  | { readonly do: 'repeat'; readonly path: ViewPath }
  /** in every link of that name or relation, whatever holds it, a member */
  | { readonly do: 'relink'; readonly link: string; readonly member: '/href' | '/hints/allow'; readonly value: unknown };

/** A fault before faults of the same answers and the same edits are made one. */
export interface Draft {
  /** whose statement it contradicts, as a component of the id */
  readonly what: string;
  /** the place that is wrong, where it is one place of the view */
  readonly path?: ViewPath;
  /** what is wrong, as a component of the id */
  readonly defect: string;
  readonly clauses: readonly string[];
  /** the answers that it is in, where there is a path; all of it in words where there is none */
  readonly about: string;
  readonly where: AnswerSelector;
  readonly edits: readonly Edit[];
}

/** The answers of a selector for which a condition over the view holds as well; one on refusals or successes is told as statuses. */
export function narrowed(where: AnswerSelector, condition: JsonSchema | undefined): AnswerSelector {
  if (condition === undefined) return where;
  const statuses = where.statuses === undefined ? statusesOf(condition) : undefined;
  if (statuses !== undefined) return { ...where, statuses };
  const { view, ...others } = where;
  return { ...others, view: view === undefined ? condition : { allOf: [view, condition] } };
}

const REFUSED = 400;

function statusesOf({ properties, ...others }: JsonSchema): readonly string[] | undefined {
  const keys = Object.keys(others).filter((key) => key !== 'type');
  if (keys.length > 0 || !isSchema(properties) || Object.keys(properties).join() !== 'status') return undefined;
  const { status } = properties;
  if (!isSchema(status)) return undefined;
  if (status['minimum'] === REFUSED && status['maximum'] === undefined) return ['4xx', '5xx'];
  return status['minimum'] === undefined && (status['maximum'] === REFUSED - 1 || status['maximum'] === 299) ? ['2xx'] : undefined;
}

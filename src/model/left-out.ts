import { defined } from './defined.ts';
import type {
  Clause,
  ClausesFile,
  EndpointsFile,
  MachineRow,
  OperationRow,
  ParameterRow,
  ResourceRow,
  ResourcesFile,
  StatesFile,
  TransitionRow,
  WrittenMachine,
  WrittenOperation,
  WrittenTransition,
} from './types.ts';

/** The clauses of a file with what it leaves out: most are testable, and belong to the feature that their ids begin with. */
export function clausesOf({ features, passages }: ClausesFile): Counted<Clause> {
  const beginnings = features
    .flatMap(({ id, clauses: own = [] }) => own.map((beginning) => ({ id, beginning })))
    .toSorted((one, other) => other.beginning.length - one.beginning.length);
  const all = passages.flatMap(({ source, clauses }, passage) =>
    clauses.map(({ status = 'testable', feature, ...row }, at) => ({
      row: { ...row, source, status, feature: feature ?? beginnings.find(({ beginning }) => beginsWith(row.id, beginning))?.id ?? '' },
      place: `/passages/${passage}`,
      at,
    })),
  );
  return {
    rows: all.map(({ row }) => row),
    written: new Map(
      all.flatMap(({ place, at }, index) => [
        [`/clauses/${index}`, `${place}/clauses/${at}`],
        [`/clauses/${index}/source`, `${place}/source`],
      ]),
    ),
  };
}

/** `authn.errors` begins `authn.errors.body` and `authn.errors-in-general`, but not `authn.errorsome`. */
export function beginsWith(id: string, beginning: string): boolean {
  return id === beginning || id.startsWith(`${beginning}.`) || id.startsWith(`${beginning}-`);
}

/** Rows as they count, and where each of them is written: pointers by pointer. */
export interface Counted<T> {
  readonly rows: T[];
  readonly written: ReadonlyMap<string, string>;
}

const TEXT = { type: 'string' };
/** What a binding says of an operation that the document only names. */
const UNSHOWN: NonNullable<OperationRow['open']> = ['method', 'path', 'request', 'response', 'success'];

/** The operations of a file with what it leaves out, and a row for each parameter. */
export function operationsOf({ operations }: Pick<EndpointsFile, 'operations'>): Counted<OperationRow> {
  const counted = operations.map((operation, index) => {
    const { parameters: written, ...rest } = operation;
    const parameters = written === undefined ? undefined : spread(`/operations/${index}/parameters`, written, parametersOf(operation));
    const responses = operation.responses.map((row) => ({ clauses: operation.clauses, ...row }));
    const row = {
      ...(rest.method === undefined && rest.path === undefined ? { open: UNSHOWN } : {}),
      ...rest,
      ...defined({ parameters: parameters?.rows }),
      responses,
    };
    return { row, written: [...(parameters?.written ?? [])] };
  });
  return { rows: counted.map(({ row }) => row), written: new Map(counted.flatMap(({ written }) => written)) };
}

function parametersOf({
  clauses,
}: WrittenOperation): (row: NonNullable<WrittenOperation['parameters']>[number]) => readonly ParameterRow[] {
  return ({ name, ...row }) =>
    [name].flat().map((one) => ({ name: one, schema: TEXT, clauses, ...(row.in === 'path' ? { required: true } : {}), ...row }));
}

/** The resources of a file with what it leaves out, and a row for each field. */
export function resourcesOf({ resources }: Pick<ResourcesFile, 'resources'>): Counted<ResourceRow> {
  const counted = resources.map(({ fields, ...resource }, index) => {
    const { clauses = [] } = resource;
    const { rows, written } = spread(`/resources/${index}/fields`, fields, ({ path, ...field }) =>
      [path].flat().map((one) => ({ path: one, schema: TEXT, clauses, ...field })),
    );
    return { row: { ...resource, fields: rows }, written: [...written] };
  });
  return { rows: counted.map(({ row }) => row), written: new Map(counted.flatMap(({ written }) => written)) };
}

/** The machines of a file with what it leaves out, a row for each state and for each transition. */
export function machinesOf({ machines }: StatesFile): Counted<MachineRow> {
  const counted = machines.map(({ clauses = [], endsInReadBack, states, transitions, ...machine }, index) => {
    const named = spread(`/machines/${index}/states`, states, ({ name, ...state }) =>
      [name].flat().map((one) => ({ name: one, ...state })),
    );
    const taken = spread(`/machines/${index}/transitions`, transitions, (row) =>
      transitionsOf(row, defined({ readBack: machine.readBack, endsInReadBack }), clauses),
    );
    return { row: { ...machine, states: named.rows, transitions: taken.rows }, written: [...named.written, ...taken.written] };
  });
  return { rows: counted.map(({ row }) => row), written: new Map(counted.flatMap(({ written }) => written)) };
}

function transitionsOf(
  { each, from, ...row }: WrittenTransition,
  { readBack = [], endsInReadBack }: Pick<WrittenMachine, 'readBack' | 'endsInReadBack'>,
  clauses: string[],
): readonly TransitionRow[] {
  const starts =
    each === true ? [from].flat().map((state) => ({ from: state, id: `${row.id}.${state.toLowerCase()}` })) : [{ from, id: row.id }];
  const ending = endsInReadBack === true ? { readBack: [], ...row, trigger: [...row.trigger, ...readBack] } : row;
  return starts.map((start) => ({ clauses, to: { declared: start.id }, ...ending, ...start }));
}

function spread<Written, Row>(list: string, all: readonly Written[], rowsOf: (row: Written) => readonly Row[]): Counted<Row> {
  const rows = all.flatMap((row, at) => rowsOf(row).map((one) => ({ one, at })));
  return { rows: rows.map(({ one }) => one), written: new Map(rows.map(({ at }, index) => [`${list}/${index}`, `${list}/${at}`])) };
}

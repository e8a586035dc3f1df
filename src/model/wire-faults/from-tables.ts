import type { DocumentSpec, ErrorRow, LinkRow, OperationRow, RateLimitHeaderRow, ResponseRow } from '../types.ts';
import { segmentsOf } from '../field-path.ts';
import { successClauses } from '../declarable.ts';
import { kebab, selectorName, selectorWords } from './names.ts';
import { neighbourOf } from './other-status.ts';
import type { AnswerSelector, Draft, Edit } from './wire-fault.ts';

/** Every rate-limit header: missing, twice, no whole number, and moments in milliseconds or counted from now. */
export function headerFaults({ limits: { rateLimitHeaders = [] } }: DocumentSpec): readonly Draft[] {
  return rateLimitHeaders.flatMap(({ name, role, on, clauses }) => {
    const path = ['headers', name.toLowerCase()];
    const where: AnswerSelector = on === '429' ? { statuses: [429] } : {};
    const wrong = (defect: string, edit: Edit): Draft => ({
      what: kebab(name),
      defect,
      clauses,
      about: `${name} is ${defect.replaceAll('-', ' ')}`,
      where,
      edits: [edit],
    });
    return [
      wrong('removed', { do: 'remove', path }),
      wrong('repeated', { do: 'repeat', path }),
      wrong('no-number', { do: 'set', path, value: 'many' }),
      wrong('no-whole-number', { do: 'set', path, value: '1.5' }),
      ...(isMoment(role)
        ? [wrong('in-milliseconds', { do: 'set', path, value: '1924992000000' }), wrong('from-now', { do: 'set', path, value: '60' })]
        : []),
    ];
  });
}

function isMoment(role: RateLimitHeaderRow['role']): boolean {
  return role === 'reset' || role === 'retry-at';
}

/** Statuses whose meaning HTTP itself fixes, so that the one documented name is the only one (RFC 6585, section 4). */
const UNMISTAKABLE = 429;

/** Every row of the error table: with another status, another text, and where the status says it all another name. */
export function errorFaults({ errors: { errors } }: DocumentSpec): readonly Draft[] {
  return errors.filter(({ named }) => named !== false).flatMap((row) => ofError(row, errors));
}

function ofError({ name, status, summary, clauses }: ErrorRow, errors: readonly ErrorRow[]): readonly Draft[] {
  const where: AnswerSelector = { errors: [name] };
  const [texts, others] = [
    clauses.filter((clause) => clause.endsWith('.summary')),
    clauses.filter((clause) => !clause.endsWith('.summary')),
  ];
  const taken = errors.filter((row) => row.name === name).map((row) => row.status);
  const beside = taken.includes(neighbourOf(status)) ? 418 : neighbourOf(status);
  return [
    {
      what: kebab(name),
      defect: `${beside}-instead`,
      clauses: others,
      about: `${name} comes with status ${beside}`,
      where,
      edits: [{ do: 'set', path: ['status'], value: beside }],
    },
    ...(summary === undefined
      ? []
      : [
          {
            what: kebab(name),
            defect: 'another-text',
            clauses: texts,
            about: `${name} says something else`,
            where,
            edits: [{ do: 'set', path: ['errorText'], value: `Not ${summary}` } as const],
          },
        ]),
    ...(status === UNMISTAKABLE
      ? [
          {
            what: kebab(name),
            defect: 'another-name',
            clauses: others,
            about: `status ${status} comes with another name`,
            where: { statuses: [status] },
            edits: [{ do: 'set', path: ['error'], value: 'another_error' } as const],
          },
        ]
      : []),
  ];
}

/** Every link by name: to another path, and by another method. */
export function linkFaults({ endpoints: { links = [], operations } }: DocumentSpec): readonly Draft[] {
  return links
    .filter(({ clauses }) => clauses.length > 0)
    .flatMap((row) =>
      ofLink(
        row,
        operations.find(({ id }) => id === row.operation),
      ),
    );
}

function ofLink({ name, operation, clauses: own, own: parameters = [] }: LinkRow, leadsTo: OperationRow | undefined): readonly Draft[] {
  const wrong = (defect: string, about: string, member: '/href' | '/hints/allow', value: unknown, clauses = own): Draft => ({
    what: `link-${kebab(name)}`,
    defect,
    clauses,
    about: `the link ${name} ${about}`,
    where: {},
    edits: [{ do: 'relink', link: name, member, value }],
  });
  return [
    wrong('to-another-path', `does not lead to ${operation}`, '/href', 'https://elsewhere.test/another/path'),
    ...(leadsTo?.method === undefined ? [] : [wrong('by-another-method', `does not allow ${leadsTo.method}`, '/hints/allow', ['TRACE'])]),
    ...parameters.flatMap(({ parameter, clauses }) =>
      leadsTo?.path === undefined
        ? []
        : [wrong(`of-another-${kebab(parameter)}`, `carries another ${parameter}`, '/href', addressOf(leadsTo.path, parameter), clauses)],
    ),
  ];
}

/** An address like the path's, of something that there is not. */
function addressOf(path: string, parameter: string): string {
  const inPath = path.replaceAll(/\{\w+\}/g, 'another');
  return `https://elsewhere.test${inPath}${path.includes(`{${parameter}}`) ? '' : `?${parameter}=another`}`;
}

/** Every field of a response that repeats its request, or one before it: something else instead, or nothing of what was sent. */
export function echoFaults({ endpoints: { operations } }: DocumentSpec): readonly Draft[] {
  return operations.flatMap(({ id, echoes = [], undo }) =>
    echoes.flatMap(({ field, holds, read, clauses }): readonly Draft[] => {
      const path = ['body', ...segmentsOf(field)];
      const reader = read === true ? undo?.readBack?.call : undefined;
      return [id, ...(reader === undefined ? [] : [reader])].flatMap((operation) => {
        const where = { operations: [operation], statuses: ['2xx'] };
        const wrong = (defect: string, edit: Edit): Draft => ({
          what: selectorName(where),
          path,
          defect,
          clauses,
          about: selectorWords(where),
          where,
          edits: [edit],
        });
        return [wrong('another', { do: 'renew', path }), ...(holds === true ? [wrong('emptied', { do: 'set', path, value: {} })] : [])];
      });
    }),
  );
}

/** Every status that an operation is documented to succeed with: another one instead. */
export function responseFaults({ endpoints: { operations } }: DocumentSpec): readonly Draft[] {
  return operations.flatMap(({ id, responses }) => responses.flatMap((row) => ofResponse(id, row)));
}

function ofResponse(operation: string, { status, error, clauses }: ResponseRow): readonly Draft[] {
  if (error !== undefined || status === undefined) return [];
  return statusInstead({ operations: [operation], statuses: [status] }, neighbourOf(status), clauses);
}

/** A status that nothing of the profile binds. */
const UNBOUND = 208;

/** Every clause that leaves the status of a success open: the first of its operations answers with one that no profile binds. */
export function successFaults(spec: DocumentSpec): readonly Draft[] {
  const open = [...successClauses(spec)];
  return open.flatMap(([, [first = '']]) => {
    const clauses = open.filter(([, operations]) => operations.includes(first)).map(([clause]) => clause);
    return statusInstead({ operations: [first], statuses: ['2xx'] }, UNBOUND, clauses);
  });
}

/** Every operation that the document offers by name: each request ends in an error of the server's own, or is refused although it holds what the target issued. */
export function brokenFaults({ document: { laws } }: DocumentSpec): readonly Draft[] {
  return (laws?.served ?? []).flatMap(({ operation, issued, clauses }) =>
    [500, ...(issued === true ? [401] : [])].flatMap((status) => statusInstead({ operations: [operation] }, status, clauses)),
  );
}

/** The answers come with that status. */
export function statusInstead(where: AnswerSelector, status: number, clauses: readonly string[]): readonly Draft[] {
  return [
    {
      what: selectorName(where),
      defect: `${status}-instead`,
      clauses,
      about: `${selectorWords(where)} come with status ${status}`,
      where,
      edits: [{ do: 'set', path: ['status'], value: status }],
    },
  ];
}

/** The refusal bears another name, or its own with another status. */
export function errorInstead(where: AnswerSelector, statuses: readonly number[], clauses: readonly string[]): readonly Draft[] {
  return [
    {
      what: selectorName(where),
      defect: 'another-error',
      clauses,
      about: `${selectorWords(where)} name another error`,
      where,
      edits: [{ do: 'set', path: ['error'], value: 'another_error' }],
    },
    ...statusInstead(where, statuses.map(neighbourOf).find((status) => !statuses.includes(status)) ?? 418, clauses),
  ];
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerRow, BeginRow, EndRow, LoadRow } from '../../model/types.ts';

/** A full second, milliseconds since the epoch. */
export const NOON = 1_900_000_000_000;
const GENERATOR = 'pod-1';
export const LIST = 'listGroups/team';

export function beginRow(about: Partial<BeginRow> = {}): BeginRow {
  return {
    row: 'assay/2',
    kind: 'begin',
    generator: GENERATOR,
    export: '0123456789abcdef',
    document: 'privileged-access',
    target: 'mock',
    baseUrl: 'http://127.0.0.1:1',
    rate: 10,
    connections: 2,
    requests: {
      [LIST]: {
        operation: 'listGroups',
        caller: 'service-user',
        method: 'GET',
        path: '/v1/teams/sea/groups',
        headers: { authorization: 'Bearer ~bearer-token-7~' },
        body: null,
      },
    },
    ...about,
  };
}

/** A list that is empty, answered 2 ms after NOON; `headers` stand beside or in place of the usual ones. */
export function answerRow({ headers, ...about }: Partial<AnswerRow> = {}): AnswerRow {
  const { sentAt = NOON, status = 200 } = about;
  const usual = {
    date: new Date(sentAt + 2).toUTCString(),
    'content-type': 'application/json',
    'x-ratelimit-limit': '10',
    'x-ratelimit-remaining': '5',
    'x-ratelimit-reset': String(NOON / 1000 + 60),
    'x-ratelimit-retry-at': String(NOON / 1000 + 60),
  };
  const text = status === 429 ? '{"code":"too_many_requests","message":"wait"}' : '{"list":[]}';
  return {
    row: 'assay/2',
    kind: 'answer',
    generator: GENERATOR,
    request: LIST,
    sentAt,
    durationMs: 2,
    status,
    ...(status === 0 ? {} : { headers: { ...usual, ...headers }, text }),
    ...about,
  };
}

export function endRow(iterations: number, about: Partial<EndRow> = {}): EndRow {
  return { row: 'assay/2', kind: 'end', generator: GENERATOR, iterations, dropped: 0, ...about };
}

/** All rows of one generator, whose clock is behind the target's by so much. */
export function rowsOfOne(
  generator: string,
  answers: readonly AnswerRow[],
  begin: Partial<BeginRow> = {},
  behindMs = 0,
): readonly LoadRow[] {
  return [
    beginRow({ generator, ...begin }),
    ...answers.map((row) => ({ ...row, generator, sentAt: row.sentAt - behindMs })),
    endRow(answers.length, { generator }),
  ];
}

const LIMIT = 30;
/** Requests in a window, one each 100 ms. */
const IN_WINDOW = 60;

/**
 * Answers every 100 ms from a limit of 30 in windows of 6 s, beginning with a whole one.
 *
 * @param permitted how many the target lets pass in each
 */
export function limitedAnswers(count: number, permitted = LIMIT): readonly AnswerRow[] {
  return Array.from({ length: count }, (_, index) => {
    const [sentAt, inWindow] = [NOON + index * 100, index % IN_WINDOW];
    const end = String((NOON + (Math.floor(index / IN_WINDOW) + 1) * IN_WINDOW * 100) / 1000);
    const passes = inWindow < permitted;
    const headers = {
      'x-ratelimit-limit': String(LIMIT),
      'x-ratelimit-remaining': String(passes ? Math.max(0, LIMIT - 1 - inWindow) : 0),
      'x-ratelimit-reset': end,
      'x-ratelimit-retry-at': end,
    };
    return answerRow({ sentAt, status: passes ? 200 : 429, headers });
  });
}

/** Writes rows into a file of the folder, between lines of the generator's own; answers its path. */
export function writeRows(folder: string, name: string, rows: readonly LoadRow[], rest = ''): string {
  const file = join(folder, name);
  writeFileSync(file, ['running (0s), 0/2 VUs', ...rows.map((row) => JSON.stringify(row)), 'done', rest].join('\n'));
  return file;
}

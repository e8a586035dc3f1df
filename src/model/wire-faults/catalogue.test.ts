import { documentOf } from '../document-of.ts';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeSmallSpecs } from '../small-specs.ts';
import { loadSpecs } from '../load.ts';
import { wireFaults } from './catalogue.ts';

test('every statement of a small document about single answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  writeSmallSpecs(folder);
  const faults = wireFaults(documentOf(loadSpecs(folder), 'authentication'));
  expect(faults.map(({ id, about }) => `${id}: ${about}`)).toMatchInlineSnapshot(`
    [
      "wire-authn.e1.402-instead: E1 comes with status 402",
      "wire-authn.link-unlock.to-another-path: the link unlock does not lead to unlock",
      "wire-authn.transaction.status.of-another-type: Transaction: /status is of another type",
      "wire-authn.sign-in-success.status.another-state: answers of signIn with SUCCESS: /status is another state",
      "wire-authn.sign-in-success.links-next.removed: answers of signIn with SUCCESS: /_links/next is removed",
      "wire-authn.sign-in-success.links-next-href.elsewhere: answers of signIn with SUCCESS: /_links/next/href is elsewhere",
      "wire-authn.sign-in-e1.another-error: answers of signIn with error E1 name another error",
      "wire-authn.sign-in-e1.402-instead: answers of signIn with error E1 come with status 402",
      "wire-authn.sign-in.status.as-success: answers of signIn: /status is as success",
      "wire-authn.sign-in.body.another: answers of signIn: /body is another",
      "wire-authn.leave-e1.another-error: answers of leave with error E1 name another error",
      "wire-authn.leave-e1.402-instead: answers of leave with error E1 come with status 402",
      "wire-authn.leave-e1-from-answer-2.another-error: answers of leave with error E1 name another error, from answer 2 on",
      "wire-authn.leave-e1-from-answer-2.402-instead: answers of leave with error E1 come with status 402, from answer 2 on",
      "wire-authn.leave-e1-from-answer-3.another-error: answers of leave with error E1 name another error, from answer 3 on",
      "wire-authn.leave-e1-from-answer-3.402-instead: answers of leave with error E1 come with status 402, from answer 3 on",
      "wire-authn.sign-in-e1-from-answer-2.another-error: answers of signIn with error E1 name another error, from answer 2 on",
      "wire-authn.sign-in-e1-from-answer-2.402-instead: answers of signIn with error E1 come with status 402, from answer 2 on",
      "wire-authn.sign-in-e1-from-answer-3.another-error: answers of signIn with error E1 name another error, from answer 3 on",
      "wire-authn.sign-in-e1-from-answer-3.402-instead: answers of signIn with error E1 come with status 402, from answer 3 on",
      "wire-authn.sign-in.id.another: answers of signIn: /id is another",
      "wire-authn.sign-in.kind.another-value: answers of signIn: /kind is another value",
    ]
  `);
  expect(faults.find(({ id }) => id === 'wire-authn.sign-in-success.status.another-state')).toMatchInlineSnapshot(`
    {
      "about": "answers of signIn with SUCCESS: /status is another state",
      "alsoBreaks": [],
      "clause": "authn.told",
      "document": "authentication",
      "edits": [
        {
          "do": "set",
          "path": [
            "body",
            "status",
          ],
          "value": "NOWHERE",
        },
      ],
      "id": "wire-authn.sign-in-success.status.another-state",
      "where": {
        "operations": [
          "signIn",
        ],
        "state": {
          "pointer": "/status",
          "values": [
            "SUCCESS",
          ],
        },
      },
    }
  `);
});

const all = Object.values(loadSpecs().documents).flatMap(wireFaults);

test('ids are one of a kind and made of what the specs name', () => {
  expect(all.filter(({ id }) => !/^wire-(pam|authn|gov)(\.[a-z0-9]+(-[a-z0-9]+)*)+$/.test(id))).toEqual([]);
  expect(all.length - new Set(all.map(({ id }) => id)).size).toBe(0);
});

test('some that anybody would look for', () => {
  const ids = all.map(({ id }) => id);
  expect(
    [
      'wire-authn.transaction.expires-at.in-another-form',
      'wire-authn.session-token-on-success.session-token.removed',
      'wire-authn.e0000004.another-text',
      'wire-authn.link-unlock.by-another-method',
      'wire-authn.authenticate-password-expired.links-next.removed',
      'wire-pam.x-rate-limit-reset.in-milliseconds',
      'wire-pam.group-list.list-each-roles-each.another-value',
      'wire-pam.too-many-requests.another-name',
      'wire-gov.read-request-type-active.status.another-state',
      'wire-gov.grants.items-each-resource-resource-type.another-value',
    ].filter((id) => !ids.includes(id)),
  ).toEqual([]);
});

test('each is in some answers only, changes something, and breaks what can be judged', () => {
  const { clauses } = loadSpecs();
  const odd = all.filter(
    ({ clause, alsoBreaks, edits, document }) =>
      edits.length === 0 ||
      [clause, ...alsoBreaks].some(
        (id) => ['informative', undefined].includes(clauses.get(id)?.status) || clauses.get(id)?.document !== document,
      ),
  );
  expect(odd).toEqual([]);
});

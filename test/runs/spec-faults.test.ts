import { documentOf } from '../../src/model/document-of.ts';
import { expect, test } from 'vitest';
import { readProfile } from '../../src/profile/load-profile.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { DocumentName, DocumentSpec, Specs } from '../../src/model/types.ts';
import { driveSuite, runInProcess } from '../../src/qualify/in-process.ts';
import { reached, coverageOf } from '../../src/qualify/coverage.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';
import { draw } from '../support/draw.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const source = readProfile(file, specs);
const suite = prepareSuite(specs, source, file, { seed: 1 });
const clean = await driveSuite(suite);
const coverage = coverageOf(suite, clean.events, clean.judgement.findings);

/** A copy of the specs in which one row says something else. */
function withRow(document: DocumentName, change: (spec: DocumentSpec) => unknown): Specs {
  const copy = structuredClone(documentOf(specs, document));
  const [row, wrong] = rowToChange(change(copy));
  Object.assign(row, wrong);
  return { ...specs, documents: { ...specs.documents, [document]: copy } };
}

function rowToChange(change: unknown): readonly [object, object] {
  const [row, wrong]: readonly unknown[] = Array.isArray(change) ? change : [];
  if (typeof row !== 'object' || row === null || typeof wrong !== 'object' || wrong === null) throw new TypeError('there is no such row');
  return [row, wrong];
}

const transition = (spec: DocumentSpec, id: string): unknown =>
  spec.states.machines.flatMap(({ transitions }) => transitions).find((row) => row.id === id);
const error = (spec: DocumentSpec, name: string): unknown => spec.errors.errors.find((row) => row.name === name);
const field = (spec: DocumentSpec, path: string): unknown =>
  spec.resources.resources.flatMap(({ fields }) => fields).find((row) => row.path === path && Object.keys(row.schema).length > 0);
const rule = (spec: DocumentSpec, id: string): unknown =>
  [spec.resources, spec.limits].flatMap(({ rules = [] }) => rules).find((row) => row.id === id);
const step = (spec: DocumentSpec, id: string, index: number): unknown => spec.probes.probes.find((probe) => probe.id === id)?.steps[index];

/** A wrong row of a copy of the specs, and the clause for which the mock, which follows the document, must contradict it. */
const wrongRows: readonly (readonly [title: string, document: DocumentName, clause: string, change: (spec: DocumentSpec) => unknown])[] = [
  [
    'a transition that leads elsewhere',
    'authentication',
    'authn.transitions.password-expired',
    (spec) => [transition(spec, 'password-expired'), { to: 'PASSWORD_WARN' }],
  ],
  [
    'a refusal by another error',
    'authentication',
    'authn.transitions.invalid-credentials',
    (spec) => [transition(spec, 'invalid-credentials'), { to: { refused: 'E0000014' } }],
  ],
  ['another status of an error', 'authentication', 'authn.errors.e0000004.status', (spec) => [error(spec, 'E0000004'), { status: 403 }]],
  [
    'another text of an error',
    'authentication',
    'authn.errors.e0000014.summary',
    (spec) => [error(spec, 'E0000014'), { summary: 'Update failed' }],
  ],
  [
    'a link to another operation',
    'authentication',
    'authn.endpoints.links.unlock',
    (spec) => [spec.endpoints.links?.find(({ name }) => name === 'unlock'), { operation: 'cancel' }],
  ],
  [
    'another type of a field',
    'authentication',
    'authn.resources.transaction.expires-at',
    (spec) => [field(spec, 'expiresAt'), { schema: { type: 'number' } }],
  ],
  [
    'a field that is not there',
    'authentication',
    'authn.resources.transaction.session-token-success',
    (spec) => [rule(spec, 'session-token-on-success'), { schema: { properties: { body: { required: ['accessToken'] } } } }],
  ],
  [
    'a value that is missing in an enumeration',
    'privileged-access',
    'pam.roles.enumeration',
    (spec) => [field(spec, 'list[].roles[]'), { schema: { enum: ['pam_admin'] }, clauses: ['pam.roles.enumeration'] }],
  ],
  [
    'another name of a header',
    'privileged-access',
    'pam.limits.headers-every-response',
    (spec) => [spec.limits.rateLimitHeaders?.[0], { name: 'X-RateLimit-Quota' }],
  ],
  [
    'another error of the rate limit',
    'privileged-access',
    'pam.limits.rate-exceeded',
    (spec) => [rule(spec, 'pam.limits.429-is-named'), { schema: { properties: { error: { const: 'slow_down' } } } }],
  ],
  [
    'another error of a probe',
    'privileged-access',
    'pam.authentication.bearer-scheme',
    (spec) => [
      step(spec, 'authentication.missing-token', 5),
      { expect: [{ clauses: ['pam.authentication.bearer-scheme'], error: ['forbidden_error'] }] },
    ],
  ],
  [
    'a state that is missing',
    'governance',
    'gov.request-type.states',
    (spec) => [field(spec, 'approvalSettings'), { path: 'status', schema: { enum: ['DRAFT'] }, clauses: ['gov.request-type.states'] }],
  ],
  [
    'a move to another state',
    'governance',
    'gov.request-type.publish',
    (spec) => [transition(spec, 'request-type.publish'), { to: 'DISABLED' }],
  ],
  [
    'another status of what is gone',
    'governance',
    'gov.request-type.delete',
    (spec) => [transition(spec, 'request-type.delete'), { to: { gone: 410 } }],
  ],
];

test.each(draw(2, wrongRows))('%s in a copy of %s is contradicted for %s', async (_title, document, clause, change) => {
  const shown = reached(coverage, [clause]);
  const { judgement } = await runInProcess(withRow(document, change), source, file, { seed: 1, pick: ({ id }) => shown.includes(id) });
  const verdicts = [clean.judgement, judgement].map(({ clauses }) => clauses.find((one) => one.clause.id === clause)?.verdict);
  expect(verdicts).toEqual(['pass', 'fail']);
});

import { expect, test } from 'vitest';
import { documentOf } from '../../model/document-of.ts';
import { loadSpecs } from '../../model/load.ts';
import type { DocumentName, ProfileFile, Specs } from '../../model/types.ts';
import { readProfile } from '../../profile/load-profile.ts';
import { driveSuite } from '../in-process.ts';
import { prepareSuite } from '../suite.ts';
import { nameOf, refusalFor } from './refusal-kinds.ts';
import { driveUnwilling, type RefusedRun, type UnwillingOptions } from './unwilling.ts';
import { draw } from '../../../test/support/draw.ts';

const specs = loadSpecs();
const file = 'specs/profiles/mock.yaml';
const source = readProfile(file, specs);

async function refused(by: Specs, of: ProfileFile, options: Partial<UnwillingOptions>): Promise<readonly RefusedRun[]> {
  const runs: RefusedRun[] = [];
  await driveUnwilling(by, of, file, { seed: 1, full: true, onRun: (run) => runs.push(run), ...options });
  return runs;
}

const only = (document: DocumentName): ProfileFile => ({
  ...source,
  services: Object.fromEntries(Object.entries(source.services ?? {}).filter(([name]) => name === document)),
});

/** One whose success a role promises, and another; 'assay qualify' refuses all operations of each document. */
const SOME = ['createResourceGroup', ...draw(1, ['listGroups', 'getServer', 'createProject'])];

test('a refusal that the document gives no ground to judge turns no clause red, whoever is refused', async () => {
  const runs = await refused(specs, only('privileged-access'), {
    kinds: (kind) => nameOf(kind) === '403 error',
    operations: (one) => SOME.includes(one),
  });
  expect(runs.flatMap(({ groundless }) => groundless)).toEqual([]);
  expect(
    runs
      .filter((run) => run.refused > 0)
      .map(({ operation }) => operation)
      .toSorted(),
  ).toEqual(SOME.toSorted());
  // Roles promise what they grant to whoever holds them.
  expect(runs.find(({ operation }) => operation === 'createResourceGroup')?.failing).toContain('pam.roles.resource-admin-creates');
});

// The reads of both environments have the addresses of other operations, so that no proxy can tell them apart by their names.
test('what one environment serves is judged where the other says that it is not there, and only there', async () => {
  const suite = prepareSuite(specs, source, file, { seed: 1, selection: { documents: ['governance'] } });
  const failing = async (isRefused: (path: string) => boolean, status: number): Promise<readonly string[]> => {
    const { judgement } = await driveSuite(suite, {
      pick: ({ id }) => id.includes('service.beta'),
      change: (response, { url }) =>
        isRefused(new URL(url).pathname)
          ? refusalFor(documentOf(specs, 'governance'), suite.profile, { status, body: 'error' }, response)
          : response,
    });
    return judgement.clauses.flatMap(({ clause, verdict }) => (verdict === 'fail' ? [clause.id] : []));
  };
  const isPreview = (path: string): boolean => path.includes('/preview/');
  const clauses = ['gov.service.beta-environments', 'gov.versioning.beta-environments'];
  expect(await failing(isPreview, 404)).toEqual(clauses);
  expect(await failing((path) => !isPreview(path), 404)).toEqual(clauses);
  expect(await failing(() => true, 404)).toEqual([]);
  expect(await failing(isPreview, 403)).toEqual([]);
  expect(await failing(isPreview, 503)).toEqual([]);
});

test('a failure without a ground in refusals.yaml is told with its operation and its refusal', async () => {
  const documents = Object.fromEntries(Object.values(specs.documents).map((spec) => [spec.name, { ...spec, refusals: {} }]));
  const runs = await refused({ ...specs, documents }, only('governance'), {
    kinds: (kind) => nameOf(kind) === '404 error',
    operations: (one) => one === 'readCollection',
  });
  expect(runs.flatMap(({ groundless }) => groundless)).toEqual([
    {
      document: 'governance',
      operation: 'readCollection',
      refusal: '404 error',
      clause: 'gov.endpoints.collection-read',
      because: expect.stringContaining('failed: expected'),
    },
  ]);
});

import { expect, test } from 'vitest';
import { createDeployment, type Deployment, type DeploymentOptions } from '../../src/mock/kit/deployment.ts';
import { loadSpecs } from '../../src/model/load.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { driveSuite } from '../../src/qualify/in-process.ts';
import { prepareSuite } from '../../src/qualify/suite.ts';
import { profileFile } from '../../src/run/targets.ts';
import type { DocumentName } from '../../src/model/types.ts';
import { draw } from '../support/draw.ts';

type StateData = Readonly<Record<string, unknown>>;

const specs = loadSpecs();
const file = profileFile('mock');
const source = readProfile(file, specs);

/** The mock, whose provider gives out other data for one state than it has prepared. */
const wrongFor =
  (state: string, wrong: (data: StateData) => StateData) =>
  (options: DeploymentOptions): Deployment => {
    const deployment = createDeployment(options);
    const provide: Deployment['control']['provide'] = (name, params) => {
      const data = deployment.control.provide(name, params);
      return name === state ? { ...data, ...wrong(data) } : data;
    };
    return { ...deployment, control: { ...deployment.control, provide } };
  };

const WRONG: readonly (readonly [string, DocumentName, string, (data: StateData) => StateData])[] = [
  ['a token that has expired', 'authentication', 'a user with an activation token', () => ({ token: 'from-the-day-before-yesterday' })],
  ['a password of another user', 'authentication', 'a user whose password has expired', () => ({ password: 'Not-This-One-7' })],
  ['a user whom nobody knows', 'authentication', 'a user who must enroll a factor', () => ({ login: 'nobody@example.test' })],
  ['an identifier of nothing', 'governance', 'an owner for a request type', () => ({ ownerId: '00uNobodyAtAll' })],
  ['an entry that is not there', 'governance', 'a resource that can be requested', () => ({ catalogEntryId: 'cenNothingAtAll' })],
  ['a team that is not there', 'privileged-access', 'a service user in groups', () => ({ team_name: 'no-such-team' })],
  ['one of the groups that is not there', 'privileged-access', 'a service user in groups', () => ({ other_group_name: 'no-such-group' })],
];

test.each(draw(2, WRONG))('%s is never held against the target', async (_what, document, state, wrong) => {
  const suite = prepareSuite(specs, source, file, { seed: 1, selection: { documents: [document] }, depth: 'quick' });
  const { judgement, events } = await driveSuite(
    { ...suite, profile: { ...suite.profile, embedded: false } },
    { deploy: wrongFor(state, wrong) },
  );
  const open = judgement.clauses.filter(({ verdict }) => verdict === 'inconclusive');
  expect({
    given: events.some((event) => event.type === 'state' && event.state === state),
    failed: judgement.clauses.flatMap(({ clause, verdict, reason }) => (verdict === 'fail' ? [`${clause.id}: ${reason}`] : [])),
    isOpen: open.length > 0,
    blamed: open.filter(({ blame }) => blame === 'target').map(({ clause, blame, reason }) => `${clause.id}: ${blame}, ${reason}`),
  }).toEqual({ given: true, failed: [], isOpen: true, blamed: [] });
});

test.each<[string, readonly string[], readonly string[]]>([
  ['that nobody has given out', [], []],
  ['that is known to be right', ['apiToken'], ['authn.resources.context.device-token']],
])('an API token %s', async (_what, certainCredentials, contradicted) => {
  const suite = prepareSuite(specs, source, file, { seed: 1, selection: { documents: ['authentication'] }, depth: 'quick' });
  const { profile } = suite;
  const { authentication } = profile.services;
  if (authentication === undefined) throw new Error('no such service');
  const { judgement } = await driveSuite({
    ...suite,
    profile: {
      ...profile,
      embedded: false,
      services: { ...profile.services, authentication: { ...authentication, certainCredentials } },
      credentials: { ...profile.credentials, authentication: { apiToken: '00nobodyHasGivenOutThisOne' } },
    },
  });
  const failed = judgement.clauses.filter(({ verdict }) => verdict === 'fail').map(({ clause }) => clause.id);
  const open = judgement.clauses.filter(({ verdict }) => verdict === 'inconclusive');
  expect({
    failed: contradicted.length === 0 ? failed : failed.filter((id) => contradicted.includes(id)),
    isOpen: open.length > 0,
    blamed: certainCredentials.length > 0 ? [] : open.filter(({ blame }) => blame === 'target').map(({ clause }) => clause.id),
  }).toEqual({ failed: contradicted, isOpen: true, blamed: [] });
});

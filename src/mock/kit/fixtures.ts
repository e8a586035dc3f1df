import { documentOf } from '../../model/document-of.ts';
import { loadSpecs } from '../../model/load.ts';
import { annotated, isSchema } from '../../model/schema/json-schema.ts';
import { createValidator } from '../../model/schema/validator.ts';
import { firstErrorValidator } from '../../model/meta-schemas.ts';
import type { FixturesFile } from '../../model/types.ts';
import type { DocumentName } from './documents.ts';
import { isObject } from './json.ts';
import { ControlError, type JsonObject } from './service.ts';

/** What a fixture is of: the resource of the document, and where in it the fixture's members stand. */
interface Shape {
  readonly document: DocumentName;
  readonly resource: string;
  readonly within?: string;
}

const GROUP: Shape = { document: 'privileged-access', resource: 'Group' };
const USER: Shape = { document: 'authentication', resource: 'Transaction', within: '_embedded.user.' };
const RESOURCE: Shape = { document: 'governance', resource: 'Resource' };
const ENTITLEMENT: Shape = { document: 'governance', resource: 'Entitlement' };

/**
 * Refuses fixtures that contradict a document, with the clause; that have one id or name twice; and that name what is not among them.
 * Throws ControlError.
 */
export function checkFixtures(fixtures: FixturesFile): void {
  demandForm(fixtures);
  const { authentication = {}, governance = {}, 'privileged-access': access = {} } = fixtures;
  const { users = [] } = authentication;
  demandOnce('authentication.users', users, ['id', 'login']);
  demandOnce(
    'authentication.users.factors',
    users.flatMap(({ factors = [] }) => factors),
    ['id'],
  );
  for (const { id, login, firstName, lastName } of users)
    demandConform(`authentication.users ${id}`, USER, { id, profile: { login, firstName, lastName } });
  const { teams = [] } = access;
  demandOnce('privileged-access.teams', teams, ['name']);
  demandOnce(
    'privileged-access.teams.users.key',
    teams.flatMap((team) => (team.users ?? []).flatMap(({ key }) => key ?? [])),
    ['id'],
  );
  for (const { name, groups = [], users: members = [] } of teams) {
    const place = `privileged-access.teams ${name}`;
    demandOnce(`${place}.groups`, groups, ['id', 'name']);
    demandOnce(`${place}.users`, members, ['id', 'name']);
    for (const group of groups) demandConform(`${place}.groups ${group.name}`, GROUP, { ...group });
    // Everything in a team is identified alike.
    for (const { id, name: user } of members) demandConform(`${place}.users ${user}`, GROUP, { id });
    const names = groups.map((group) => group.name);
    for (const member of members) demandKnown(`${place}.users ${member.name}.groups`, member.groups, names);
  }
  const { resources = [], groups = [], users: principals = [] } = governance;
  demandOnce('governance.users', principals, ['id', 'login']);
  demandOnce('governance.groups', groups, ['id']);
  demandOnce('governance.resources', resources, ['resourceId']);
  const ids = groups.map(({ id }) => id);
  for (const user of principals) demandKnown(`governance.users ${user.id}.groups`, user.groups, ids);
  for (const { entitlements = [], ...resource } of resources) {
    demandConform(`governance.resources ${resource.resourceId}`, RESOURCE, { ...resource });
    demandOnce(`governance.resources ${resource.resourceId}.entitlements`, entitlements, ['id']);
    for (const entitlement of entitlements)
      demandConform(`governance.resources.entitlements ${entitlement.id}`, ENTITLEMENT, { ...entitlement });
  }
}

/** A file is checked when it is read, with line and column; what a program passes is checked here. */
function demandForm(fixtures: unknown): void {
  const isFixtures = firstErrorValidator<FixturesFile>('fixtures');
  if (isFixtures(fixtures)) return;
  const [error] = isFixtures.errors ?? [];
  const known = Object.keys(error?.parentSchema?.['properties'] ?? {});
  const place = error?.instancePath === '' ? 'fixtures' : `fixtures at ${error?.instancePath ?? ''}`;
  const stranger: unknown = error?.params['additionalProperty'];
  throw typeof stranger === 'string'
    ? new ControlError('mock-fixture', `${place}: there is no key '${stranger}'`, `Keys are: ${known.join(', ')}.`)
    : new ControlError('mock-fixture', `${place}: it ${error?.message ?? 'has another form'}`, 'See specs/meta/fixtures.schema.json.');
}

/** Holds each member against what the document says of the field. */
function demandConform(place: string, { document, resource, within = '' }: Shape, item: JsonObject): void {
  const specs = loadSpecs();
  const { fields = [] } = documentOf(specs, document).resources.resources.find(({ name }) => name === resource) ?? {};
  for (const { path, schema, clauses } of fields) {
    if (!path.startsWith(within) || !isSchema(schema)) continue;
    const names = path.slice(within.length).split('.');
    for (const value of valuesAt(item, names)) {
      const [violation] = createValidator().judge(annotated(schema, { clauses }), value).violations;
      const clause = specs.clauses.get(violation?.clauses[0] ?? '');
      if (violation !== undefined && clause !== undefined)
        throw new ControlError(
          'mock-fixture',
          `${place}: ${names.join('.')} is ${JSON.stringify(value)}, which contradicts ${clause.id}: ${clause.says.replace(/\.$/, '')}`,
          `Expected ${violation.expected}.`,
        );
    }
  }
}

/** The values of a path of names, `[]` standing for each element. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): readonly unknown[] {
  if (name === undefined) return value === undefined ? [] : [value];
  const isList = name.endsWith('[]');
  const member = isObject(value) ? value[isList ? name.slice(0, -2) : name] : undefined;
  return (isList && Array.isArray(member) ? member : [member]).flatMap((one: unknown) => valuesAt(one, rest));
}

function demandOnce<Name extends string>(
  place: string,
  items: readonly Readonly<Partial<Record<Name, unknown>>>[],
  names: readonly Name[],
): void {
  for (const name of names) {
    const values = items.map((item) => item[name]);
    const twice = values.find((value, index) => values.indexOf(value) < index);
    if (twice !== undefined)
      throw new ControlError('mock-fixture', `${place}: ${name} ${JSON.stringify(twice)} stands there twice`, 'Give each one of its own.');
  }
}

function demandKnown(place: string, named: readonly string[] = [], known: readonly string[]): void {
  const stranger = named.find((name) => !known.includes(name));
  if (stranger !== undefined)
    throw new ControlError(
      'mock-fixture',
      `${place}: there is no '${stranger}'`,
      known.length === 0 ? 'Add it to the groups.' : `There are: ${known.join(', ')}.`,
    );
}

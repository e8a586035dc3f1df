import { documentOf } from '../../model/document-of.ts';
import { loadSpecs } from '../../model/load.ts';
import { annotated, isSchema, type JsonSchema } from '../../model/schema/json-schema.ts';
import { createValidator } from '../../model/schema/validator.ts';
import { firstErrorValidator } from '../../model/meta-schemas.ts';
import type { FixturesFile } from '../../model/types.ts';
import { isObject } from './json.ts';
import { ControlError } from './service.ts';

/** What fixtures of one kind are held against: the fields of a resource, and what else clauses say of them. */
interface Shape {
  readonly resource: string;
  /** of a field's path, what stands before the names that a fixture has; the field is not meant where that is not there */
  readonly within?: RegExp;
  readonly also?: readonly Rule[];
}

/** What clauses say of what stands at a path. */
interface Rule {
  readonly path: string;
  readonly schema: JsonSchema;
  readonly clauses: readonly string[];
}

/** Whose key it is. */
const OF_MACHINES: Rule = {
  path: '',
  schema: { if: { required: ['key'] }, then: { properties: { kind: { const: 'service' } } } },
  clauses: ['pam.service.service-users'],
};

/** A fixture has it whole: the mock masks it. */
const MASKABLE: Rule = {
  path: 'phoneNumber',
  schema: {
    pattern: '^[+(). /-]*(?:[0-9][+(). /-]*){7,}$',
    expected: 'a whole number to mask, of at least 7 digits, such as +1 555-010-0100',
  },
  clauses: ['authn.resources.factor.phone-masked'],
};

const SHAPES: Readonly<Record<string, Shape>> = {
  'authentication.users[]': { resource: 'Transaction', within: /^_embedded\.user\.(?:profile\.)?/ },
  'authentication.users[].factors[]': { resource: 'Transaction', within: /^_embedded\.factor\|factors\[\]\.(?!profile)/, also: [MASKABLE] },
  'privileged-access.teams[].groups[]': { resource: 'Group' },
  // Everything in a team is identified alike.
  'privileged-access.teams[].users[]': { resource: 'Group', within: /^(?=id$)/, also: [OF_MACHINES] },
  'governance.resources[]': { resource: 'Resource' },
  'governance.resources[].entitlements[]': { resource: 'Entitlement' },
};

/** What is found by these in a service, or in a part of it, is there once. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  authentication: ['users[].id', 'users[].login', 'users[].factors[].id'],
  'privileged-access': ['teams[].name', 'teams[].users[].key.id'],
  'privileged-access.teams[]': ['groups[].id', 'groups[].name', 'users[].id', 'users[].name'],
  governance: ['users[].id', 'users[].login', 'groups[].id', 'resources[].resourceId', 'resources[].entitlements[].id'],
  'governance.resources[].entitlements[]': ['values[].id'],
};

/** What names something else of its service or team, and the key of that. */
const REFERENCES: Readonly<Record<string, readonly [from: string, to: string]>> = {
  'privileged-access.teams[]': ['users[].groups[]', 'groups[].name'],
  governance: ['users[].groups[]', 'groups[].id'],
};

/**
 * Refuses fixtures that contradict a document, with the clause; that have one id or name twice; and that name what is not among them.
 * Throws ControlError.
 */
export function checkFixtures(fixtures: FixturesFile): void {
  demandForm(fixtures);
  const partsOf = (path: string): readonly Part[] => partsAt({ place: '', value: fixtures }, path);
  for (const [path, shape] of Object.entries(SHAPES)) for (const item of partsOf(path)) demandConform(item, rulesOf(path, shape));
  for (const [path, keys] of Object.entries(KEYS))
    for (const scope of partsOf(path)) for (const key of keys) demandOnce(partsAt(scope, key));
  for (const [path, [from, to]] of Object.entries(REFERENCES))
    for (const scope of partsOf(path)) demandKnown(partsAt(scope, from), partsAt(scope, to));
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

/** A value of the fixtures, and where it stands. */
interface Part {
  readonly place: string;
  readonly value: unknown;
}

/** What stands at a path of names in a part, `[]` standing for each element; the part itself at none. */
function partsAt(part: Part, path: string): readonly Part[] {
  if (path === '') return [part];
  const [name = '', ...rest] = path.split('.');
  const key = name.replace('[]', '');
  const value = isObject(part.value) ? part.value[key] : undefined;
  const place = part.place === '' ? key : `${part.place}.${key}`;
  const elements =
    key !== name && Array.isArray(value) ? value.map((one: unknown, at) => ({ place: `${place}[${at}]`, value: one })) : [{ place, value }];
  return elements.filter((one) => one.value !== undefined).flatMap((one) => partsAt(one, rest.join('.')));
}

/** What the document says of each member. */
function rulesOf(path: string, { resource, within = /^/, also = [] }: Shape): readonly Rule[] {
  const { fields = [] } = documentOf(loadSpecs(), path.replace(/\..*/, '')).resources.resources.find(({ name }) => name === resource) ?? {};
  const meant = fields.flatMap(({ path: field, schema, clauses }) =>
    within.test(field) && isSchema(schema) ? [{ path: field.replace(within, ''), schema, clauses }] : [],
  );
  return [...meant, ...also];
}

function demandConform(item: Part, rules: readonly Rule[]): void {
  for (const { path, schema, clauses } of rules) {
    for (const { place, value } of partsAt(item, path)) {
      const [violation] = createValidator().judge(annotated(schema, { clauses }), value).violations;
      const clause = loadSpecs().clauses.get(violation?.clauses[0] ?? '');
      if (violation !== undefined && clause !== undefined)
        throw new ControlError(
          'mock-fixture',
          `${place}${violation.pointer.replaceAll('/', '.')} is ${JSON.stringify(violation.received)}, which contradicts ${clause.id}: ${clause.says.replace(/\.$/, '')}`,
          `Expected ${violation.expected}.`,
        );
    }
  }
}

function demandOnce(parts: readonly Part[]): void {
  const seen = new Map<unknown, string>();
  for (const { place, value } of parts) {
    const first = seen.get(value);
    if (first !== undefined)
      throw new ControlError('mock-fixture', `${place} is ${JSON.stringify(value)}, as ${first} is`, 'Give each one of its own.');
    seen.set(value, place);
  }
}

function demandKnown(named: readonly Part[], parts: readonly Part[]): void {
  const known = parts.map(({ value }) => value);
  const stranger = named.find(({ value }) => !known.includes(value));
  if (stranger !== undefined)
    throw new ControlError(
      'mock-fixture',
      `${stranger.place}: there is no '${String(stranger.value)}'`,
      known.length === 0 ? 'Add it to the groups.' : `There are: ${known.join(', ')}.`,
    );
}

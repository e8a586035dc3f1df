import { textInBody } from '../http/call.ts';
import { on, type Route } from '../http/routes.ts';
import { element, entitlementCard, found, many, one, pickCards, principalCard, refuse, resourceCard, valueCard } from './answers.ts';
import { DAY, type Entitlement, type Grant, type GovernanceService, type Pick } from './model.ts';

/** Who holds what, and what there is to hold. */
export function accessRoutes(governance: GovernanceService): readonly Route[] {
  const { grants, entitlements, bundles, users, defects, choices, clock } = governance;
  const card: typeof entitlementCard = (...about) => ({
    ...entitlementCard(...about),
    ...(defects.has('gov.required-left-out-when-false') && { required: undefined }),
  });
  const isLapsed = ({ at, how }: Grant): boolean => how === 'by collection' && at + DAY <= clock.now() && defects.has('gov.grants-lapse');
  return [
    on('POST /ledger/grants/search', (call) => {
      const [principal, resource] = [textInBody(call, 'by', 'whom'), textInBody(call, 'by', 'what')];
      const held = [...grants.values()].filter(
        (grant) => grant.principal.id === principal && grant.resource.id === resource && !isLapsed(grant),
      );
      return many(held.map((grant) => element('grant', grant.id, grantCard(governance, grant))));
    }),
    on('GET /ledger/entitlements', (call) => {
      const all = [...entitlements.values()].filter(({ resource }) => resource.id === call.query.get('of'));
      const odd = defects.has('gov.required-as-text') ? { required: 'false' } : {};
      const text = ({ values }: Entitlement): object =>
        defects.has('gov.multi-value-as-text') ? { multiValue: `${values.length > 1}` } : {};
      return many(all.map((one) => element('entitlement', one.id, { ...card(one), ...odd, ...text(one) })));
    }),
    on('GET /ledger/entitlements/{entitlement}', (call) => {
      const entitlement = found(entitlements, call.args['entitlement']);
      return one(200, 'entitlement', entitlement.id, { ...card(entitlement), home: resourceCard(entitlement.resource) });
    }),
    on('GET /ledger/values/{value}', (call) => {
      const entitlement = [...entitlements.values()].find(({ values }) => values.includes(call.args['value'] ?? ''));
      if (entitlement === undefined) throw refuse(404, 'nowhere');
      const first = [...entitlements.values()].find(({ resource }) => resource === entitlement.resource);
      const owner = defects.has('gov.value-of-first-entitlement') ? (first ?? entitlement) : entitlement;
      const id = call.args['value'] ?? '';
      const odd = defects.has('gov.value-as-number') ? { value: Number.parseInt(id.slice(-6), 16) } : {};
      const wrapped = defects.has('gov.entitlement-value-as-array') ? { value: [valueCard(id)['value']] } : {};
      return one(200, 'value', id, { ...valueCard(id), ...odd, ...wrapped, up: owner.id });
    }),
    on('GET /ledger/bundles/{bundle}', (call) => {
      const { id, resource, picks } = found(bundles, call.args['bundle']);
      const whole = picks.map(({ entitlement }) => ({ entitlement, values: found(entitlements, entitlement).values }));
      const holds = pickCards(defects.has('gov.bundle-holds-all-values') ? whole : picks);
      return one(200, 'bundle', id, {
        name: `Knippi ${id}`,
        description: '',
        home: defects.has('gov.bundle-of-no-resource') ? null : resourceCard(resource),
        holds,
      });
    }),
    on('GET /ledger/holders/{principal}/{resource}', (call) => {
      const held = [...grants.values()].filter(
        ({ principal, resource, status }) =>
          (principal.id === call.args['principal'] || defects.has('gov.holders-of-anyone')) &&
          resource.id === call.args['resource'] &&
          status === 'in force',
      );
      const cards = held.flatMap(({ principal, picks }) =>
        picks.flatMap(choices.has('values-beside-each-other') ? eachValue : (pick) => [pick]).map(({ entitlement: id, values }) => {
          const entitlement = found(entitlements, id);
          const like = {
            ...card(entitlement, values),
            home: resourceCard(entitlement.resource),
            holder: principalCard(principal),
            ...(defects.has('gov.held-values-null') && { values: null }),
            ...(defects.has('gov.multi-value-number') && { multiValue: entitlement.values.length > 1 ? 1 : 0 }),
          };
          return element('held', id, like);
        }),
      );
      return choices.has('values-beside-each-other') ? { status: 200, json: cards } : many(cards);
    }),
    on('GET /directory/{user}', (call) => {
      if (!users.has(call.args['user'] ?? '')) throw refuse(404, 'nowhere');
      return one(200, 'user', call.args['user'] ?? '', {});
    }),
    ...['preview', 'production'].map((environment) =>
      on(`GET /beta/${environment}/weather`, () => {
        if (environment === 'production' && defects.has('gov.beta-not-in-production')) throw refuse(404, 'nowhere');
        return many([]);
      }),
    ),
  ];
}

/** Of each value a pick of its own. */
function eachValue({ entitlement, values }: Pick): readonly Pick[] {
  return values.map((value) => ({ entitlement, values: [value] }));
}

function grantCard({ defects }: GovernanceService, { how, status, principal, resource, picks }: Grant): Readonly<Record<string, unknown>> {
  return {
    scheduleSettings: defects.has('gov.schedule-settings-text') ? 'from now' : { from: 'now', until: 'recalled' },
    status,
    action: 'let in',
    grantType: how === 'by request' && defects.has('gov.request-grant-untyped') ? null : how,
    to: {
      ...principalCard(principal),
      ...(defects.has('gov.principal-type-null') && { type: null }),
      ...(defects.has('gov.grant-external-id-object') && { externalId: { value: principal.id } }),
    },
    of: resourceCard(resource),
    ...(picks.length === 0 ? {} : { parts: pickCards(picks) }),
  };
}

import { runEntry, type Entries } from './arguments.ts';
import { choose, type ChoicesOf, type ChoiceTable } from './choices.ts';
import type { FaultSummary } from './control.ts';
import type { DocumentName } from './documents.ts';
import { faultRows, replacement, type Faults } from './faults.ts';
import { createLimiter, createOwnLimiter, type Allowance, type Limiter, type LimiterMeasure, type LimiterSettings } from './limiter.ts';
import { createRouter, splitTarget, type Match } from './router.ts';
import type { FixturesFile } from '../../model/types.ts';
import type { JsonObject, RequestObserver, Service, Surroundings, WireRequest, WireResponse } from './service.ts';

/** What provider states, acts, jobs and operations of a service work with. */
export interface ServiceContext<Store, Choices, Policy> extends Surroundings {
  readonly store: Store;
  /** where the document permits several answers */
  readonly choices: Choices;
  /** what the service decides and shows, with the faults that are on */
  readonly policy: Policy;
  /** a limiter of the deployment's kind for whoever has a limit and period of his own */
  readonly ownLimiter: (measure: LimiterMeasure) => Limiter;
}

/** One request, and the service around it. */
export interface RequestContext<Store, Choices, Policy> extends ServiceContext<Store, Choices, Policy> {
  readonly request: WireRequest;
  readonly path: string;
  readonly query: URLSearchParams;
  /** name of the operation, and parameters of its path; empty until it is found */
  readonly operation: string;
  readonly params: Readonly<Record<string, string>>;
  /** as the service reads it, before the operation; undefined where there is none */
  readonly body: unknown;
}

/** What answers a method and path. */
export interface Operation<Context> {
  readonly method: string;
  readonly path: string;
  readonly run: (context: Context) => WireResponse | Promise<WireResponse>;
}

type Run<Context> = Operation<Context>['run'];
const operation =
  (method: string) =>
  <Context>(path: string, run: Run<Context>): Operation<Context> => ({ method, path, run });

/** An operation by its method: `readGroup: get(path, run)`. */
export const [get, post, put, patch, del] = [
  operation('GET'),
  operation('POST'),
  operation('PUT'),
  operation('PATCH'),
  operation('DELETE'),
] as const;

/** A request counted by a limiter, until it is over. */
export interface Admission {
  readonly allowance: Allowance;
  readonly release: () => void;
}

/** Everything that tells one service from another. Functions that are given a request's context may throw what `refuse` knows. */
export interface Definition<Table extends ChoiceTable, Policy, Store, Context extends RequestContext<Store, ChoicesOf<Table>, Policy>> {
  readonly document: DocumentName;
  readonly choices: Table;
  /** as the document says, under the choices where it permits several answers */
  readonly policy: (choices: ChoicesOf<Table>) => Policy;
  readonly faults: Faults<Policy>;
  /** an empty store, after `previous` */
  readonly createStore: (surroundings: Surroundings, previous: Store | undefined) => Store;
  readonly states: Entries<ServiceContext<Store, ChoicesOf<Table>, Policy>, JsonObject>;
  readonly acts: Entries<ServiceContext<Store, ChoicesOf<Table>, Policy>, JsonObject | void | Promise<void>>;
  /** puts what a file of fixtures gives this service into its store; it has been checked */
  readonly putFixtures: (context: ServiceContext<Store, ChoicesOf<Table>, Policy>, fixtures: FixturesFile) => void;
  /** takes away what a provider state has made, by the data that it answered */
  readonly teardown: (context: ServiceContext<Store, ChoicesOf<Table>, Policy>, data: JsonObject, state: string) => void;
  readonly operations: Readonly<Record<string, Operation<Context>>>;
  /** the request as the service sees it; must not throw */
  readonly arrive: (context: RequestContext<Store, ChoicesOf<Table>, Policy>) => Context;
  readonly limit: (context: Context, limiter: Limiter) => Admission | Promise<Admission>;
  readonly limitHeaders: (context: Context, allowance: Allowance, status: number) => WireResponse['headers'];
  /** the refusal of a request that the limiter does not admit */
  readonly overLimit: () => Error;
  /** refuses what has no business here; answers the path that is meant */
  readonly enter: (context: Context) => string;
  /** the refusal of a method and path that no operation has */
  readonly unknown: (context: Context, match: Exclude<Match<unknown>, { readonly kind: 'found' }>) => Error;
  readonly readBody?: (context: Context) => Context['body'];
  /** what happens by itself before an operation answers */
  readonly before?: (context: Context) => Promise<void>;
  /** the state of the resource that the request is about; after the operation its answer tells which that is, if it has made one */
  readonly stateOf?: (context: Context, answer?: WireResponse) => string | undefined;
  /** the answer to what was thrown */
  readonly refuse: (context: Context, error: unknown) => WireResponse;
  /** around everything else */
  readonly around?: (context: Context, answer: () => Promise<WireResponse>) => Promise<WireResponse>;
}

/** A running service whose faults and limiter can be changed while it runs. */
export interface Hosted {
  readonly document: DocumentName;
  /** names of its provider states, acts and operations */
  readonly names: Readonly<Record<'provider state' | 'act' | 'operation', readonly string[]>>;
  readonly service: Service;
  /** switches on the faults of this service that `ids` names, and all others off */
  switchFaults(ids: readonly string[]): void;
  setLimiter(settings: LimiterSettings): void;
}

/** One kind of service, ready to be started as often as needed. */
export interface ServiceKind {
  readonly document: DocumentName;
  readonly choices: ChoiceTable;
  /** its seeded faults, each with the names of the rules that it replaces */
  readonly faults: () => readonly FaultSummary[];
  /** Starts it under these choices over the defaults. Throws ControlError for an unknown one. */
  readonly start: (chosen: JsonObject, surroundings: Surroundings, limiter: LimiterSettings, fixtures?: FixturesFile) => Hosted;
}

export function defineService<
  Table extends ChoiceTable,
  Policy extends object,
  Store,
  Context extends RequestContext<Store, ChoicesOf<Table>, Policy>,
>(definition: Definition<Table, Policy, Store, Context>): ServiceKind {
  const { document, faults } = definition;
  const route = createRouter(
    Object.entries(definition.operations).map(([operation, { method, path, run }]) => ({ method, path, handler: { operation, run } })),
  );

  async function answer(context: Context, observer: RequestObserver | undefined): Promise<WireResponse> {
    try {
      const path = definition.enter(context);
      const match = route(context.request.method === 'HEAD' ? 'GET' : context.request.method, path);
      if (match.kind !== 'found') throw definition.unknown(context, match);
      const { operation, run } = match.handler;
      const injected = observer?.found(operation);
      const instead = injected === undefined ? undefined : await injected;
      if (instead !== undefined) return instead;
      const found = { ...context, path, operation, params: match.params };
      const read = { ...found, body: definition.readBody?.(found) };
      await definition.before?.(read);
      observer?.before(definition.stateOf?.(read));
      let response: WireResponse | undefined;
      try {
        response = await run(read);
        return response;
      } finally {
        observer?.after(definition.stateOf?.(read, response));
      }
    } catch (error) {
      return definition.refuse(context, error);
    }
  }

  return {
    document,
    choices: definition.choices,
    faults() {
      const policy = definition.policy(choose(definition.choices, {}));
      return faultRows(document).map(({ breaks: [clause = '', ...alsoBreaks], ...row }) => {
        const rules = Object.keys(replacement(faults[row.id] ?? {}, policy));
        return { ...row, kind: 'behavioural', document, clause, alsoBreaks, rules };
      });
    },
    start(chosen, surroundings, settings, fixtures = {}) {
      const choices = choose(definition.choices, chosen);
      const stated = definition.policy(choices);
      let policy = stated;
      let store = definition.createStore(surroundings, undefined);
      let current = settings;
      let limiter = createLimiter(current);
      const now = (): ServiceContext<Store, ChoicesOf<Table>, Policy> => ({
        ...surroundings,
        store,
        choices,
        policy,
        ownLimiter: (measure) => createOwnLimiter(current, measure),
      });
      definition.putFixtures(now(), fixtures);
      const setLimiter = (next: LimiterSettings): void => {
        current = next;
        limiter = createLimiter(next);
      };
      /** Every request passes the limiter, is answered, and leaves with the limiter's headers. */
      const limited = async (context: Context, observer: RequestObserver | undefined): Promise<WireResponse> => {
        const admission = definition.limit(context, limiter);
        const { allowance, release } = admission instanceof Promise ? await admission : admission;
        try {
          const response = allowance.allowed ? await answer(context, observer) : definition.refuse(context, definition.overLimit());
          return { ...response, headers: { ...response.headers, ...definition.limitHeaders(context, allowance, response.status) } };
        } finally {
          release();
        }
      };
      const service: Service = {
        handle(request, observer) {
          const context = definition.arrive({
            ...now(),
            request,
            ...splitTarget(request.target),
            operation: '',
            params: {},
            body: undefined,
          });
          return definition.around === undefined
            ? limited(context, observer)
            : definition.around(context, () => limited(context, observer));
        },
        provide: (state, params) => runEntry('provider state', definition.states, state, params, now()),
        remove(state, data) {
          const removal = { params: [], run: () => definition.teardown(now(), data, state) };
          const removals = Object.fromEntries(Object.keys(definition.states).map((name) => [name, removal]));
          runEntry('provider state', removals, state, {}, now());
        },
        act: async (name, params) => (await runEntry('act', definition.acts, name, params, now())) ?? {},
        reset() {
          store = definition.createStore(surroundings, store);
          definition.putFixtures(now(), fixtures);
          setLimiter(current);
        },
      };
      return {
        document,
        names: {
          'provider state': Object.keys(definition.states),
          act: Object.keys(definition.acts),
          operation: Object.keys(definition.operations),
        },
        service,
        switchFaults(ids) {
          policy = { ...stated };
          for (const [id, change] of Object.entries(faults)) {
            if (ids.includes(id)) Object.assign(policy, replacement(change, { ...policy }));
          }
        },
        setLimiter,
      };
    },
  };
}

/** Counted by the limiter that the service has for everybody. */
export function admitted(limiter: Limiter, key: string, now: number): Admission {
  const allowance = limiter.admit(key, now);
  return { allowance, release: () => (allowance.allowed ? limiter.release(key) : undefined) };
}

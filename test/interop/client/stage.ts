import { request } from 'undici';
import { mockCredentials, post, provide } from '../mock.ts';
import type { MockProcess } from '../mock.ts';
import type { Workplace } from '../workplace.ts';
import type { Client, ClientFactor, ClientKind, ClientTransaction, Linked, StepName } from './library.ts';

/** What a provider state answers, as text. */
type StateText = Readonly<Record<string, string>>;

/** One scenario's world: a client of its own, and the deployment behind it. */
export interface Stage {
  readonly client: Client;
  /** a client of the trusted application, which sends these headers too */
  trusted(headers?: StateText): Client;
  provide(state: string, params?: object): Promise<StateText>;
  /** the rate limit is used up until the function that it answers is called */
  useUpLimit(): Promise<() => Promise<void>>;
  approvePush(user: StateText): Promise<void>;
  /** codes that were sent to a user, the latest last */
  codes(user: StateText): Promise<readonly string[]>;
  /** how many e-mails told a user of a new device */
  mails(user: StateText): Promise<number>;
  /** by an ISO 8601 duration */
  turnClock(advance: string): Promise<void>;
}

/** A stage over a deployment that listens. */
export function createStage(place: Workplace, mock: MockProcess, kind: ClientKind): Stage {
  const issuer = `${mock.services.authentication}/oauth2/default`;
  const apiToken = mockCredentials(place, 'authentication')['apiToken'] ?? '';
  const prepare = async (state: string, params: object = {}): Promise<StateText> =>
    Object.fromEntries(Object.entries(await provide(mock, state, params)).map(([name, value]) => [name, String(value)]));
  return {
    client: new kind({ issuer }),
    trusted: (headers = {}) => new kind({ issuer, headers: { Authorization: `SSWS ${apiToken}`, ...headers } }),
    provide: prepare,
    async useUpLimit() {
      const state = 'a rate limit that is used up';
      const data = await prepare(state);
      return async () => void (await post(`${mock.control}/states`, { state, action: 'teardown', data }));
    },
    approvePush: async ({ userId }) =>
      void (await post(`${mock.control}/acts`, { act: 'approve the push challenge of a user', params: { userId } })),
    codes: async ({ login }) => (await events(mock, 'factor-code', login)).map(({ passCode }) => String(passCode)),
    mails: async ({ login }) => (await events(mock, 'new-device-email', login)).length,
    turnClock: async (advance) => void (await post(`${mock.control}/clock`, { advance })),
  };
}

interface MockEvent {
  readonly kind: string;
  readonly about: string;
  readonly passCode?: unknown;
}

async function events({ control }: MockProcess, kind: string, about: string | undefined): Promise<readonly MockEvent[]> {
  const { body } = await request(`${control}/events`);
  const told: { readonly events: readonly MockEvent[] } = JSON.parse(await body.text());
  return told.events.filter((event) => event.kind === kind && event.about === about);
}

/** Signs in with what a provider state has answered. */
export function signIn(client: Client, { login, password }: StateText, more: object = {}): Promise<ClientTransaction> {
  return client.signIn({ username: login, password, ...more });
}

/** Follows a link by the method that the client has built from it. Throws where there is none, or more than one is asked for. */
export async function follow(from: Linked, step: StepName, args?: unknown): Promise<ClientTransaction> {
  return objectOf(await ask(from, step, args));
}

/** Like `follow`, for links that answer something else than a transaction. */
export async function ask(from: Linked, step: StepName, args?: unknown): Promise<unknown> {
  const method = from[step];
  if (method === undefined) throw new Error(`the client has built no method '${step}' in: ${gist(from)}`);
  return method(args);
}

function objectOf(value: unknown): ClientTransaction {
  if (typeof value !== 'object' || value === null) throw new Error(`no transaction, but ${JSON.stringify(value)}`);
  return value;
}

/** The factor of that type, under either name, in an array or by itself. */
export function factorOf({ factor, factors }: ClientTransaction, factorType: string): ClientFactor {
  const found = [factors ?? [], factor ?? []].flat().find((one) => one.factorType === factorType);
  if (found === undefined) throw new Error(`the client shows no factor of type ${factorType}`);
  return found;
}

/** A transaction in a line: its status, what else it says, and the client's methods in it. */
export function gist(transaction: ClientTransaction): string {
  const { status = 'no status', type, recoveryType, factorResult, sessionToken } = transaction;
  const steps = Object.entries(transaction).flatMap(([name, value]) => (typeof value === 'function' ? [`${name}()`] : []));
  const token = typeof sessionToken === 'string' && sessionToken !== '' ? 'sessionToken' : undefined;
  return [status, type, recoveryType, factorResult, token, ...steps.toSorted()].filter((part) => part !== undefined).join(' ');
}

interface ClientError {
  readonly message: string;
  readonly errorCode?: string;
  readonly errorCauses?: readonly { readonly errorSummary?: string }[];
  readonly xhr?: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
}

/** What the client rejects with. Throws where it does not. */
export async function rejection(answer: Promise<ClientTransaction>): Promise<ClientError> {
  const settled = await answer.then(
    (transaction) => ({ transaction }),
    (error: ClientError) => ({ error }),
  );
  if ('error' in settled) return settled.error;
  throw new Error(`not refused: ${gist(settled.transaction)}`);
}

/** Status and error code that the client rejects with; its own message where nothing was answered. */
export async function refusal(answer: Promise<ClientTransaction>): Promise<string> {
  const { message, errorCode, xhr } = await rejection(answer);
  return xhr === undefined ? message : `${xhr.status} ${errorCode}`;
}

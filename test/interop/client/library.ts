import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The client whose transactions are followed: the only place that names it. */
export const CLIENT_PACKAGE = '@okta/okta-auth-js@8.0.1';

/** A method that the client has built from a link. */
type Step = (args?: unknown) => Promise<unknown>;

/** Names of the methods that scenarios follow. */
export type StepName =
  | 'activate'
  | 'authenticate'
  | 'cancel'
  | 'changePassword'
  | 'enroll'
  | 'original'
  | 'poll'
  | 'prev'
  | 'questions'
  | 'resend'
  | 'resetPassword'
  | 'skip'
  | 'unlock'
  | 'verify';

/** An object of an answer, with a method for each of its links that the client understands. */
export type Linked = { readonly [Name in StepName]?: Step };

/** A factor as the client shows it. */
export interface ClientFactor extends Linked {
  readonly factorType?: string;
  readonly profile?: Readonly<Record<string, unknown>>;
}

/** A transaction as the client shows it: what is embedded has moved up. */
export interface ClientTransaction extends Linked {
  readonly status?: string;
  readonly sessionToken?: string;
  readonly type?: string;
  readonly recoveryType?: string;
  readonly factorResult?: string;
  readonly user?: { readonly id: string; readonly profile: Readonly<Record<string, unknown>> };
  readonly factor?: ClientFactor | readonly ClientFactor[];
  readonly factors?: readonly ClientFactor[];
  readonly policy?: Readonly<Record<string, unknown>>;
  readonly target?: { readonly label: string; readonly logo?: { readonly type?: string } };
  readonly authentication?: { readonly protocol: string };
}

/** The client, as far as scenarios use it. */
export interface Client {
  signIn(args: object): Promise<ClientTransaction>;
  forgotPassword(args: object): Promise<ClientTransaction>;
  unlockAccount(args: object): Promise<ClientTransaction>;
  verifyRecoveryToken(args: object): Promise<ClientTransaction>;
  readonly tx: {
    exists(): boolean;
    resume(args?: object): Promise<ClientTransaction>;
    introspect(args?: object): Promise<ClientTransaction>;
  };
  readonly session: { get(): Promise<{ readonly status: string }> };
}

/** Makes a client; the issuer is all that it needs. */
export type ClientKind = new (settings: { readonly issuer: string; readonly headers?: Readonly<Record<string, string>> }) => Client;

/** The client as it is installed in a folder, by its name, as its users import it. */
export async function loadClient(folder: string): Promise<ClientKind> {
  const entry = join(folder, 'client.js');
  writeFileSync(entry, "export { OktaAuth } from '@okta/okta-auth-js';\n");
  const library: { readonly OktaAuth: ClientKind } = await import(pathToFileURL(entry).href);
  return library.OktaAuth;
}

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SMALL_SPECS, writeDocument, writeSmallSpecs } from './small-specs.ts';
import { loadSpecs, loadSpecsBeside } from './load.ts';
import { EMPTY } from './sources.ts';
import { SpecError } from './errors.ts';
import { unreferencedClauses } from '../../build/check/unreferenced-clauses.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-specs-'));
  writeSmallSpecs(folder);
});

afterEach(() => rmSync(folder, { recursive: true }));

test('specs that fit together are indexed', () => {
  const specs = loadSpecs(folder);
  expect([...specs.clauses.values()].map(({ id, document, status }) => [id, document, status])).toEqual([
    ['authn.open', 'authentication', 'unspecified'],
    ['authn.told', 'authentication', 'testable'],
    ['authn.aside', 'authentication', 'informative'],
    ['authn.law', 'authentication', 'testable'],
  ]);
  expect(unreferencedClauses(specs)).toEqual(['authn.law']);
});

test('the digest changes with the content, and with nothing else', () => {
  const { digest } = loadSpecs(folder);
  write('authentication', 'errors', `# a comment\nerrors:\n  - { status: 401, name: E1, condition: refused, clauses: [authn.told] }\n`);
  expect(loadSpecs(folder).digest).toBe(digest);
  write('authentication', 'errors', `errors: [{ status: 403, name: E1, condition: refused, clauses: [authn.told] }]\n`);
  expect(loadSpecs(folder).digest).not.toBe(digest);
});

interface Slip {
  readonly file: string;
  readonly right: string;
  readonly wrong: string;
  /** the text at whose beginning the mistake is reported; the wrong name itself unless told */
  readonly at?: string;
  readonly says: string;
}

const SLIPS: readonly Slip[] = [
  {
    file: 'resources',
    right: 'path: status, schema: { type: string }',
    wrong: "path: status, schema: { type: string, pattern: '^(?=a)b' }",
    at: "'^(?=a)b'",
    says: "resources.0.fields.0.schema.pattern  expected a pattern as RE2 knows it, without look-around and references back: its time must not depend on the target, found '^(?=a)b'",
  },
  {
    file: 'clauses',
    right: 'told, status: testable, needs: [unlock], feature: authn.primary',
    wrong: 'told, status: testable, needs: [unlock], feature: authn.primry',
    at: 'authn.primry',
    says: "passages.1.clauses.0.feature  expected one of the features above, found 'authn.primry'. Did you mean 'authn.primary'?",
  },
  {
    file: 'clauses',
    right: 'needs: [unlock], feature: authn.primary',
    wrong: 'needs: [unlock]',
    at: '{ id: authn.told',
    says: "passages.1.clauses.0  expected 'feature', because no feature's 'clauses' begin authn.told, found none",
  },
  {
    file: 'clauses',
    right: 'about: sign-in',
    wrong: 'about: sign-in, clauses: [authn.told, authn.tol]',
    at: 'authn.tol]',
    says: "features.0.clauses.1  expected the beginning of a clause's id, found 'authn.tol'",
  },
  {
    file: 'clauses',
    right: 'about: sign-in',
    wrong: 'about: sign-in, clauses: [authn.open, authn.open]',
    at: 'authn.open]',
    says: "features.0.clauses.1  expected a beginning that no other row has, found 'authn.open' again",
  },
  {
    file: 'clauses',
    right: 'id: authn.law',
    wrong: 'id: authn.told',
    at: 'authn.told, says: a law',
    says: "passages.3.clauses.0.id  expected an id that no other row has, found 'authn.told' again",
  },
  {
    file: 'clauses',
    right: ', filledBy: [bindings/unlock]',
    wrong: '',
    at: '{ id: authn.open',
    says: "passages.0.clauses.0  expected 'filledBy', because authn.open is unspecified, found none",
  },
  {
    file: 'clauses',
    right: 'status: testable, needs',
    wrong: 'status: testable, filledBy: [bindings/unlock], needs',
    at: '[bindings/unlock], needs',
    says: "passages.1.clauses.0.filledBy  expected no 'filledBy', because authn.told is testable, found bindings/unlock",
  },
  {
    file: 'clauses',
    right: ', reason: a name',
    wrong: '',
    at: '{ id: authn.aside',
    says: "passages.2.clauses.0  expected 'reason', because authn.aside is informative, found none",
  },
  {
    file: 'clauses',
    right: 'needs: [unlock]',
    wrong: 'needs: [signIn]',
    at: 'signIn',
    says: "passages.1.clauses.0.needs.0  expected an operation that the document leaves open, found 'signIn', which it shows whole",
  },
  {
    file: 'clauses',
    right: 'row: 1, ',
    wrong: '',
    at: '{ section: S, digest',
    says: 'passages.1.source  expected exactly one of heading, line, item and row, found none',
  },
  {
    file: 'clauses',
    right: 'item: 1, ',
    wrong: 'row: 1, ',
    at: '2, digest',
    says: "passages.3.source.sentence  expected 'sentence' with 'line' or 'item' only, found it with row",
  },
  {
    file: 'clauses',
    right: 'item: 1, ',
    wrong: 'item: 1, table: 3, ',
    at: '3, ',
    says: "passages.3.source.table  expected 'table' with 'row' only, found it with item",
  },
  {
    file: 'resources',
    right: '[signIn]',
    wrong: '[signin]',
    at: 'signin',
    says: "rules.0.when.operation.0  expected an operation of endpoints.yaml, found 'signin'. Did you mean 'signIn'?",
  },
  {
    file: 'resources',
    right: '[trusted]',
    wrong: '[thrusted]',
    at: 'thrusted',
    says: "rules.0.when.caller.0  expected a caller of authentication.yaml, found 'thrusted'. Did you mean 'trusted'?",
  },
  {
    file: 'resources',
    right: '[SUCCESS]',
    wrong: '[GONE]',
    at: 'GONE',
    says: "rules.0.when.state.0  expected a state of states.yaml, found 'GONE'",
  },
  {
    file: 'resources',
    right: 'schema: { type: string }, clauses',
    wrong: 'schema: { type: string }, shown: { state: [GONE] }, clauses',
    at: 'GONE',
    says: "resources.0.fields.0.shown.state.0  expected a state of states.yaml, found 'GONE'",
  },
  {
    file: 'resources',
    right: 'schema: { type: string }, clauses',
    wrong: 'schema: { type: string }, shown: { given: logon }, clauses',
    at: 'logon',
    says: "resources.0.fields.0.shown.given  expected a datum of provider-states.yaml, found 'logon'. Did you mean 'login'?",
  },
  {
    file: 'resources',
    right: 'schema: { type: string }, clauses',
    wrong: 'schema: { type: string }, shown: { beside: { kind: gate } }, clauses',
    at: 'gate',
    says: "resources.0.fields.0.shown.beside.kind  expected a field of Transaction, found 'kind'",
  },
  {
    file: 'endpoints',
    right: 'path: /authn,',
    wrong: 'path: /authn, echoes: [{ field: state, parameter: username, clauses: [authn.told] }],',
    at: 'state,',
    says: "operations.0.echoes.0.field  expected a field that signIn shows, found 'state'. Did you mean 'status'?",
  },
  {
    file: 'endpoints',
    right: 'path: /authn,',
    wrong: 'path: /authn, echoes: [{ field: status, parameter: user, clauses: [authn.told] }],',
    at: 'user,',
    says: "operations.0.echoes.0.parameter  expected a parameter of signIn, found 'user'",
  },
  {
    file: 'endpoints',
    right: 'path: /authn,',
    wrong: 'path: /authn, requires: [[username, pasword]],',
    at: 'pasword',
    says: "operations.0.requires.0.1  expected a parameter of signIn, found 'pasword'",
  },
  {
    file: 'errors',
    right: 'errors:',
    wrong: 'others: authn.tald\nerrors:',
    at: 'authn.tald',
    says: "others  expected a clause of clauses.yaml, found 'authn.tald'. Did you mean 'authn.told'?",
  },
  {
    file: 'endpoints',
    right: 'operation: unlock, clauses',
    wrong: 'operation: unlock, own: [{ parameter: who, body: status, clauses: [authn.told] }], clauses',
    at: 'who,',
    says: "links.0.own.0.parameter  expected a parameter of unlock, found 'who'",
  },
  {
    file: 'endpoints',
    right: 'operation: unlock, clauses',
    wrong: 'operation: leave, own: [{ parameter: reason, body: user.id, clauses: [authn.told] }], clauses',
    at: 'user.id',
    says: "links.0.own.0.body  expected a field of resources.yaml, found 'user.id'",
  },
  {
    file: 'endpoints',
    right: 'operation: unlock, clauses',
    wrong: 'operation: leave, own: [{ parameter: reason, holder: number, clauses: [authn.told] }], clauses',
    at: 'number',
    says: "links.0.own.0.holder  expected a field of an element in resources.yaml, found 'number'",
  },
  {
    file: 'document',
    right: 'order: 2 }',
    wrong:
      'order: 2, laws: { agreement: [{ kind: thing, views: [{ resource: Transition, key: status }], fields: [{ path: status, clauses: [authn.law] }] }] } }',
    at: 'Transition',
    says: "laws.agreement.0.views.0.resource  expected a resource of resources.yaml, found 'Transition'. Did you mean 'Transaction'?",
  },
  {
    file: 'document',
    right: 'order: 2 }',
    wrong:
      'order: 2, laws: { agreement: [{ kind: thing, views: [{ resource: Transaction, key: user.id }], fields: [{ path: status, clauses: [authn.law] }] }] } }',
    at: 'user.id',
    says: "laws.agreement.0.views.0.key  expected a field of Transaction, found 'user.id'",
  },
  {
    file: 'document',
    right: 'order: 2 }',
    wrong:
      'order: 2, laws: { agreement: [{ kind: thing, views: [{ resource: Transaction, key: status }], fields: [{ path: statum, clauses: [authn.law] }] }] } }',
    at: 'statum',
    says: "laws.agreement.0.fields.0.path  expected a field of Transaction, found 'statum'",
  },
  {
    file: 'document',
    right: 'order: 2 }',
    wrong:
      'order: 2, laws: { agreement: [{ kind: thing, views: [{ resource: Transaction, key: status }], fields: [{ path: status, until: [signOut], clauses: [authn.law] }] }] } }',
    at: 'signOut',
    says: "laws.agreement.0.fields.0.until.0  expected an operation of endpoints.yaml, found 'signOut'",
  },
  {
    file: 'endpoints',
    right: 'Transaction',
    wrong: 'Transition',
    says: "operations.0.responses.0.resource  expected a resource of resources.yaml, found 'Transition'. Did you mean 'Transaction'?",
  },
  {
    file: 'endpoints',
    right: 'E1',
    wrong: 'E2',
    says: "operations.1.responses.0.error  expected an error of errors.yaml, found 'E2'. Did you mean 'E1'?",
  },
  {
    file: 'endpoints',
    right: 'responses: [{ resource: Transaction, clauses: [] }]',
    wrong:
      'responses: [{ resource: Transaction, clauses: [] }], echoes: [{ field: status, parameter: username, notState: [SUCCES], clauses: [authn.told] }]',
    at: 'SUCCES]',
    says: "operations.0.echoes.0.notState.0  expected a state of states.yaml, found 'SUCCES'. Did you mean 'SUCCESS'?",
  },
  {
    file: 'endpoints',
    right: 'operation: unlock',
    wrong: 'operation: vanish',
    at: 'vanish',
    says: "links.0.operation  expected one of the operations above, found 'vanish'",
  },
  {
    file: 'endpoints',
    right: 'id: unlock',
    wrong: 'id: signIn',
    at: 'signIn, clauses: [authn.open]',
    says: "operations.1.id  expected an id that no other row has, found 'signIn' again",
  },
  {
    file: 'errors',
    right: 'authn.told',
    wrong: 'authn.tald',
    says: "errors.0.clauses.0  expected a clause of authentication, found 'authn.tald'. Did you mean 'authn.told'?",
  },
  {
    file: 'states',
    right: 'initial: start',
    wrong: 'initial: begin',
    at: 'begin',
    says: "machines.0.initial  expected a state of transaction, found 'begin'",
  },
  {
    file: 'states',
    right: '{ name: start, pseudo: true, clauses: [] }, { name: SUCCESS, clauses: [] }',
    wrong: '{ name: [start, SUCCESS], clauses: [] }, { name: DONE, clauses: [authn.tald] }',
    at: 'authn.tald',
    says: "machines.0.states.1.clauses.0  expected a clause of authentication, found 'authn.tald'. Did you mean 'authn.told'?",
  },
  {
    file: 'resources',
    right: 'schema: { type: string }, clauses: [authn.told] }',
    wrong: 'shown: always }',
    at: '{ path: status',
    says: "resources.0.fields.0  expected 'clauses', because Transaction has none, found none",
  },
  {
    file: 'resources',
    right: '{ path: status, schema: { type: string }, clauses: [authn.told] }',
    wrong: '{ path: [status, id], clauses: [authn.told] }, { path: lost, shown: { given: logon }, clauses: [authn.told] }',
    at: 'logon',
    says: "resources.0.fields.1.shown.given  expected a datum of provider-states.yaml, found 'logon'. Did you mean 'login'?",
  },
  {
    file: 'states',
    right: 'clauses: [authn.told]\n        from: start',
    wrong: 'from: start',
    at: 'id: success',
    says: "machines.0.transitions.0  expected 'clauses', because transaction has none, found none",
  },
  {
    file: 'states',
    right: 'to: SUCCESS',
    wrong: 'to: SUCESS',
    at: 'SUCESS',
    says: "machines.0.transitions.0.to  expected a state of transaction, found 'SUCESS'. Did you mean 'SUCCESS'?",
  },
  {
    file: 'states',
    right: 'from: start',
    wrong: 'from: stark',
    at: 'stark',
    says: "machines.0.transitions.0.from  expected a state of transaction, found 'stark'. Did you mean 'start'?",
  },
  {
    file: 'states',
    right: '[start, SUCCESS]',
    wrong: '[start, DONE]',
    at: 'DONE',
    says: "machines.0.transitions.1.from.1  expected a state of transaction, found 'DONE'",
  },
  {
    file: 'states',
    right: 'refused: E1',
    wrong: 'refused: F1',
    at: 'F1',
    says: "machines.0.transitions.1.to.refused  expected an error of errors.yaml, found 'F1'. Did you mean 'E1'?",
  },
  {
    file: 'states',
    right: 'id: refused',
    wrong: 'id: success',
    at: 'success\n        clauses: [authn.told]\n        from: [',
    says: "machines.0.transitions.1.id  expected an id that no other row has, found 'success' again",
  },
  {
    file: 'states',
    right: 'a user,',
    wrong: 'a uzer,',
    says: "machines.0.transitions.0.given.0.state  expected a state of provider-states.yaml, found 'a uzer'. Did you mean 'a user'?",
  },
  {
    file: 'states',
    right: 'locked: false',
    wrong: 'lokced: false',
    at: 'false',
    says: "machines.0.transitions.0.given.0.params.lokced  expected a parameter of 'a user', found 'lokced'. Did you mean 'locked'?",
  },
  {
    file: 'states',
    right: 'act: lock the user',
    wrong: 'act: unlock the user',
    at: 'unlock the',
    says: "machines.0.transitions.1.trigger.0.act  expected an act of provider-states.yaml, found 'unlock the user'. Did you mean 'lock the user'?",
  },
  {
    file: 'states',
    right: '{ login: ',
    wrong: '{ logon: ',
    at: "'a $",
    says: "machines.0.transitions.1.trigger.0.with.logon  expected a parameter of 'lock the user', found 'logon'. Did you mean 'login'?",
  },
  {
    file: 'states',
    right: 'next: unlock',
    wrong: 'next: relock',
    at: 'relock',
    says: "machines.0.transitions.0.also.0.link.next  expected a link of endpoints.yaml, found 'relock'. Did you mean 'unlock'?",
  },
  {
    file: 'states',
    right: 'a ${user.login}',
    wrong: 'a ${user.name}',
    at: "'a $",
    says: "machines.0.transitions.1.trigger.0.with.login  expected a datum of 'user' (login), found '${user.name}'",
  },
  {
    file: 'endpoints',
    right: 'undo: { call: signIn',
    wrong: 'undo: { call: singIn',
    at: 'singIn',
    says: "operations.2.undo.call  expected an operation of endpoints.yaml, found 'singIn'. Did you mean 'signIn'?",
  },
  {
    file: 'endpoints',
    right: 'username: $args.reason',
    wrong: 'username: $args.raison',
    at: '{ call: signIn, with: { username: $args.raison',
    says: "operations.2.undo  expected a name after $args., found 'raison'. Did you mean 'reason'?",
  },
  {
    file: 'endpoints',
    right: 'readBack: { call: signIn',
    wrong: 'readBack: { call: singIn',
    at: 'singIn',
    says: "operations.2.undo.readBack.call  expected an operation of endpoints.yaml, found 'singIn'. Did you mean 'signIn'?",
  },
  {
    file: 'provider-states',
    right: '$state.login',
    wrong: '$state.logon',
    at: '{ call: signIn',
    says: "states.0.readBack  expected a name after $state., found 'logon'. Did you mean 'login'?",
  },
  {
    file: 'endpoints',
    right: 'with: { reason: ',
    wrong: 'with: { reasons: ',
    at: '$who.login',
    says: "operations.2.examples.0.with.reasons  expected a parameter of leave, found 'reasons'. Did you mean 'reason'?",
  },
  {
    file: 'endpoints',
    right: '$who.login',
    wrong: '$who.name',
    at: '$who.name',
    says: "operations.2.examples.0.with.reason  expected a datum of 'who' (login), found '$who.name'",
  },
  {
    file: 'endpoints',
    right: 'parameters: [reason, body]',
    wrong: 'parameters: [treason, body]',
    at: 'treason',
    says: "operations.2.improper.0.parameters.0  expected a parameter of leave, a member of one, or body, found 'treason'. Did you mean 'reason'?",
  },
  {
    file: 'probes',
    right: 'call: signIn, with: { username: $first',
    wrong: 'call: signOut, with: { username: $first',
    at: 'signOut',
    says: "probes.0.steps.1.call  expected an operation of endpoints.yaml, found 'signOut'",
  },
  {
    file: 'probes',
    right: 'username: $first',
    wrong: 'user: $first',
    at: '$first',
    says: "probes.0.steps.1.with.user  expected a parameter of signIn, found 'user'",
  },
  {
    file: 'families',
    right: 'use: sign-in',
    wrong: 'use: sign-up',
    at: 'sign-up',
    says: "nearMisses.1.use  expected a use of families.yaml or an example of endpoints.yaml, found 'sign-up'. Did you mean 'sign-in'?",
  },
  {
    file: 'families',
    right: 'secret: $who.login',
    wrong: 'secret: $who.key',
    at: '$who.key',
    says: "nearMisses.0.secret  expected a reference that 'leave/own' sends, found '$who.key'",
  },
  {
    file: 'families',
    right: 'value: $other.login',
    wrong: 'value: $others.login',
    at: '$others.login',
    says: "nearMisses.1.others.0.value  expected a name that stands for something here (last, fresh, credentials, user, other), found '$others.login'",
  },
  {
    file: 'families',
    right: 'uses: [sign-in]',
    wrong: 'uses: [sign-out]',
    at: 'sign-out',
    says: "guards.0.uses.0  expected a use of families.yaml or an example of endpoints.yaml, found 'sign-out'",
  },
  {
    file: 'families',
    right: 'about: again, uses: [sign-in]',
    wrong: 'about: again, uses: [sign-off]',
    at: 'sign-off',
    says: "repetitions.0.uses.0  expected a use of families.yaml or an example of endpoints.yaml, found 'sign-off'",
  },
  {
    file: 'families',
    right: '$first.body.id',
    wrong: '$second.body.id',
    at: '$second',
    says: "repetitions.0.expect.0.same./body/id  expected a name that stands for something here (last, fresh, credentials, user, first), found '$second.body.id'",
  },
  {
    file: 'families',
    right: 'argument: reason',
    wrong: 'argument: cause',
    at: 'cause',
    says: "enumerations.0.argument  expected a parameter that 'leave/own' sends, found 'cause'",
  },
  {
    file: 'families',
    right: 'read: { call: signIn }, shown',
    wrong: 'read: { call: signOn }, shown',
    at: 'signOn',
    says: "enumerations.0.read.call  expected an operation of endpoints.yaml, found 'signOn'. Did you mean 'signIn'?",
  },
  {
    file: 'families',
    right: 'from: sign-in',
    wrong: 'from: sign-on',
    at: 'sign-on',
    says: "stateOperations.0.from  expected a use of families.yaml or an example of endpoints.yaml, found 'sign-on'. Did you mean 'sign-in'?",
  },
  {
    file: 'families',
    right: 'subject: $user.login',
    wrong: 'subject: $fresh.id',
    at: '$fresh.id',
    says: "stateOperations.0.subject  expected a reference that 'sign-in' sends, found '$fresh.id'",
  },
  {
    file: 'families',
    right: 'offers: [signIn]',
    wrong: 'offers: [signOff]',
    at: 'signOff',
    says: "stateOperations.0.offers.0  expected an operation of endpoints.yaml, found 'signOff'",
  },
  {
    file: 'families',
    right: 'omits: [unlock]',
    wrong: 'omits: [relock]',
    at: 'relock',
    says: "stateOperations.0.omits.0  expected an operation of endpoints.yaml, found 'relock'. Did you mean 'unlock'?",
  },
  {
    file: 'families',
    right: 'call: leave, names',
    wrong: 'call: go, names',
    at: 'go, names',
    says: "deletions.0.call  expected an operation of endpoints.yaml, found 'go'",
  },
  {
    file: 'families',
    right: 'names: reason',
    wrong: 'names: cause',
    at: 'cause',
    says: "deletions.0.names  expected a parameter of leave, found 'cause'",
  },
  {
    file: 'families',
    right: 'uses: [leave/own]',
    wrong: 'uses: [leave/all]',
    at: 'leave/all',
    says: "deletions.0.uses.0  expected a use of families.yaml or an example of endpoints.yaml, found 'leave/all'. Did you mean 'leave/own'?",
  },
  {
    file: 'families',
    right: 'uses: [leave/own]',
    wrong: 'uses: [sign-in]',
    at: 'reason, uses',
    says: "deletions.0.names  expected a parameter that 'sign-in' sends, found 'reason'",
  },
  {
    file: 'families',
    right: 'uses: [leave/own]',
    wrong: 'omits: [leave/all]',
    at: 'leave/all',
    says: "deletions.0.omits.0  expected a use of families.yaml or an example of endpoints.yaml, found 'leave/all'. Did you mean 'leave/own'?",
  },
  {
    file: 'families',
    right: 'a lock, uses: [sign-in]',
    wrong: 'a lock, uses: [sing-in]',
    at: 'sing-in',
    says: "deadlines.0.uses.0  expected a use of families.yaml or an example of endpoints.yaml, found 'sing-in'. Did you mean 'sign-in'?",
  },
  {
    file: 'families',
    right: 'duration: PT10M',
    wrong: "duration: '600'",
    at: "'600'",
    says: 'deadlines.0.until.duration  expected text like ^(\\$[A-Za-z][\\w-]*\\.[^\\s${}]+|P(\\d+D)?(T(\\d+H)?(\\d+M)?(\\d+(\\.\\d+)?S)?)?)$, found "600"',
  },
  {
    file: 'families',
    right: 'until: { duration: PT10M }',
    wrong: 'until: { duration: PT10M, moment: $user.login }',
    at: '{ duration: PT10M',
    says: "deadlines.0.until  expected either 'moment' or 'duration', found both",
  },
  {
    file: 'families',
    right: 'until: { duration: PT10M }',
    wrong: 'until: { seconds: 3 }',
    at: '{ seconds',
    says: "deadlines.0.until  expected either 'moment' or 'duration', found none",
  },
  {
    file: 'families',
    right: 'beside: {',
    wrong: 'own: 2\n    beside: {',
    at: 'id: at-once',
    says: "concurrent.0  expected 'beside' or 'own', found both",
  },
  {
    file: 'families',
    right: 'afterwards: [{ call: signIn, with: { username: $two.body.login } }]',
    wrong: 'needs: []',
    at: 'id: at-once',
    says: "concurrent.0  expected 'expect', 'distinct' or 'afterwards', found none",
  },
  {
    file: 'families',
    right: 'duration: PT10M',
    wrong: 'duration: $user.lasts',
    at: '$user.lasts',
    says: "deadlines.0.until.duration  expected a datum of 'user' (login), found '$user.lasts'",
  },
  {
    file: 'families',
    right: 'after: [{ clauses: [authn.told], error: [E1]',
    wrong: 'after: [{ clauses: [authn.told], error: [E7]',
    at: 'E7',
    says: "deadlines.0.after.0.error.0  expected an error of errors.yaml, found 'E7'. Did you mean 'E1'?",
  },
  {
    file: 'probes',
    right: '{ call: signIn, with: { username: $first.body.login }',
    wrong: '{ follow: next, of: furst',
    at: 'furst',
    says: "probes.0.steps.1.of  expected the id of a step before, found 'furst'. Did you mean 'first'?",
  },
  {
    file: 'families',
    right: 'step: { call: signIn, with: { username: $user.login } }',
    wrong: 'prepare: [{ id: page, call: signIn }], step: { follow: next, of: pages }',
    at: 'pages',
    says: "uses.0.step.of  expected the id of a step before, found 'pages'. Did you mean 'page'?",
  },
  {
    file: 'families',
    right: 'beside: { call: leave',
    wrong: 'beside: { call: leaf',
    at: 'leaf',
    says: "concurrent.0.beside.call  expected an operation of endpoints.yaml, found 'leaf'. Did you mean 'leave'?",
  },
  {
    file: 'families',
    right: '$two.body',
    wrong: '$four.body',
    at: '$four.body',
    says: "concurrent.0.afterwards.0.with.username  expected a name that stands for something here (last, fresh, credentials, user, one, two), found '$four.body.login'",
  },
  {
    file: 'families',
    right: 'without: [username]',
    wrong: 'without: [name]',
    at: 'name]',
    says: "guards.0.without.0  expected a parameter that 'sign-in' sends, found 'name'",
  },
  {
    file: 'families',
    right: 'instead: { $user.login',
    wrong: 'instead: { $user.id',
    at: '$fresh.login',
    says: "guards.0.instead.$user.id  expected a reference that 'sign-in' sends, found '$user.id'",
  },
  {
    file: 'families',
    right: 'caller: trusted',
    wrong: 'caller: trusting',
    at: 'trusting',
    says: "guards.0.caller  expected a caller of authentication.yaml, found 'trusting'",
  },
  {
    file: 'families',
    right: 'call: signIn',
    wrong: 'call: signOut',
    at: 'signOut',
    says: "uses.0.step.call  expected an operation of endpoints.yaml, found 'signOut'",
  },
  {
    file: 'probes',
    right: '[E1]',
    wrong: '[E7]',
    at: 'E7',
    says: "probes.0.steps.1.expect.0.error.0  expected an error of errors.yaml, found 'E7'. Did you mean 'E1'?",
  },
  {
    file: 'probes',
    right: 'notState: [SUCCESS]',
    wrong: 'notState: [OVER]',
    at: 'OVER',
    says: "probes.0.steps.1.expect.0.notState.0  expected a state of states.yaml, found 'OVER'",
  },
  {
    file: 'probes',
    right: 'mail: 1',
    wrong: 'male: 1',
    at: '1 }',
    says: "probes.0.steps.0.expect.0.events.male  expected an event of provider-states.yaml, found 'male'. Did you mean 'mail'?",
  },
  {
    file: 'probes',
    right: '$first.',
    wrong: '$frist.',
    at: '$frist',
    says: "probes.0.steps.1.with.username  expected a name that stands for something here (last, fresh, credentials, user, first), found '$frist.body.login'",
  },
  {
    file: 'probes',
    right: 'locked: $size.objects',
    wrong: 'locked: $size.pages',
    at: '$size.pages',
    says: "probes.1.given.0.params.locked  expected a datum of 'size' (objects, count), found '$size.pages'",
  },
  {
    file: 'probes',
    right: 'count: 4',
    wrong: 'later: 4',
    at: '$size.count',
    says: "probes.1.steps.0.with.username  expected a datum of 'size' (objects), found '$size.count'",
  },
  {
    file: 'probes',
    right: '$user.login }',
    wrong: '$size.count }',
    at: '$size.count',
    says: "probes.0.steps.0.with.username  expected a name that stands for something here (last, fresh, credentials, user, first), found '$size.count'",
  },
  {
    file: 'probes',
    right: '/body: $user.login',
    wrong: '/body: $size.objects',
    at: '$size.objects } }] }]',
    says: "probes.1.steps.0.expect.0.same./body  expected a name that stands for something here (last, fresh, credentials, user), found '$size.objects'",
  },
  {
    file: 'probes',
    right: 'id: many',
    wrong: 'id: few',
    at: 'few, objects: {',
    says: "probes.1.sizes.1.id  expected an id that no other row has, found 'few' again",
  },
  {
    file: 'probes',
    right: 'to: 9',
    wrong: 'to: 2',
    at: '2 }, count: 4',
    says: 'probes.1.sizes.1.objects.to  expected at least 3, found 2',
  },
];

test.each(SLIPS)('$file: $wrong instead of $right is reported with its place', ({ file, right, wrong, at = wrong, says }) => {
  const text = (SMALL_SPECS[file] ?? '').replace(right, () => wrong);
  expect(text).not.toBe(SMALL_SPECS[file]);
  write('authentication', file, text);
  expect(mistakes()).toContain(`${placeOf('authentication', file, text, at)}  ${says}`);
});

test('a clause of another document is reported as such', () => {
  const text = 'errors: [{ name: not-found, status: 404, condition: gone, clauses: [authn.told] }]\n';
  write('governance', 'errors', text);
  expect(mistakes()).toEqual([
    `${placeOf('governance', 'errors', text, 'authn.told')}  errors.0.clauses.0  expected a clause of governance, found 'authn.told', which is authentication's`,
  ]);
});

test('the mistakes of several files are reported together', () => {
  const limits = "rateLimitHeaders: [{ name: X, role: limt, on: '429', clauses: [] }]\n";
  const events = 'ruels: []\n';
  write('authentication', 'limits', limits);
  write('governance', 'events', events);
  expect(mistakes()).toEqual([
    `${placeOf('authentication', 'limits', limits, 'limt')}  rateLimitHeaders.0.role  expected one of limit, remaining, reset, retry-at, found "limt". Did you mean 'limit'?`,
    `${placeOf('governance', 'events', events, '[]')}  (top)  expected one of the keys callers, rateLimitHeaders, pathPrefix, pageLimit, rules, found 'ruels'. Did you mean 'rules'?`,
  ]);
});

test('a document needs no more than three files, and documents stand in their order', () => {
  const specs = loadSpecs(folder);
  expect(Object.keys(specs.documents)).toEqual(['privileged-access', 'authentication', 'governance']);
  expect(specs.documents['governance']).toEqual({
    name: 'governance',
    document: { title: 'governance', idPrefix: 'gov', order: 3 },
    features: [],
    clauses: [],
    endpoints: { operations: [] },
    ...EMPTY,
  });
});

test('a folder without document.yaml, or without its clauses, is told with the remedy', () => {
  mkdirSync(join(folder, 'drafts'));
  rmSync(join(folder, 'governance', 'clauses.yaml'));
  expect(mistakes()).toEqual([
    `${join(folder, 'drafts')}/document.yaml:1:1  expected the file, found none. Write it with title and idPrefix, or move the folder elsewhere: each folder here is a document`,
    `${join(folder, 'governance')}/clauses.yaml:1:1  expected the file, found none. Write it: a document has document.yaml, clauses.yaml and endpoints.yaml`,
  ]);
});

test('two documents with one prefix, and ids that do not begin with it, are told with their places', () => {
  const document = '{ title: Governance, idPrefix: authn }';
  const clauses = 'features: [{ id: gov.all, about: all }]\npassages: []\n';
  write('governance', 'document', document);
  write('governance', 'clauses', clauses);
  expect(mistakes()).toEqual([
    `${placeOf('governance', 'document', document, 'authn')}  idPrefix  expected a prefix of its own, found 'authn', which is authentication's. Choose another, and begin the ids of clauses and features with it`,
    `${placeOf('governance', 'clauses', clauses, 'gov.all')}  features.0.id  expected an id that begins with 'authn.', found 'gov.all'`,
  ]);
});

function write(document: string, stem: string, text: string): void {
  writeFileSync(join(folder, document, `${stem}.yaml`), text);
}

function mistakes(): readonly string[] {
  try {
    loadSpecs(folder);
  } catch (error) {
    if (error instanceof SpecError) return error.message.split('\n');
    throw error;
  }
  return [];
}

/** `file:line:column` of a text in a file, the file from the working directory where it is within. */
function placeOf(document: string, stem: string, text: string, at: string): string {
  const file = join(folder, document, `${stem}.yaml`);
  const near = relative(process.cwd(), file);
  const before = text.slice(0, text.indexOf(at)).split('\n');
  return `${near.startsWith('..') ? file : near}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

const DOORS = {
  document: '{ title: Doors, idPrefix: doors }',
  clauses: `features: [{ id: doors.all, about: all }]
passages: [{ source: { section: S, line: 1, digest: '00000000' }, clauses: [{ id: doors.open, says: open, feature: doors.all }] }]
`,
  endpoints: 'operations: [{ id: readDoor, method: GET, path: /doors, clauses: [doors.open], responses: [] }]',
};

describe('a folder of documents beside the package', () => {
  test('adds its documents, and its own stands in the place of one of the same name', () => {
    rmSync(join(folder, 'privileged-access'), { recursive: true });
    rmSync(join(folder, 'governance'), { recursive: true });
    writeDocument(folder, 'doors', DOORS);
    const specs = loadSpecsBeside(folder);
    expect(Object.keys(specs.documents)).toEqual(['privileged-access', 'authentication', 'governance', 'doors']);
    expect(specs.clauses.get('doors.open')?.document).toBe('doors');
    expect([...specs.clauses.values()].filter(({ document }) => document === 'authentication').map(({ id }) => id)).toEqual([
      'authn.open',
      'authn.told',
      'authn.aside',
      'authn.law',
    ]);
    expect(specs.digest).not.toBe(loadSpecs().digest);
  });

  test('is refused where it has no documents, or a prefix of the package', () => {
    const empty = mkdtempSync(join(tmpdir(), 'assay-none-'));
    expect(() => loadSpecsBeside(empty)).toThrow(
      new SpecError(
        'specs-folder-empty',
        `${empty}  expected a folder of documents, found none in it. A document is a folder with document.yaml`,
      ),
    );
    writeDocument(empty, 'doors', { ...DOORS, document: '{ title: Doors, idPrefix: gov, order: 1 }' });
    expect(() => loadSpecsBeside(empty)).toThrow("idPrefix  expected a prefix of its own, found 'gov', which is governance's");
    rmSync(empty, { recursive: true });
  });

  test.each(['constructor', '__proto__', 'Doors', 'front door'])('is refused where a document is called %s', (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-named-'));
    writeDocument(folder, name, DOORS);
    expect(() => loadSpecsBeside(folder)).toThrow(
      `${name}  expected a folder named as a document, of lower-case letters, digits and hyphens, found '${name}'. Rename it`,
    );
    rmSync(folder, { recursive: true });
  });
});

test('a law that is bound to no clause of its document is told with its place', () => {
  const document = `title: Authentication
idPrefix: authn
order: 2
laws:
  transactionExpiry:
    operation: signOn
    token: /token
    expires: /end
    clauses: { lies-ahead: [authn.lw] }
`;
  write('authentication', 'document', document);
  expect(mistakes()).toEqual([
    `${placeOf('authentication', 'document', document, 'signOn')}  laws.transactionExpiry.operation  expected an operation of endpoints.yaml, found 'signOn'. Did you mean 'signIn'?`,
    `${placeOf('authentication', 'document', document, 'authn.lw')}  laws.transactionExpiry.clauses.lies-ahead.0  expected a clause of authentication, found 'authn.lw'. Did you mean 'authn.law'?`,
  ]);
});

test("a link in a folder of specs is not followed: what it leads to is nobody's to quote", () => {
  const outside = join(folder, 'outside.txt');
  writeFileSync(outside, 'root:x:0:0:geheim');
  const file = join(folder, 'authentication', 'errors.yaml');
  rmSync(file, { force: true });
  symlinkSync(outside, file);
  expect(() => loadSpecs(folder)).toThrow(/errors\.yaml {2}expected a file, found a link/);
  expect(() => loadSpecs(folder)).not.toThrow(/geheim/);
});

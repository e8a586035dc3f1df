import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The spec files of authentication in a set of specs that is as small as can be, by name without .yaml. */
export const SMALL_SPECS: Readonly<Record<string, string>> = {
  document: '{ title: Authentication, idPrefix: authn, order: 2 }',
  clauses: `features: [{ id: authn.primary, about: sign-in }]
passages:
  - { source: { section: S, line: 1, digest: '00000000' }, clauses: [{ id: authn.open, says: open, status: unspecified, filledBy: [bindings/unlock], feature: authn.primary }] }
  - { source: { section: S, row: 1, digest: '00000000' }, clauses: [{ id: authn.told, says: told, status: testable, needs: [unlock], feature: authn.primary }] }
  - { source: { section: S, heading: true, digest: '00000000' }, clauses: [{ id: authn.aside, says: aside, status: informative, reason: a name, feature: authn.primary }] }
  - { source: { section: S, item: 1, sentence: 2, digest: '00000000' }, clauses: [{ id: authn.law, says: a law, status: testable, feature: authn.primary }] }
`,
  resources: `resources: [{ name: Transaction, fields: [{ path: status, schema: { type: string }, clauses: [authn.told] }] }]
rules: [{ id: comes, clauses: [authn.told], when: { operation: [signIn], state: [SUCCESS], caller: [trusted] }, schema: {} }]
`,
  endpoints: `operations:
  - { id: signIn, clauses: [authn.told], method: POST, path: /authn, parameters: [{ name: username, in: body, schema: {}, clauses: [] }], responses: [{ resource: Transaction, clauses: [] }] }
  - { id: unlock, clauses: [authn.open], open: [method], path: /unlock, responses: [{ error: E1, clauses: [] }] }
  - id: leave
    clauses: [authn.told]
    method: POST
    path: /leave
    parameters: [{ name: reason, in: body, schema: {}, clauses: [] }]
    responses: []
    undo: { call: signIn, with: { username: $args.reason }, readBack: { call: signIn, with: { username: $made.name } }, within: [$args.reason] }
    examples: [{ id: own, about: a reason, given: [{ state: a user, as: who }], with: { reason: $who.login } }]
    improper: [{ id: none, parameters: [reason, body], expect: { clauses: [authn.told], error: [E1] } }]
links: [{ name: unlock, operation: unlock, clauses: [authn.told] }]
`,
  states: `machines:
  - id: transaction
    resource: Transaction
    statePointer: /status
    initial: start
    states: [{ name: start, pseudo: true, clauses: [] }, { name: SUCCESS, clauses: [] }]
    transitions:
      - id: success
        clauses: [authn.told]
        from: start
        given: [{ state: a user, as: user, params: { locked: false } }]
        trigger: [{ call: signIn, with: { username: $user.login } }]
        to: SUCCESS
        also: [{ clauses: [authn.told], link: { next: unlock } }]
      - id: refused
        clauses: [authn.told]
        from: [start, SUCCESS]
        trigger: [{ act: lock the user, with: { login: 'a \${user.login}' } }]
        to: { refused: E1 }
`,
  errors: `errors: [{ name: E1, status: 401, condition: refused, clauses: [authn.told] }]
`,
  authentication: `callers: [{ name: trusted, clauses: [authn.told] }]
`,
  'provider-states': `states:
  - { name: a user, about: a user, params: { locked: { about: locked, schema: {} } }, data: { login: { about: name, schema: {} } }, readBack: { call: signIn, with: { username: $state.login } } }
acts: [{ name: lock the user, about: lock, params: { login: { about: name, schema: {} } } }]
events: [{ kind: mail, about: mail, clauses: [] }]
`,
  probes: `probes:
  - id: signs-in
    about: signs in
    given: [{ state: a user, as: user }]
    steps:
      - { id: first, call: signIn, caller: trusted, with: { username: $user.login }, expect: [{ clauses: [authn.told], state: [SUCCESS], events: { mail: 1 } }] }
      - { call: signIn, with: { username: $first.body.login }, expect: [{ clauses: [authn.told], error: [E1], notState: [SUCCESS] }] }
  - id: signs-in-often
    about: signs in again and again
    sizes: [{ id: few, objects: 2, count: 1 }, { id: many, objects: { from: 3, to: 9 }, count: 4 }]
    given: [{ state: a user, params: { locked: $size.objects }, as: user }]
    steps: [{ call: signIn, with: { username: $size.count }, expect: [{ clauses: [authn.told], same: { /body: $user.login } }] }]
`,
  families: `uses:
  - { id: sign-in, given: [{ state: a user, as: user }], step: { call: signIn, with: { username: $user.login } } }
nearMisses:
  - { id: reason, about: the reason, use: leave/own, secret: $who.login, expect: [{ clauses: [authn.told], error: [E1] }] }
  - id: name
    about: the name
    use: sign-in
    secret: $user.login
    others: [{ id: another, about: another name, given: [{ state: a user, as: other }], value: $other.login }]
    expect: [{ clauses: [authn.told], error: [E1] }]
guards:
  - id: free
    about: of a user who is locked
    given: [{ state: a user, params: { locked: true }, as: user }]
    caller: trusted
    instead: { $user.login: $fresh.login }
    without: [username]
    expect: [{ clauses: [authn.told], error: [E1] }]
    uses: [sign-in]
repetitions:
  - { id: again, about: again, uses: [sign-in], expect: [{ clauses: [authn.told], same: { /body/id: $first.body.id } }] }
stateOperations:
  - { id: in, about: in a state, from: sign-in, subject: $user.login, offers: [signIn], omits: [unlock], expect: [{ clauses: [authn.told], error: [E1] }] }
enumerations:
  - { id: kind, about: the kind, use: leave/own, argument: reason, values: [A], read: { call: signIn }, shown: /body/kind, clauses: [authn.told] }
deletions:
  - { id: own, about: who has left, call: leave, names: reason, uses: [leave/own], expect: [{ clauses: [authn.told], error: [E1] }] }
deadlines:
  - { id: lock, about: a lock, uses: [sign-in], until: { duration: PT10M }, after: [{ clauses: [authn.told], error: [E1] }] }
concurrent:
  - id: at-once
    about: a sign-in and its end
    uses: [sign-in]
    beside: { call: leave, with: { reason: $user.login } }
    afterwards: [{ call: signIn, with: { username: $two.body.login } }]
`,
};

/** Writes them to a folder, and beside them the other documents with nothing in them. */
export function writeSmallSpecs(folder: string): void {
  for (const [name, idPrefix, order] of [['privileged-access', 'pam', 1] as const, ['governance', 'gov', 3] as const])
    writeDocument(folder, name, {
      document: `{ title: ${name}, idPrefix: ${idPrefix}, order: ${order} }`,
      clauses: '{ features: [], passages: [] }',
      endpoints: 'operations: []',
    });
  writeDocument(folder, 'authentication', SMALL_SPECS);
}

/** Writes the files of one document, by name without .yaml. */
export function writeDocument(folder: string, name: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(join(folder, name));
  for (const [stem, text] of Object.entries(files)) writeFileSync(join(folder, name, `${stem}.yaml`), text);
}

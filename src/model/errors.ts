/** What is wrong, and what to do, as docs/errors.md has it; the message of an error adds the place and what was found there. */
type Row = readonly [means: string, remedy: string];

interface Chapter {
  /** what a command ends with */
  readonly exit: 2 | 3 | 4;
  readonly rows: Readonly<Record<string, Row>>;
}

/** Every mistake that ends a command, by heading and code. A code stays what it is: scripts and other people's notes name it. */
export const ERRORS = {
  'The command line': {
    exit: 2,
    rows: {
      'command-line': ['an unknown command, flag, argument or value', '`assay COMMAND --help` shows what the command takes'],
      'value-unknown': ['a name that the flag does not know', 'Take one of the names in the message'],
      'document-unknown': ['no document of this name', 'Take one of the names in the message, or name its folder with `--specs`'],
      'clause-unknown': ['no such clause, or none that matches', '`assay clauses` lists them'],
      'exchange-unknown': ['the run has no exchange of this number', 'Take a number that report or summary names'],
      'fault-unknown': ['no such fault, or none that matches', '`assay faults` lists them'],
      'state-unknown': ['no such provider state or act', '`assay states` lists them'],
      'service-unknown': ['the profile has no service that fits', 'Take one of the names in the message, or add the service'],
      'export-unknown': ['nothing of this name can be exported', 'Take one of the names in the message'],
      'export-empty': ['the document has nothing of the kind', 'Name another document, or export something else'],
      'flags-exclusive': ['two flags that exclude each other', 'Leave one of them out'],
      'nothing-failed': ['the run of `--last-failed` has no clause that failed', 'Leave the flag out, or name another run'],
      'baseline-missing': ['nothing to compare with', 'Add `--baseline` or `--against`'],
      'key-missing': ['no key to sign with', 'Make an Ed25519 key, and name it with `--key`'],
      'answers-missing': ['standard input ended before all was answered', 'Give the rest as flags, with `--yes`'],
      'services-missing': ['a profile without a service', 'Give at least one service with its base URL'],
      'name-malformed': ['a name that cannot be one', 'Use letters, digits, dots, hyphens and underscores'],
      'number-malformed': ['not a whole number of at least 1', 'Give such a number'],
      'file-exists': ['the file exists and is not overwritten', 'Choose another name'],
      'folder-gone': ['the working directory was removed', 'Change to one that exists'],
      'compiler-off': ['Node.js was told not to compile code, which schemas are', 'Leave out `--disallow-code-generation-from-strings`'],
      'target-missing': ['no profile at this path', 'Name the file of the profile, or `mock`'],
      'specs-folder-missing': ['no folder at this path', 'Name the folder that holds a folder for each document'],
      'runs-missing': ['no run to draw', 'Name folders of whole runs, or `--history`'],
      'not-the-embedded-mock': ['the flag changes the embedded mock, and the profile is of another target', 'Leave the flag out'],
    },
  },
  Files: {
    exit: 2,
    rows: {
      'file-missing': ['no file at this path', 'Correct the path'],
      'not-a-file': ['a folder, pipe or device in place of a file', 'Put the file itself there'],
      'file-unreadable': ['the system does not permit to read the file', 'See the reason in the message'],
      'file-too-large': ['a file larger than any of its kind', 'Name another file, or take out what made it grow'],
      'trace-full': ['a run whose trace has all that is judged of one run', 'Drive parts of it: `--document`, `--feature`'],
      'not-utf-8': ['bytes that are no text', 'Save the file as UTF-8'],
      'not-writable': ['a file or folder cannot be written', 'Choose another place, or permit it'],
      'not-collected': ['a collector does not take the spans of `--reporter otel=URL`', 'Start one there, or name a file: `otel=FILE`'],
      'yaml-syntax': ['no YAML, or more of it than one plain document', 'Correct it at the place in the message'],
      'yaml-too-deep': ['nested too deeply', 'Write it with fewer levels'],
      'yaml-schema': ['a key or value that the schema of the file does not permit', 'Correct each at its place'],
    },
  },
  Specs: {
    exit: 2,
    rows: {
      'specs-folder-empty': ['a folder of specs without a document', 'A document is a folder with `document.yaml`'],
      'specs-file-missing': ['a document without a file that it needs', 'Write the file: see [Add a document](add-a-document.md)'],
      'specs-malformed': ['files of a document that their schemas do not permit', 'Correct each at its place'],
      'specs-inconsistent': ['references and names that do not fit together', 'Correct each at its place'],
      'errata-malformed': ['an erratum that names neither a clause nor a check, or both', 'Name one of them'],
    },
  },
  'Profiles, accounts and waivers': {
    exit: 2,
    rows: {
      'profile-unknown-name': ['a claim, binding, declaration or credential that the document does not know', 'Correct each at its place'],
      'service-address-missing': ['a service without an address', 'Add `baseUrl`'],
      'address-malformed': ['not an address, or more than an address', 'Give scheme, host, port and path alone'],
      'address-with-user': ['an address that holds a password', 'Name secrets by environment variables'],
      'duration-malformed': ['not a duration above 0 and of at most P24D', 'Write it as in ISO 8601: `PT10M`'],
      'variable-missing': ['an environment variable is not set', 'Export it before the run'],
      'credential-malformed': ['not exactly one of `env`, `file` and `value`', 'Keep one of them'],
      'credential-shared': ['two callers with one credential', 'Give each caller its own'],
      'secret-malformed': ['a secret that no request could carry', 'See the reason in the message'],
      'certificate-unusable': ['a certificate or private key of `tls` that cannot be used', 'Correct the file: PEM, no passphrase'],
      'source-malformed': ['a source of provider states, clock or events that does not fit', 'Correct each at its place'],
      'account-malformed': ['an account that does not have what its provider state promises', '`assay states NAME` shows an entry'],
      'choice-malformed': ['a choice that the embedded mock does not have', 'Take one of the names in the message'],
      'waivers-missing': ['no file of waivers at this path', 'Correct the path'],
      'waivers-changed': ['the waivers are not those of the run', 'Take the file as the run has left it'],
      'waiver-malformed': ['a waiver for what does not exist, twice, or without a day', 'Correct each at its place'],
      'module-stray': [
        'a module of provider states threw outside of every call',
        'Let it await what it starts, and catch what that throws',
      ],
      'faults-missing': ['a target that offers no faults', 'Add `faults`: see [Qualify a deployment](qualify-a-deployment.md)'],
      'faults-unusable': [
        'faults that cannot be listed or switched, or that name what the specs do not have',
        'See the reason for each in the message',
      ],
      'deployments-shared': ['two deployments with an address in common, or with different faults', 'Give each addresses of its own'],
      preflight: ['the target, its sources or credentials are not as the profile says', 'Each line names the key and what to do'],
    },
  },
  'Rate limits and load': {
    exit: 2,
    rows: {
      'limit-not-permitted': ['the load would use up a rate limit', 'Set `permissions.exhaustRateLimit`, with a key of its own'],
      'load-through-proxy': ['a load through the proxy of the profile', 'Load the target directly: take `proxy` out'],
      'budget-exceeded': ['the load asks for more than the budget permits', 'Ask for less, or permit more'],
      'stages-below-zero': ['a ramp with a stage of no requests, or fewer', 'Let `--from`, `--step` and `--stages` stay above 0'],
      'threshold-unknown': ['a threshold of an operation that the load does not send', 'The message lists the operations'],
      'load-empty': ['no request of the document can be sent as load', 'See the reason for each in the message'],
      'rows-missing': ["no rows of a generator's load", "Collect the generator's whole output, and name its file"],
      'har-malformed': [
        'a file that is no HTTP Archive, or with a broken entry',
        'Export the traffic again as HAR 1.2, with response bodies',
      ],
      'row-malformed': ['a line that is no row', "Collect the generator's console output line by line"],
      'rows-without-headers': ['rows without the headers of the responses', 'Analyze what the exported script prints'],
      'rows-cut-off': ['the rows of a generator are not complete', 'Collect its output from start to end, or leave it out'],
      'generator-twice': ["a generator's rows are there twice", "Name each generator's rows once"],
      'rows-of-two-loads': ['rows that do not belong to one load', 'Analyze each load by itself'],
      'rows-of-another-profile': ['the rows were made with another profile', 'Name the profile that was exported'],
      'rows-of-another-version': ['the rows name operations that do not exist', 'Export the script again, and run it again'],
      'rows-clock': ['moments that no load can have', 'Let the generator write milliseconds, and set no clock while it runs'],
      'rows-unordered': ['clocks too far apart to tell an order of requests', 'Set the clocks of the generators, or use one generator'],
    },
  },
  'Runs and their folders': {
    exit: 2,
    rows: {
      'out-not-empty': ['the folder for the run has files in it', 'Choose another with `--out`'],
      'out-no-folder': ['a file stands where a folder is wanted', 'Choose another folder'],
      'out-in-use': ['another command writes to the folder', 'Choose another, or try again once it is done'],
      'run-missing': ['no run, or no report of one, in the folder', 'Name the folder that `assay run --out` made'],
      'run-without-verdicts': ['a run that has judged nothing', 'Name another run'],
      'run-is-a-shard': ['a part of a run in place of a run', '`assay merge` joins the shards'],
      'run-of-another-target': ['two runs of different targets', '`assay run --target A --against B` compares deployments'],
      'runs-incomparable': ['two runs that do not look at the same', 'Compare runs of one kind'],
      'runs-too-many': ['more runs than a history can draw', 'Name fewer of them'],
      'run-certified': ['the run is certified and stays as it is', 'Copy the folder without its certificate'],
      'run-files-differ': ['files in the folder that are not of one run', 'Take all of them as the run has left them'],
      'trace-changed': ['a trace that no run has left so', 'Take the trace as the run has left it'],
      'stored-malformed': ['a stored file that its schema does not permit', 'Take the file as the run has left it'],
      'stored-changed': ['a stored file that Assay would have written otherwise', 'Take the file as the run has left it'],
      'stored-too-large': ['a stored file beyond the bounds of any run', 'Take the file as the run has left it'],
      'stored-by-other-version': ['another version of Assay wrote the file', 'Read it with that version'],
      'replay-malformed': ['not a replay token', 'Copy the whole token from the line `replay` of the failure'],
      'replay-of-other-specs': ['a replay token of other specs', 'Run again, and take a new token'],
      'replay-of-another-target': ['a replay token of another target', 'Name its profile with `--target`'],
      'replay-not-planned': ['the profile does not permit the replayed case any more', 'Restore the profile, or run again'],
      'shards-missing': ['not all shards of the run', 'Name the folders of the others too, or drive them first'],
      'shard-twice': ['one shard is named twice', 'Leave one of them out'],
      'shards-of-two-runs': ['shards of different runs', 'Merge shards that were driven with the same profile, accounts and flags'],
      'shard-unusable': ['not a shard, or one that is not whole', 'Leave it out, or drive it again'],
    },
  },
  Certificates: {
    exit: 2,
    rows: {
      'certificate-exists': ['the run has a certificate already', '`assay verify` checks it'],
      'key-malformed': ['not an Ed25519 key in PEM', '`openssl genpkey -algorithm ed25519` makes one'],
      'run-folder-mixed': ['something in the folder that no run leaves there', "Take it out of the run's folder"],
      'run-folder-too-large': ['more files, or larger ones, than a run leaves', "Take out of the run's folder what is not its own"],
    },
  },
  'The mock': {
    exit: 2,
    rows: {
      'mock-port': ['the mock cannot listen on this port', 'Choose another port, or 0 for a free one'],
      'mock-name-unknown': [
        'a fault, state, act, choice, parameter or member that the mock does not have',
        'Send one of those in the message',
      ],
      'mock-id-unknown': ['an id of nothing that this deployment has made', 'Send an id that a provider state answered'],
      'mock-value': ['a value of another kind, or out of range', 'Send it as the message says'],
      'mock-value-missing': ['a parameter that is needed', 'Send it as the message says'],
      'mock-fixture': [
        'a fixture that contradicts a document, stands there twice, or names what is not there',
        'Correct it as the message says',
      ],
      'mock-exclusive': ['two things that exclude each other, or one of them twice', 'Send one of them'],
      'mock-not-now': ['an act that the present state does not permit', 'Bring the state about first'],
      'mock-clock': ['the clock cannot be turned so', 'Start the mock with a virtual clock, and stay within the year 9999'],
      'mock-media-type': ['a body that is not declared as JSON', 'Send `application/json`'],
      'mock-request-broken': ['no proper HTTP, or no JSON object in the body', 'Send the request whole'],
    },
  },
  'The budget': {
    exit: 3,
    rows: {
      'not-judged-in-time': [
        'the budget was over, and judging or reporting did not end: the folder has a report without verdicts',
        '`assay report` judges what is on record, however long that takes',
      ],
    },
  },
  'The library': {
    exit: 2,
    rows: {
      'mock-not-started': ['a profile of the embedded mock, which does not run', 'Pass it on: `{ mock: await startMock() }`'],
      'run-stopped': ['a suite whose configuration is wrong: nothing could be judged', 'Put right what the message names'],
      'fake-timers': ['a suite beside fake timers of vitest', 'Call `vi.useRealTimers()` before the suite'],
      'vitest-outdated': ['`assay/vitest` with a vitest before 4.1', 'Install a newer one: `npm install --save-dev vitest@latest`'],
      'vitest-missing': ['`assay/vitest` without vitest', 'Install it: `npm install --save-dev vitest`'],
      'response-unknown': [
        'a matcher that is not given a response, or one whose body is not there or was read before',
        'Pass on the response itself',
      ],
      'model-closed': ['a walk for a model that is closed', 'Close the model after the last walk'],
      'profile-missing': ['events or traffic without the profile of the target', 'Pass the profile: `{ profile }`'],
    },
  },
  'Assay itself': {
    exit: 4,
    rows: {
      disk: ['the disk is full or defective', 'Make room: what has been written stays'],
      'result-lost': ['results cannot be written to standard output', 'Make room, or write them elsewhere'],
      'not-loadable': ['Node cannot load a part of Assay', 'Install it again, for a version of Node that it supports'],
      'no-figures': ['a load ended without figures', 'Report it, with the folder of the run'],
      'run-ended': ['something was recorded after the end of a run', 'Report it, with the folder of the run'],
      'run-file-gone': ['a file of the run went away while it was read', 'Let nothing else write to the folder'],
      'certificate-unsound': ['the new certificate would not stand', 'Report it, with the folder of the run'],
      'ended-early': ['a module ended the process before the command was done', 'A module of provider states must not call `process.exit`'],
      defect: ['anything else: `Assay itself failed`, with a stack', 'Install again; where that does not help, report it'],
    },
  },
} as const satisfies Readonly<Record<string, Chapter>>;

type Chapters = typeof ERRORS;
export type ErrorCode = { [Heading in keyof Chapters]: keyof Chapters[Heading]['rows'] }[keyof Chapters];

/** What a command ends with that fails so. */
export function exitCodeOf(code: ErrorCode): Chapter['exit'] {
  return Object.values(ERRORS).find(({ rows }) => code in rows)?.exit ?? 2;
}

/** A mistake that ends a command, or a call of the library. The message says where, what was expected and found, and what to do. */
export class CodedError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A mistake in a spec, profile or other YAML file: one line for each finding, `file:line:column  field  expected …, found …`. */
export class SpecError extends CodedError {
  override readonly name = 'SpecError';
}

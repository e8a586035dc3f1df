/* Generated from specs/meta by npm run generate. Do not edit. */

/**
 * the name of a folder of specs/ that has a document.yaml
 */
export type DocumentName = string;
export type Clauses_DottedId = string;
/**
 * testable: a check can judge the clause on any target that claims the feature. reference-only: a check needs control over the target (clock, jobs). informative: no response can contradict the clause. unspecified: undocumented behaviour.
 */
export type ClauseStatus = 'testable' | 'reference-only' | 'informative' | 'unspecified';
/**
 * GET /faults of any deployment, for 'assay qualify --target': the faults that it can inject. The mock returns {faults, known}, with the list under 'known'
 */
export type FaultList = OfferedFault[];
/**
 * verdict, or waived, flaky, not judgeable or missing
 */
export type Standing = 'pass' | 'fail' | 'waived' | 'flaky' | 'inconclusive' | 'skipped' | 'error' | 'none' | 'absent';
/**
 * @minItems 1
 */
export type Document_Clauses = Clauses_DottedId[];
/**
 * consistency of objects by key: an id, a token or a name has one owner, and all views of an object agree
 */
export type AgreementLaws = AgreementLaw[];
/**
 * a list shows what was put in, and no more of what was taken out
 */
export type MembershipLaws = MembershipLaw[];
/**
 * operations that the document offers by name: one that ends each request of a run in an error of its own is not offered
 */
export type ServedLaws = ServedLaw[];
export type OwnParameter = {
  [k: string]: unknown;
} & {
  parameter: string;
  /**
   * path of its value in the object that holds the link
   */
  holder?: string;
  /**
   * path of its value in the whole body
   */
  body?: string;
  /**
   * @minItems 1
   */
  clauses: Clauses_DottedId[];
};
export type Families_RowId = string;
/**
 * $alias.field, as a step refers to it
 */
export type Families_Reference = string;
export type CredentialChange =
  | 'otherCase'
  | 'lastCharacter'
  | 'shortened'
  | 'lengthened'
  | 'veryLast'
  | 'oneMore'
  | 'firstCharacter'
  | 'spaceBefore'
  | 'spaceAfter';
export type CharacterRule = 'length' | 'lowerCase' | 'upperCase' | 'digit' | 'symbol';
export type HarHeaders = {
  name: string;
  value: string;
}[];
export type HarPairs = {
  name?: string;
  value?: string;
}[];
export type Load_Given = Given[];
export type LoadRow_Version = 'assay/2';
/**
 * unique id of the generator process, the same in all of its rows
 */
export type LoadRow_Generator = string;
export type JsonValue = {} | unknown[] | string | number | boolean | null;
/**
 * One line (a JSON object) of the output of an external load generator: a 'begin' per generator, an 'answer' per request, an 'end'. The script of `assay export k6` prints these rows, `assay load analyze` reads them. Rows contain no secrets, but pseudonyms such as ~token-17~.
 */
export type LoadRow = BeginRow | AnswerRow | EndRow;
/**
 * a number, or one that the seed draws, both ends included
 */
export type Amount =
  | number
  | {
      from: number;
      to: number;
    };
export type Declares = Declaration[];
export type StoredSource = PublicProfile_Source;
export type Blame = 'target' | 'provider-state' | 'config' | 'network' | 'harness' | 'document';
export type Outcome = 'conformant' | 'violations' | 'inconclusive' | 'partial' | 'usage' | 'error' | 'shard';
export type Basis = 'documented' | 'declared' | 'observed';
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'skipped' | 'error' | null;
/**
 * which objects have a value there, so that a field that no response ever shows is missing: all that hold the field's place ('always'), or those of these states, beside these members, in cases whose provider state hands such a value over. Where the document does not show a body, only a profile's binding promises it
 */
export type Presence =
  | 'always'
  | {
      /**
       * @minItems 1
       */
      state?: string[];
      /**
       * a datum of provider states
       */
      given?: string;
      /**
       * members of the object that holds the field, and their values
       */
      beside?: {
        [k: string]: string | boolean | number;
      };
    };
/**
 * One line of trace.ndjson. Secrets are replaced by pseudonyms at capture, in all strings.
 */
export type TraceEvent =
  | RunEvent
  | CaseEvent
  | StateEvent
  | ActEvent
  | ClockEvent
  | IntentEvent
  | ExchangeEvent
  | EmittedEvent
  | BlockedEvent
  | LeftoverEvent
  | SecretEvent
  | LoadEvent
  | EndEvent;

export interface Everything {
  accounts?: AccountsFile;
  certificate?: Certificate;
  clauses__documentName?: DocumentName;
  clauses__dottedId?: Clauses_DottedId;
  clauses__clauseStatus?: ClauseStatus;
  clauses__source?: ClauseSource;
  clauses__clause?: WrittenClause;
  clauses?: ClausesFile;
  control_plane__stateRequest?: StateRequest;
  control_plane__actRequest?: ActRequest;
  control_plane__clockRequest?: ClockRequest;
  control_plane__clockAnswer?: ClockAnswer;
  control_plane__events?: ControlEvents;
  control_plane__journal?: JournalAnswer;
  control_plane__faults?: FaultsRequest;
  control_plane__faultList?: FaultList;
  control_plane__injections?: InjectionsRequest;
  control_plane__limiter?: LimiterSettings;
  control_plane__refusal?: ControlRefusal;
  diff__run?: ComparedRun;
  diff__standing?: Standing;
  diff__change?: ClauseChange;
  diff__drift?: Drift;
  diff__latencyChange?: LatencyChange;
  diff?: Comparison;
  differential__deployment?: ComparedDeployment;
  differential__clauseDifference?: ClauseDifference;
  differential__observedDifference?: ObservedDifference;
  differential__answerDifference?: AnswerDifference;
  differential?: Differential;
  document__clauses?: Document_Clauses;
  document__agreement?: AgreementLaw;
  document__membership?: MembershipLaw;
  document__move?: MembershipMove;
  document__served?: ServedLaw;
  document__laws?: Laws;
  document?: DocumentFile;
  endpoints__parameter?: WrittenParameter;
  endpoints__response?: WrittenResponse;
  endpoints__operation?: WrittenOperation;
  endpoints__example?: ExampleRow;
  endpoints__improper?: ImproperRow;
  endpoints__link?: LinkRow;
  endpoints?: EndpointsFile;
  errata__erratum?: Erratum;
  errata?: ErrataFile;
  errors?: ErrorsFile;
  families__rowId?: Families_RowId;
  families__reference?: Families_Reference;
  families__use?: UseRow;
  families__nearMiss?: NearMissRow;
  families__secondAttempt?: SecondAttempt;
  families__guard?: GuardRow;
  families__way?: WayRow;
  families__repetition?: RepetitionRow;
  families__isolation?: IsolationRow;
  families__effect?: EffectRow;
  families__stateOperations?: StateOperationsRow;
  families__deletion?: DeletionRow;
  families__enumeration?: EnumerationRow;
  families__roundTrip?: RoundTripRow;
  families__policy?: PolicyRow;
  families__durability?: DurabilityRow;
  families__deadline?: DeadlineRow;
  families__concurrency?: ConcurrencyRow;
  families__characterRule?: CharacterRule;
  families__otherCredential?: OtherCredential;
  families__change?: CredentialChange;
  families?: FamiliesFile;
  faults__fault?: FaultRow;
  faults?: FaultsFile;
  fixtures?: FixturesFile;
  har__HarEntry?: HarEntry;
  har__HarPairs?: HarPairs;
  har__HarHeaders?: HarHeaders;
  har?: HarFile;
  history?: PastRun;
  load__given?: Load_Given;
  load__recipe?: LimiterRecipe;
  load__other?: OtherSubject;
  load?: LoadFile;
  load_row__version?: LoadRow_Version;
  load_row__generator?: LoadRow_Generator;
  load_row__headers?: LoadRow_Headers;
  load_row__begin?: BeginRow;
  load_row__answer?: AnswerRow;
  load_row__end?: EndRow;
  load_row?: LoadRow;
  probes__given?: Given;
  probes__expectation?: Expectation;
  probes__step?: Step;
  probes__until?: Until;
  probes__amount?: Amount;
  probes__size?: SizeRow;
  probes__pages?: PagesOfObjects;
  probes__probe?: ProbeRow;
  probes?: ProbesFile;
  profile__reference?: CredentialReference;
  profile__credential?: ServiceCredential;
  profile__binding?: Binding;
  profile__declaration?: Declaration;
  profile__service?: ServiceProfile;
  profile__provider?: ProviderSource;
  profile?: ProfileFile;
  provider_states__datum?: CatalogueDatum;
  provider_states__entry?: CatalogueEntry;
  provider_states?: ProviderStatesFile;
  public_profile__service?: StoredService;
  public_profile__source?: StoredSource;
  public_profile?: StoredProfile;
  refusals__contradiction?: Contradiction;
  refusals?: RefusalsFile;
  report__recurrence?: Recurrence;
  report__latency?: Latency;
  report?: Report;
  requirements?: Requirements;
  resources__field?: WrittenField;
  resources__resource?: WrittenResource;
  resources__when?: RuleCondition;
  resources__rule?: ResponseRule;
  resources?: ResourcesFile;
  run_lock__familyPlan?: FamilyPlan;
  run_lock__placeLacking?: PlaceLacking;
  run_lock__planned?: PlannedThen;
  run_lock?: RunPlan;
  statement__sha256?: Sha256;
  statement__testResult?: TestResult;
  statement?: Statement;
  statements?: StatementsFile;
  states__machine?: WrittenMachine;
  states__transition?: WrittenTransition;
  states?: StatesFile;
  trace__blame?: Blame;
  trace__selection?: Selection;
  trace__shard?: Shard;
  trace__stoppedBy?: StoppedBy;
  trace__place?: Place;
  trace__run?: RunEvent;
  trace__case?: CaseEvent;
  trace__state?: StateEvent;
  trace__act?: ActEvent;
  trace__clock?: ClockEvent;
  trace__intent?: IntentEvent;
  trace__exchange?: ExchangeEvent;
  trace__emitted?: EmittedEvent;
  trace__blocked?: BlockedEvent;
  trace__secret?: SecretEvent;
  trace__end?: EndEvent;
  trace__json?: JsonValue;
  trace__leftover?: LeftoverEvent;
  trace__clockOffset?: ClockOffset;
  trace__load?: LoadEvent;
  trace__latency?: Trace_Latency;
  trace?: TraceEvent;
  waivers__waiver?: Waiver;
  waivers?: WaiversFile;
}
/**
 * Accounts prepared in the target, each with its provider state and the data of the state. 'assay states' lists the states with their parameters and data.
 */
export interface AccountsFile {
  about?: string;
  /**
   * @minItems 1
   */
  accounts: AccountRow[];
}
export interface AccountRow {
  about?: string;
  /**
   * name of a provider state in the catalogue
   */
  state: string;
  /**
   * parameters of the state (default: those of the catalogue)
   */
  params?: {};
  /**
   * data of the state according to the catalogue; { env: NAME } and { file: PATH } refer to a text stored elsewhere, such as a password
   */
  data: {};
  /**
   * true: single-use account. false: reusable account, restored after each use (default: that of the catalogue)
   */
  consumable?: boolean;
}
/**
 * certificate.json: a DSSE envelope around an in-toto statement (statement.schema.json), signed once with Ed25519
 */
export interface Certificate {
  /**
   * base64 of the statement's JSON
   */
  payload: string;
  payloadType: string;
  signatures: CertificateSignature[];
}
export interface CertificateSignature {
  /**
   * SHA-256 of the public key's SPKI DER, hex
   */
  keyid: string;
  /**
   * base64 of the signature over the payload's pre-authentication encoding
   */
  sig: string;
}
/**
 * Where the statement stands. Exactly one of heading, line, item, row.
 */
export interface ClauseSource {
  /**
   * Heading path, joined by ' > ', without the document's title
   */
  section: string;
  /**
   * the heading line itself makes a statement
   */
  heading?: true;
  /**
   * 1-based ordinal of the paragraph line in the section
   */
  line?: number;
  /**
   * 1-based ordinal of the list item in the section, nested items counted in order
   */
  item?: number;
  /**
   * 1-based ordinal of the table in the section (default: 1)
   */
  table?: number;
  /**
   * 1-based ordinal of the body row in the table
   */
  row?: number;
  /**
   * 1-based ordinal of the sentence in the line or item; required where there are several, unless spanReason says why
   */
  sentence?: number;
  spanReason?: string;
  /**
   * first 8 hex digits of SHA-256 over the text of this place, white space folded
   */
  digest: string;
}
export interface WrittenClause {
  id: Clauses_DottedId;
  /**
   * paraphrase of the statement
   */
  says: string;
  /**
   * default: testable
   */
  status?: ClauseStatus;
  /**
   * reason why the clause is informative or reference-only
   */
  reason?: string;
  /**
   * default: the feature whose 'clauses' name the longest beginning of the id
   */
  feature?: Clauses_DottedId;
  /**
   * possible readings of the statement; only a response that contradicts all readings is a violation
   *
   * @minItems 2
   */
  readings?: string[];
  /**
   * unspecified clauses: the source of the behaviour, bindings/<name>, declares/<name> or observed/<topic>
   *
   * @minItems 1
   */
  filledBy?: string[];
  /**
   * names of bindings without which the clause cannot be judged
   */
  needs?: string[];
  /**
   * true: judged only in passing; passes after one relevant observation, otherwise skipped ('not seen')
   */
  inPassing?: true;
  /**
   * true: judged and reported, but not scored; affects neither outcome nor certificate
   */
  provisional?: true;
}
/**
 * All clauses of one document. Every content line of the document belongs to at least one clause.
 */
export interface ClausesFile {
  features: {
    id: Clauses_DottedId;
    about: string;
    /**
     * ids, or beginnings of ids, of the clauses that belong to the feature; the longest beginning decides
     *
     * @minItems 1
     */
    clauses?: Clauses_DottedId[];
  }[];
  /**
   * the places of the document, in its order, each with its clauses
   */
  passages: Passage[];
}
export interface Passage {
  source: ClauseSource;
  /**
   * @minItems 1
   */
  clauses: WrittenClause[];
}
/**
 * POST /states: sets up or tears down one provider state and returns its data as a JSON object; consumer and action as in Pact
 */
export interface StateRequest {
  consumer?: string;
  state: string;
  params?: {};
  action?: 'setup' | 'teardown';
  /**
   * teardown: the data that the setup returned
   */
  data?: {};
}
/**
 * POST /acts: performs one act and returns its data as a JSON object
 */
export interface ActRequest {
  act: string;
  params?: {};
}
/**
 * POST /clock: advances the clock; GET /clock and POST /clock return {now} in ISO 8601
 */
export interface ClockRequest {
  /**
   * ISO 8601 duration, days to milliseconds: P1DT2H3M4.5S
   */
  advance: string;
}
export interface ClockAnswer {
  now: string;
  [k: string]: unknown;
}
/**
 * GET /events?since=SEQ (integer, default 0): later events that the target emitted (e-mail, syslog), oldest first
 */
export interface ControlEvents {
  events: ControlEvent[];
  [k: string]: unknown;
}
export interface ControlEvent {
  seq: number;
  kind: string;
  at: string;
  /**
   * subject of the event: a login or an id
   */
  about?: string;
  [k: string]: unknown;
}
/**
 * GET /journal?operation=NAME&state=NAME&from=TIME&to=TIME (all optional; state before or after the operation; times in ISO 8601): requests since the last reset, oldest first, at most the last 10,000
 */
export interface JournalAnswer {
  requests: JournalEntry[];
  /**
   * number of older requests dropped since the last reset
   */
  dropped: number;
  [k: string]: unknown;
}
export interface JournalEntry {
  /**
   * sequence number from 1, in the order of the responses; not reset
   */
  seq: number;
  /**
   * arrival time of the request, on the clock of the target
   */
  at: string;
  service: DocumentName;
  method: string;
  /**
   * path with query, truncated to 1000 characters
   */
  path: string;
  /**
   * operation; absent if the request was refused before routing
   */
  operation?: string;
  /**
   * state of the resource of the request before the operation; absent without a state
   */
  stateBefore?: string;
  /**
   * state of the resource after the operation
   */
  stateAfter?: string;
  /**
   * status of the response; absent if the connection was closed instead
   */
  status?: number;
  [k: string]: unknown;
}
/**
 * PUT /faults: the faults to inject; all others are removed
 */
export interface FaultsRequest {
  faults: string[];
}
/**
 * a fault of a deployment; further members are ignored
 */
export interface OfferedFault {
  /**
   * id of the fault in PUT /faults
   */
  id: string;
  /**
   * one sentence that describes the faulty behaviour
   */
  about: string;
  /**
   * id of the violated clause ('assay clauses' lists the ids)
   */
  clause?: string;
  /**
   * ids of further violated clauses
   */
  alsoBreaks?: string[];
  /**
   * violated sentence, row or item of the document, if no clause is named
   */
  quote?: string;
  /**
   * document of the fault, if neither clause nor quote determines it
   */
  document?: string;
  /**
   * labels for totals, such as [tokens, sequence], or by name: { difficulty: sequence }
   */
  labels?:
    | string[]
    | {
        [k: string]: string;
      };
}
/**
 * PUT /injections: replaces the injections into requests of these operations; GET and PUT return them
 */
export interface InjectionsRequest {
  injections: Injection[];
}
/**
 * one injection per operation; drop and status exclude each other
 */
export interface Injection {
  operation: string;
  /**
   * delay in milliseconds of real time
   */
  delayMs?: number;
  /**
   * true: closes the connection without a response; the operation has no effect
   */
  drop?: boolean;
  /**
   * responds with this status and {}; the operation has no effect
   */
  status?: number;
}
/**
 * PUT /limiter: replaces the rate limiter
 */
export interface LimiterSettings {
  service?: DocumentName;
  kind: 'fixed-aligned' | 'fixed-first' | 'sliding-log' | 'sliding-counter' | 'token-bucket' | 'concurrency' | 'none';
  limit?: number;
  periodMs?: number;
}
export interface ControlRefusal {
  error: string;
  remedy?: string;
  [k: string]: unknown;
}
export interface ComparedRun {
  startedAt: string;
  version: string;
  specs: string;
  seed: number;
  /**
   * as in report.json
   */
  outcome: string;
  /**
   * as in report.json
   */
  replayFlags?: string;
}
export interface ClauseChange {
  clause: string;
  before: Standing;
  after: Standing;
  /**
   * reason of the later verdict
   */
  reason?: string;
  /**
   * newly failing checks
   */
  checks?: string[];
  replay?: string;
}
/**
 * undocumented behaviour changed
 */
export interface Drift {
  clause: string;
  about: string;
  before: unknown[];
  after: unknown[];
}
export interface LatencyChange {
  document: DocumentName;
  operation: string;
  direction: 'slower' | 'faster';
  before: Latency;
  after: Latency;
}
/**
 * response times in milliseconds
 */
export interface Latency {
  document: DocumentName;
  operation: string;
  samples: number;
  p50: number;
  p90: number;
}
/**
 * Output of assay diff --json, and diff.json of a run with --baseline; schemaVersion 1
 */
export interface Comparison {
  schemaVersion: 1;
  target: string;
  before: ComparedRun;
  after: ComparedRun;
  /**
   * true if the same version of Assay and the same specs judged both runs
   */
  sameSuite: boolean;
  clauses: ClauseChanges;
  suite: SuiteChanges;
  /**
   * number of clauses outside the filters of one run
   */
  notCompared: number;
  observations: Drift[];
  /**
   * operations whose latency changed beyond the tolerated factor
   */
  latency: LatencyChange[];
  /**
   * differences of --fail-on that were found
   */
  tripped: string[];
  exitCode: number;
}
/**
 * changes of clauses that both runs cover
 */
export interface ClauseChanges {
  newlyFailing: ClauseChange[];
  /**
   * fails as before, and now for other checks too
   */
  failsOtherwise: ClauseChange[];
  newlyPassing: ClauseChange[];
  /**
   * flaky in one of the runs
   */
  flaky: ClauseChange[];
  noLongerJudged: ClauseChange[];
  newlyJudged: ClauseChange[];
  /**
   * a waiver was added or removed
   */
  waivers: ClauseChange[];
}
/**
 * changes of the suite, not of the target; empty if the suite is the same
 */
export interface SuiteChanges {
  added: ClauseChange[];
  removed: ClauseChange[];
  /**
   * changed verdict of a clause whose text or checks changed
   */
  judgedOtherwise: ClauseChange[];
}
export interface ComparedDeployment {
  /**
   * name of the profile
   */
  name: string;
  /**
   * folder of the run
   */
  run: string;
  /**
   * as in report.json
   */
  outcome: string;
}
export interface ClauseDifference {
  clause: string;
  says?: string;
  target: Standing;
  against: Standing;
  targetReason?: string;
  againstReason?: string;
}
export interface ObservedDifference {
  clause: string;
  about: string;
  /**
   * all observed values
   */
  target: unknown[];
  against: unknown[];
}
export interface AnswerDifference {
  /**
   * clause of the first of these steps, if it has one
   */
  clause?: string;
  document: DocumentName;
  operations: string[];
  /**
   * status, error, a header, or a member as a JSON pointer with [] for list elements
   */
  about: string;
  target: string;
  against: string;
  /**
   * number of steps with the difference
   */
  times: number;
  /**
   * sequence numbers of the first exchange with the difference, in both runs
   */
  exchanges: number[];
}
/**
 * differences.json of assay run --target A --against B: the differences between the two deployments; schemaVersion 1
 */
export interface Differential {
  schemaVersion: 1;
  seed: number;
  target: ComparedDeployment;
  against: ComparedDeployment;
  /**
   * clauses that only one deployment fulfils
   */
  clauses: ClauseDifference[];
  /**
   * basis observed: undocumented behaviour that differs
   */
  observations: ObservedDifference[];
  /**
   * basis observed: different responses to the same step of a clause that both deployments fulfil
   */
  answers: AnswerDifference[];
  /**
   * clauses judged for one deployment only
   */
  notCompared: ClauseDifference[];
  exitCode: number;
}
export interface AgreementLaw {
  /**
   * kind of the key, in lower case
   */
  kind: string;
  /**
   * @minItems 1
   */
  views: AgreementView[];
  /**
   * @minItems 1
   */
  fields: AgreementField[];
}
export interface AgreementView {
  resource: string;
  /**
   * path of the object in the resource, as in resources.yaml (default: the whole resource)
   */
  at?: string;
  /**
   * path of the key in the object
   */
  key: string;
}
export interface AgreementField {
  /**
   * path of the field in the object; views that do not document the field are left out
   */
  path: string;
  /**
   * operations that may change the field
   *
   * @minItems 1
   */
  until?: string[];
  clauses: Document_Clauses;
}
export interface MembershipLaw {
  /**
   * what the list holds, in lower case
   */
  kind: string;
  /**
   * shows the list
   */
  operation: string;
  /**
   * path of the elements within the body: list[]
   */
  at: string;
  /**
   * member of an element that names it
   */
  key: string;
  /**
   * member of an element that has a value once it was deleted: the list may show it still
   */
  deleted?: string;
  /**
   * parameters of all three operations that say which list it is
   *
   * @minItems 1
   */
  within: string[];
  enters: MembershipMove;
  leaves: MembershipMove;
  /**
   * tells whether what was taken up for later has happened
   */
  reads?: MembershipMove;
  clauses: {
    entered?: Document_Clauses;
    left?: Document_Clauses;
  };
}
export interface MembershipMove {
  /**
   * the operation
   */
  call: string;
  /**
   * its parameter that names the element
   */
  names: string;
}
export interface ServedLaw {
  operation: string;
  /**
   * true where all that the operation is asked with is a credential that the target has issued: to refuse each of them (401, 403) is the target's own error, too
   */
  issued?: true;
  clauses: Document_Clauses;
}
/**
 * Laws over several responses; each judges the clauses of the document that state it
 */
export interface Laws {
  pagination?: PaginationLaw;
  pageSize?: PageSizeLaw;
  tokenLifetime?: TokenLifetimeLaw;
  transactionExpiry?: TransactionExpiryLaw;
  agreement?: AgreementLaws;
  membership?: MembershipLaws;
  served?: ServedLaws;
  rateLimit?: RateLimitLaw;
  limiter?: LimiterLaw;
}
/**
 * pagination along the Link header: complete, without duplicates, finite, and identical backwards
 */
export interface PaginationLaw {
  operation: string;
  /**
   * JSON pointer to the objects of a page
   */
  list: string;
  /**
   * JSON pointer to the id in an object
   */
  id: string;
  /**
   * query parameter of the start position of a page
   */
  position: string;
  /**
   * datum of a provider state with the ids of all objects, in addition to 'count' for their number
   */
  ids?: string;
  clauses: {
    complete?: Document_Clauses;
    unique?: Document_Clauses;
    ends?: Document_Clauses;
    back?: Document_Clauses;
    first?: Document_Clauses;
  };
}
/**
 * page size of the pagination law: no page contains more objects, and the links preserve it
 */
export interface PageSizeLaw {
  parameter: string;
  /**
   * maximum page size
   */
  most: number;
  clauses: {
    'page-size'?: Document_Clauses;
    'links-carry-count'?: Document_Clauses;
    'count-works-in-links'?: Document_Clauses;
  };
}
/**
 * a bearer token is valid until its expiry, by the Date headers of the responses
 */
export interface TokenLifetimeLaw {
  /**
   * JSON pointer to the token in the issuing response body
   */
  token: string;
  /**
   * JSON pointer to its expiry in the same body
   */
  expires: string;
  clauses: {
    'not-over-when-issued'?: Document_Clauses;
    'over-at-its-end'?: Document_Clauses;
  };
}
/**
 * a transaction is valid until its expiry, by the Date headers of the responses
 */
export interface TransactionExpiryLaw {
  /**
   * operation that reads a transaction by its token
   */
  operation: string;
  /**
   * JSON pointer to the token in the body
   */
  token: string;
  /**
   * JSON pointer to its expiry in the same body
   */
  expires: string;
  clauses: {
    'lies-ahead'?: Document_Clauses;
    'alive-until-then'?: Document_Clauses;
  };
}
/**
 * rate-limit headers across several responses
 */
export interface RateLimitLaw {
  clauses: {
    'none-remain-when-refused'?: Document_Clauses;
    'passes-at-retry-at'?: Document_Clauses;
    'full-at-reset'?: Document_Clauses;
  };
}
/**
 * behaviour of the rate limiter in a probe, beyond the form of its headers
 */
export interface LimiterLaw {
  clauses: {
    permitted?: Document_Clauses;
    'refused-beyond'?: Document_Clauses;
    'counts-each'?: Document_Clauses;
    'limit-stays'?: Document_Clauses;
    reset?: Document_Clauses;
    'retry-at'?: Document_Clauses;
    'until-replenished'?: Document_Clauses;
    'each-period'?: Document_Clauses;
    named?: Document_Clauses;
  };
  /**
   * clause that leaves numbers and keys of the limit unspecified
   */
  observed: {
    clauses: Document_Clauses;
  };
}
/**
 * Settings and laws of a document. The name of the document is that of its folder.
 */
export interface DocumentFile {
  title: string;
  /**
   * unique prefix of the ids of its clauses and features, up to the first dot
   */
  idPrefix: string;
  /**
   * position among the documents; documents without one follow by name
   */
  order?: number;
  /**
   * offset of the port of its service from the first port of the mock
   */
  portOffset?: number;
  laws?: Laws;
}
export interface WrittenParameter {
  /**
   * a name, or several of parameters that are alike
   *
   * @minItems 1
   */
  name: string | string[];
  in: 'path' | 'query' | 'header' | 'body';
  /**
   * conditional: depends on a rule of the document. Default in a path: true
   */
  required?: true | false | 'conditional';
  /**
   * default: { type: string }
   */
  schema?: {};
  default?: unknown;
  /**
   * kind of secret; capture replaces the value by a pseudonym
   */
  secret?: string;
  /**
   * default: those of the operation
   */
  clauses?: Clauses_DottedId[];
  /**
   * values without effect for an optional parameter; depending on the seed, a request has one of them or none
   */
  neutral?: unknown[];
}
export interface WrittenResponse {
  /**
   * status of success; omitted if undocumented, then bound as 'success'
   */
  status?: number;
  /**
   * name in resources.yaml
   */
  resource?: string;
  /**
   * name or code in errors.yaml
   */
  error?: string;
  /**
   * default: those of the operation
   */
  clauses?: Clauses_DottedId[];
}
export interface WrittenOperation {
  id: string;
  about?: string;
  clauses: Clauses_DottedId[];
  /**
   * response fields that equal request values
   *
   * @minItems 1
   */
  echoes?: EchoRow[];
  /**
   * omitted if undocumented: a binding is required
   */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * path below the base URL, with {parameters}; omitted if undocumented: a binding is required
   */
  path?: string;
  /**
   * false: the document states that the request carries no credential
   */
  authenticated?: boolean;
  /**
   * groups of parameters with required: conditional: a request has all of at least one group
   *
   * @minItems 1
   */
  requires?: string[][];
  /**
   * unspecified parts that a binding must define before the operation can be called; default: all but base-path where neither method nor path is told
   */
  open?: ('method' | 'path' | 'request' | 'response' | 'success' | 'base-path')[];
  /**
   * true: the operation only reads
   */
  safe?: boolean;
  /**
   * true: the operation starts, continues or ends a sign-in without other changes; operations that are neither this nor safe require permissions.mutate
   */
  signIn?: boolean;
  /**
   * true: the operation deletes; requires permissions.destroy and permissions.mutate
   */
  destructive?: boolean;
  /**
   * true: a background job may perform the operation; status 202 then means accepted only
   */
  deferrable?: boolean;
  undo?: UndoRow;
  parameters?: WrittenParameter[];
  responses: WrittenResponse[];
  /**
   * examples of a valid request; each is varied to requests with one invalid value
   */
  examples?: ExampleRow[];
  /**
   * forbidden responses to such requests; without a matching row, the response is only observed
   */
  improper?: ImproperRow[];
}
export interface EchoRow {
  /**
   * path as in resources.yaml; for lists, every element
   */
  field: string;
  /**
   * one of the parameters below
   */
  parameter: string;
  /**
   * states in which the response is about something else, such as a transaction of its own
   *
   * @minItems 1
   */
  notState?: string[];
  /**
   * an object or a list, to which the deployment may add members of its own; what was sent stands in it
   */
  holds?: true;
  /**
   * what undo.readBack shows of the object that was made holds what was sent, too
   */
  read?: true;
  /**
   * with read: operations that may change the value, with the parameters of the read
   *
   * @minItems 1
   */
  until?: string[];
  /**
   * @minItems 1
   */
  clauses: Clauses_DottedId[];
}
/**
 * for operations that create a resource: its removal in the clean-up after a case. $args.NAME is an argument of the creating call, $made.NAME a field of its response
 */
export interface UndoRow {
  /**
   * operation that removes the resource; omitted if the document has none
   */
  call?: string;
  with?: {};
  /**
   * operation that reads the resource; not found after its removal
   */
  readBack?: {
    call: string;
    with: {};
  };
  /**
   * owner of the resource: the teardown of a provider state with one of these values among its data removes it
   */
  within?: string[];
}
/**
 * One valid request. A parameter is varied in the first example that contains it, otherwise in the first example.
 */
export interface ExampleRow {
  id: string;
  about: string;
  given?: Given[];
  /**
   * steps before the request
   */
  prepare?: Step[];
  /**
   * caller in authentication.yaml (default: that of the document)
   */
  caller?: string;
  /**
   * required permissions of the profile, since a lenient target may perform the request
   */
  permissions?: ('mutate' | 'destroy' | 'exhaustRateLimit')[];
  /**
   * arguments by parameter name, as in a step
   */
  with: {
    [k: string]: unknown;
  };
}
export interface Given {
  /**
   * name in provider-states.yaml
   */
  state: string;
  params?: {};
  /**
   * the steps leave the state another than it was, although the catalogue does not call it consumable: a prepared account serves once
   */
  spends?: boolean;
  /**
   * true where the steps use what is its own in the place of another state's: it must not come with the same, as the catalogue's 'distinct' says
   */
  apart?: true;
  /**
   * alias under which the data is referred to, as $alias.field
   */
  as?: string;
}
/**
 * Exactly one of call, follow, walk, act, advance, until, provide
 */
export interface Step {
  /**
   * name for later references: $id.body.stateToken, $id.headers.link
   */
  id?: string;
  /**
   * operation id
   */
  call?: string;
  /**
   * link of the previous response: relation (next, cancel, skip, prev, …) or JSON pointer to a link object
   */
  follow?: string;
  /**
   * id of the earlier step whose response has the link to follow, where it is not the previous one
   */
  of?: string;
  /**
   * follow this relation of the Link header again and again, until a response lacks it or refuses; each request is an exchange at this place, and 'times' is the most that are sent (where omitted, ten more than twice the objects of $size, else 10,000). Where the last page has neither next nor prev, walk: prev begins on the page before it
   */
  walk?: string;
  /**
   * arguments by parameter name; $alias.field and $stepId.pointer and $last.field are resolved; $fresh.KIND is generated from the seed
   */
  with?: {};
  /**
   * send this instead of a JSON body built from 'with': text, and content type
   */
  raw?: {
    text?: string;
    contentType?: string;
    /**
     * announce a longer body than the text, close the sending side after it, and read the answer
     */
    halfClose?: true;
  };
  altered?: Alteration;
  headers?: {
    [k: string]: string;
  };
  /**
   * sent in the query, whether or not the operation has such parameters, in the place of those of the same name: name -> text or reference
   */
  query?: {
    [k: string]: string;
  };
  /**
   * caller name in authentication.yaml; the document's default where omitted
   */
  caller?: string;
  /**
   * name in provider-states.yaml
   */
  act?: string;
  /**
   * turn the clock: ISO 8601 duration, or $alias.field
   */
  advance?: string;
  until?: Until;
  provide?: Given;
  /**
   * pass the step over unless each reference has one of these values: $id.body.status -> [MFA_REQUIRED]; nothing is asked of a step passed over
   */
  when?: {
    [k: string]: unknown[];
  };
  /**
   * repeat the call
   */
  times?: number;
  expect?: Expectation[];
  /**
   * the case goes on without the step, and whatever it is answered: it is there for what later ones are judged by
   */
  open?: true;
  /**
   * record the outcome under this topic, judged only if the profile declares it
   */
  observe?: string;
  /**
   * sent while the step before it is under way, so that the target has both at once. What it answers is never 'last'
   */
  meanwhile?: true;
  /**
   * a 429 is an answer here: it is not waited out
   */
  impatient?: true;
  /**
   * the later steps rest on what this one does, whatever else is expected here: where it is refused or breaks down, they are not judged until one of them is answered as if it had been done
   */
  prepares?: true;
}
/**
 * what is changed of the JSON body that 'with' builds
 */
export interface Alteration {
  /**
   * further members, where the body is an object
   */
  members?: {
    [k: string]: unknown;
  };
  /**
   * so many spaces of insignificant white space after the first character
   */
  padding?: number;
  /**
   * leave out the last character, so that it is broken JSON
   */
  unfinished?: true;
}
/**
 * turn the clock towards a moment that an earlier answer names, or by a duration: one of the two
 */
export interface Until {
  /**
   * reference to a time in ISO 8601, as an HTTP date, or in Unix seconds or milliseconds: $id.body.expiresAt
   */
  moment?: string;
  /**
   * ISO 8601 duration of days, hours, minutes and seconds, or $alias.field
   */
  duration?: string;
  /**
   * so much of the way there, from now; all of it where omitted
   */
  share?: number;
  /**
   * so many seconds after it; before it where negative
   */
  seconds?: number;
}
/**
 * What a statement demands of this one response. The keys are joined by 'and'; a list under one key means 'one of these is permitted'; 'error' beside 'state' or 'status' is an alternative to them.
 */
export interface Expectation {
  /**
   * @minItems 1
   */
  clauses: Clauses_DottedId[];
  state?: string[];
  notState?: string[];
  /**
   * error names; their documented status goes with them
   */
  error?: string[];
  status?: (number | string)[];
  notStatus?: (number | string)[];
  /**
   * the document does not promise that the request is served: an operation that is refused each time leaves it open
   */
  ifServed?: true;
  /**
   * judged in these states only: whether the request leads there, the document does not say
   *
   * @minItems 1
   */
  inState?: string[];
  /**
   * JSON pointer into the view: the expectation is asked only where a success has something there
   */
  ifShown?: string;
  /**
   * JSON pointers into the body; 'a|b' in a segment means either
   */
  present?: string[];
  absent?: string[];
  /**
   * relation: name of the link (or true where any will do). Its href and method must be those of endpoints.yaml
   */
  link?: {
    [k: string]: string | boolean;
  };
  /**
   * JSON Schema over the response view {status, headers, body, state, error, errorText}
   */
  view?: {};
  /**
   * JSON pointers into the view whose value must equal that of an earlier step: pointer -> $step.pointer or $alias.field; '*' in a pointer is any element of a list
   */
  same?: {
    [k: string]: string;
  };
  /**
   * like same, but must differ
   */
  differs?: {
    [k: string]: string;
  };
  /**
   * like same, where the pointer is there at all: for fields that no statement demands
   */
  sameIfPresent?: {
    [k: string]: string;
  };
  /**
   * like same, where that earlier step has shown the value: what it showed is neither changed nor lost
   */
  keeps?: {
    [k: string]: string;
  };
  /**
   * JSON pointers into the view whose text (JSON text where it is no string) must contain that of the reference: pointer -> $step.pointer or $alias.field
   */
  contains?: {
    [k: string]: string;
  };
  /**
   * references, as in same, whose text must stand nowhere in the answer
   */
  lacks?: string[];
  among?: Among;
  /**
   * events that the target emitted during this step: kind -> exact count
   */
  events?: {
    [k: string]: number;
  };
  /**
   * with events: the provider state or step, $alias, that they are about; those about something else of the case do not count
   */
  about?: string;
  /**
   * in words, for the failure message
   */
  expected?: string;
}
/**
 * how many answers of these earlier steps ($id) may have such a status: what came of several at once
 */
export interface Among {
  /**
   * @minItems 1
   */
  steps: string[];
  /**
   * @minItems 1
   */
  status: (number | string)[];
  atMost: number;
}
export interface ImproperRow {
  /**
   * id of the check
   */
  id: string;
  /**
   * names of parameters, a member of an object as parameter.member, and body for the body as a whole
   *
   * @minItems 1
   */
  parameters: string[];
  /**
   * classes of values, such as type, null, absent, empty, huge (default: all)
   */
  classes?: string[];
  expect: Expectation;
}
/**
 * A link relation or name seen in responses, with the operation that it leads to
 */
export interface LinkRow {
  name: string;
  operation: string;
  clauses: Clauses_DottedId[];
  /**
   * parameters of the operation that identify the owner of the link
   *
   * @minItems 1
   */
  own?: OwnParameter[];
}
export interface EndpointsFile {
  operations: WrittenOperation[];
  links?: LinkRow[];
}
/**
 * Its clause or check is inconclusive from this version on, with the reason. An erratum alone makes no run inconclusive, because no target can correct it
 */
export interface Erratum {
  /**
   * id of the wrong clause
   */
  clause?: string;
  /**
   * id of the wrong check
   */
  check?: string;
  /**
   * first version with the mistake
   */
  since: string;
  /**
   * description of the mistake
   */
  reason: string;
  /**
   * URL of the discussion
   */
  link?: string;
}
/**
 * specs/errata.yaml: wrong clauses and checks of a release
 */
export interface ErrataFile {
  errata: Erratum[];
}
export interface ErrorsFile {
  /**
   * JSON pointer to the error name or code in an error body; omitted if undocumented (bound as errorName)
   */
  errorName?: string;
  /**
   * clause that leaves further errors unspecified; omitted where the document names every status of an error
   */
  others?: Clauses_DottedId;
  errors: ErrorRow[];
}
export interface ErrorRow {
  /**
   * value in responses; for a row without a name, a name such as not-found
   */
  name: string;
  /**
   * false: the document gives a status without a name
   */
  named?: false;
  status: number;
  /**
   * documented text in responses
   */
  summary?: string;
  /**
   * the summary names what these operations are asked for: of others the document shows no text; all where omitted
   *
   * @minItems 1
   */
  textOf?: string[];
  /**
   * paraphrase of the document
   */
  condition: string;
  /**
   * true: the error rejects the credential itself, not its permissions
   */
  credential?: true;
  /**
   * true: a transient error that any request may receive
   */
  temporary?: true;
  /**
   * @minItems 1
   */
  clauses: Clauses_DottedId[];
}
export interface UseRow {
  id: Families_RowId;
  given?: Given[];
  /**
   * further names of bindings without which it cannot be sent; what it calls and the document leaves open it needs anyway
   */
  needs?: string[];
  permissions?: ('mutate' | 'destroy' | 'exhaustRateLimit')[];
  /**
   * its provider states serve one attempt: preparing again, or after a refusal, may fail
   */
  once?: true;
  /**
   * what it asks for is there no more: a valid request that is refused
   */
  gone?: true;
  /**
   * steps before the request
   */
  prepare?: Step[];
  step: Step;
}
export interface NearMissRow {
  id: Families_RowId;
  /**
   * what the credential, or the name, is, with its article: the password at sign-in
   */
  about: string;
  /**
   * id of a use
   */
  use: string;
  /**
   * the credential, as the use refers to it
   */
  secret: Families_Reference;
  /**
   * changes after which it may still be the right one, or of which no clause speaks
   */
  omits?: CredentialChange[];
  /**
   * what is wrong uses nothing up: all are sent after one preparation
   */
  together?: true;
  /**
   * credentials that are right elsewhere: another owner's, the previous one, a revoked one
   */
  others?: OtherCredential[];
  /**
   * of the request with an empty text in its place, which may be taken for one that leaves it out; where omitted, none is sent
   *
   * @minItems 1
   */
  empty?: Expectation[];
  /**
   * a wrong one is sent twice after one preparation, and the second response judged: in a case each
   *
   * @minItems 1
   */
  twice?: SecondAttempt[];
  /**
   * @minItems 1
   */
  expect: Expectation[];
}
export interface OtherCredential {
  id: Families_RowId;
  /**
   * in words: the password of another user
   */
  about: string;
  /**
   * what is sent in the place of the credential
   */
  value: Families_Reference;
  /**
   * provider states beside those of the use
   */
  given?: Given[];
  /**
   * steps between those of the use and the request
   */
  prepare?: Step[];
  /**
   * in the place of the row's own
   *
   * @minItems 1
   */
  expect?: Expectation[];
}
export interface SecondAttempt {
  /**
   * beside what the use needs
   */
  needs?: string[];
  /**
   * steps between the two, that show whether the first has ended what they are sent in
   *
   * @minItems 1
   */
  between?: Step[];
  /**
   * as of a step: where it is not met, the second is not sent
   */
  when?: {
    [k: string]: unknown[];
  };
  /**
   * @minItems 1
   */
  expect: Expectation[];
}
/**
 * A precondition, and what of a valid request is to be changed so that it is not met
 */
export interface GuardRow {
  id: Families_RowId;
  /**
   * how the request is sent: without the subscription
   */
  about: string;
  /**
   * ids of uses
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * provider states in the place of those of the use under the same alias, or beside them
   */
  given?: Given[];
  /**
   * beside what the use needs
   */
  needs?: string[];
  /**
   * steps between those of the use and the request
   */
  prepare?: Step[];
  /**
   * who sends the request instead
   */
  caller?: string;
  /**
   * in the place of the request's own; {} sends none
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * references of the request, each with what is sent in its place
   */
  instead?: {
    [k: string]: Families_Reference;
  };
  /**
   * parameters that the request leaves out
   */
  without?: string[];
  /**
   * of the valid request, before and after the one that does not meet the precondition; where given, each use can be sent again and again
   *
   * @minItems 1
   */
  met?: Expectation[];
  /**
   * @minItems 1
   */
  expect: Expectation[];
}
/**
 * What the document says of a state, and the requests that lead there in different ways
 */
export interface WayRow {
  id: Families_RowId;
  /**
   * the state, as it follows the name of an operation: in a step-up
   */
  about: string;
  /**
   * ids of uses whose request leads there
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * @minItems 1
   */
  expect: Expectation[];
}
export interface RepetitionRow {
  id: Families_RowId;
  /**
   * how the request is sent: a second time
   */
  about: string;
  /**
   * ids of uses
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * how often it is sent after the first time; once where omitted
   */
  times?: number;
  /**
   * steps after a first time that was only accepted (202), such as letting background jobs finish
   *
   * @minItems 1
   */
  settle?: Step[];
  /**
   * steps between the first time and the second, such as the same for another object
   *
   * @minItems 1
   */
  between?: Step[];
  /**
   * of each but the first, which goes by $first
   *
   * @minItems 1
   */
  expect: Expectation[];
}
export interface IsolationRow {
  id: Families_RowId;
  /**
   * what stays as it is: another group
   */
  about: string;
  /**
   * ids of uses
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * id of the guard that refuses the uses; where omitted, they are served
   */
  guard?: string;
  /**
   * provider states in the place of those of the use under the same alias, or beside them
   */
  given?: Given[];
  /**
   * beside what the use needs
   */
  needs?: string[];
  /**
   * steps between those of the use and the request: they make the bystander
   */
  prepare?: Step[];
  /**
   * shows what stays as it is; sent before, as $before, and after
   */
  read: Step;
  /**
   * not sent before: what is read would not be there yet, or can be read once
   */
  unread?: true;
  /**
   * steps between the request and the reading after it: what the request sets off is done by then
   */
  settle?: Step[];
  /**
   * of the reading after the request
   *
   * @minItems 1
   */
  expect: Expectation[];
}
export interface EffectRow {
  id: Families_RowId;
  /**
   * what is brought about: the grants of the second requester
   */
  about: string;
  /**
   * ids of uses
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * provider states in the place of those of the use under the same alias, or beside them
   */
  given?: Given[];
  /**
   * beside what the use needs
   */
  needs?: string[];
  /**
   * steps between the request and the reading: what the request sets off is done by then
   */
  settle?: Step[];
  /**
   * true: read before the request too, when there is nothing yet: what was read then is not remembered
   */
  readBefore?: true;
  /**
   * shows what the request has brought about
   */
  read: Step;
  /**
   * of the reading
   *
   * @minItems 1
   */
  expect: Expectation[];
}
export interface StateOperationsRow {
  id: Families_RowId;
  /**
   * the state, as it follows the name of an operation: in MFA_REQUIRED
   */
  about: string;
  /**
   * id of a use whose preparation leads to the state
   */
  from: string;
  /**
   * what is in the state, as the uses of all operations that go on from a state refer to it
   */
  subject: Families_Reference;
  /**
   * operations that the state offers
   *
   * @minItems 1
   */
  offers: string[];
  /**
   * operations of which no clause speaks in this state, or that another row is about
   */
  omits?: string[];
  /**
   * provider states in the place of those of the use under the same alias, or beside them: their data stand in for those that the operations need
   */
  given?: Given[];
  /**
   * of every other operation
   *
   * @minItems 1
   */
  expect: Expectation[];
  /**
   * what an operation that is refused has not done
   */
  refused?: {
    /**
     * operations with an effect that can be read
     *
     * @minItems 1
     */
    calls: string[];
    /**
     * shows after the refusal what the operation would have changed
     */
    read: Step;
    /**
     * of the reading
     *
     * @minItems 1
     */
    expect: Expectation[];
  };
}
export interface DeletionRow {
  id: Families_RowId;
  /**
   * what was deleted, with its article: a deleted group
   */
  about: string;
  /**
   * the operation that deletes it, with the arguments, caller and headers of the use
   */
  call: string;
  /**
   * parameter of the deletion that names it
   */
  names: string;
  /**
   * arguments of the deletion that the uses do not have
   */
  with?: {};
  /**
   * ids of uses; where omitted, all whose path names a thing by the same parameter
   *
   * @minItems 1
   */
  uses?: string[];
  /**
   * ids of uses that are left out of these
   */
  omits?: string[];
  /**
   * steps after a deletion that was only accepted (202), such as letting background jobs finish
   *
   * @minItems 1
   */
  settle?: Step[];
  /**
   * of a use of what was deleted
   *
   * @minItems 1
   */
  expect: Expectation[];
}
export interface EnumerationRow {
  id: Families_RowId;
  /**
   * what has the value, as it stands before it: a new group with the role
   */
  about: string;
  /**
   * id of the use that writes it
   */
  use: string;
  /**
   * parameter of the use
   */
  argument: string;
  /**
   * the parameter, and what shows it, is a list of values
   */
  list?: true;
  /**
   * documented values
   *
   * @minItems 1
   */
  values: string[];
  /**
   * values that the enumeration does not have
   */
  foreign?: string[];
  /**
   * where the document says what the reading shows as before, if another value is refused
   *
   * @minItems 1
   */
  kept?: Clauses_DottedId[];
  /**
   * provider states in the place of those of the use under the same alias, or beside them
   */
  given?: Given[];
  /**
   * beside what the use needs
   */
  needs?: string[];
  /**
   * shows the value; the response to the writing goes by $made
   */
  read: Step;
  /**
   * where the reading shows it, in the response: /body/roles; a number stands for every element of a list
   */
  shown: string;
  /**
   * of writing a value, where the document promises that it is taken
   *
   * @minItems 1
   */
  expect?: Expectation[];
  /**
   * where the document says what the value is
   *
   * @minItems 1
   */
  clauses: Clauses_DottedId[];
}
export interface RoundTripRow {
  id: Families_RowId;
  /**
   * the value, with its article: the name of a group
   */
  about: string;
  /**
   * id of the use that writes it
   */
  use: string;
  /**
   * parameter of the use, and field of what comes back; a text where list is omitted
   */
  argument: string;
  /**
   * the elements that are written, each of which the document permits; none for a list that is empty
   */
  list?: string[];
  /**
   * the value is a secret: kind of the fresh values that it begins and ends with
   */
  secret?: string;
  /**
   * texts of any form, such as several lines; no two of a kind need to differ
   */
  free?: true;
  /**
   * beside what the use needs
   */
  needs?: string[];
  /**
   * shows the value; the response to the writing goes by $made, and the value by $made.written
   */
  read: Step;
  /**
   * steps after it, whose responses the laws compare with what was read
   */
  shown?: Step[];
  /**
   * of the reading, where the value is not shown but used
   *
   * @minItems 1
   */
  expect?: Expectation[];
  /**
   * where the document says what the value is
   *
   * @minItems 1
   */
  clauses: Clauses_DottedId[];
}
export interface PolicyRow {
  id: Families_RowId;
  /**
   * what has to keep it, with its article: the new password
   */
  about: string;
  /**
   * ids of uses
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * what has to keep the policy, as the uses refer to it
   */
  value: Families_Reference;
  /**
   * the policy, as a preparing step has shown it
   */
  policy: Families_Reference;
  /**
   * members of the policy, each with what its number is the least of
   */
  rules: {
    [k: string]: CharacterRule;
  };
  /**
   * @minItems 1
   */
  broken: Expectation[];
  /**
   * where the document promises what is permitted
   *
   * @minItems 1
   */
  kept?: Expectation[];
}
export interface DurabilityRow {
  id: Families_RowId;
  /**
   * what was written, with its article: the group
   */
  about: string;
  /**
   * ids of uses that read: what they prepare has written it
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * another write, of the same kind
   *
   * @minItems 1
   */
  between?: Step[];
  /**
   * what comes when time has passed: steps before the request for credentials that may have expired, under the ids of the use's own, and acts after it, after which it is sent once more
   *
   * @minItems 1
   */
  renewed?: Step[];
  /**
   * @minItems 1
   */
  expect: Expectation[];
  /**
   * of each reading but the first, which goes by $first
   *
   * @minItems 1
   */
  unchanged?: Expectation[];
}
export interface DeadlineRow {
  id: Families_RowId;
  /**
   * what ends, with its article: the transaction of an expired password
   */
  about: string;
  /**
   * ids of uses that need what ends
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * its end: a moment that a step of the uses has shown, or a duration from when they have been prepared on
   */
  until: Until;
  /**
   * beside what the uses need
   */
  needs?: string[];
  /**
   * steps between the turn of the clock and the request: what is due at the end is done
   *
   * @minItems 1
   */
  prepare?: Step[];
  /**
   * a use neither spends what ends nor puts its end off: what was used just before the end is used just after it, too
   */
  again?: true;
  /**
   * steps after the end that make another of its kind, such as a token of the same key: what has ended stays ended
   *
   * @minItems 1
   */
  another?: Step[];
  /**
   * of each use before the end
   *
   * @minItems 1
   */
  before?: Expectation[];
  /**
   * of each use after the end
   *
   * @minItems 1
   */
  after: Expectation[];
}
/**
 * A use, and what is sent at the same time: the same request once more where neither 'beside' nor 'own' is given
 */
export interface ConcurrencyRow {
  id: Families_RowId;
  /**
   * the two requests: two groups of one name
   */
  about: string;
  /**
   * ids of uses; their request goes by $one
   *
   * @minItems 1
   */
  uses: string[];
  /**
   * sent at the same time, in a case each before the request of the use and after it; goes by $two
   */
  beside?: Step;
  /**
   * for so many owners at the same time, each with provider states, steps and fresh values of its own; the requests go by $one, $two, $three
   */
  own?: number;
  /**
   * provider states in the place of those of the use under the same alias, or beside them
   */
  given?: Given[];
  /**
   * beside what the use needs
   */
  needs?: string[];
  /**
   * steps between those of the use and the requests
   */
  prepare?: Step[];
  /**
   * of the request of the use, and of the same request that is sent beside it
   *
   * @minItems 1
   */
  expect?: Expectation[];
  /**
   * what no two of the requests are answered with alike
   */
  distinct?: {
    /**
     * @minItems 1
     */
    clauses: Clauses_DottedId[];
    /**
     * JSON pointers into the view: /body/id
     *
     * @minItems 1
     */
    pointers: string[];
    /**
     * in words, for the failure message
     */
    expected?: string;
  };
  /**
   * steps after all of them; with 'own', for each owner
   *
   * @minItems 1
   */
  afterwards?: Step[];
}
/**
 * What the oracle families need beside the other files: valid requests, and where which rule holds by which clause (docs/families.md).
 */
export interface FamiliesFile {
  /**
   * valid requests, beside the examples of endpoints.yaml, which go by OPERATION/EXAMPLE
   */
  uses?: UseRow[];
  /**
   * credentials: one that is almost right is refused like a wrong one
   */
  nearMisses?: NearMissRow[];
  /**
   * preconditions: each holds on every operation that it covers
   */
  guards?: GuardRow[];
  /**
   * states that several ways lead to: what the document says of a state holds however it was reached
   */
  ways?: WayRow[];
  /**
   * requests that are sent again as they are: what a second one of them comes to
   */
  repetitions?: RepetitionRow[];
  /**
   * policies that a response announces: each rule is enforced alone, and what just keeps all of them is accepted
   */
  policies?: PolicyRow[];
  /**
   * what is read before and after a request that does not name it, or that a guard refuses: it is as it was
   */
  isolations?: IsolationRow[];
  /**
   * what a request brings about: for whom and of what it was made, the second of its kind too, and where a set is empty, one or all
   */
  effects?: EffectRow[];
  /**
   * states, and what each offers: an operation that it does not offer is not possible in it
   */
  stateOperations?: StateOperationsRow[];
  /**
   * what was deleted: it is gone for every operation that names it
   */
  deletions?: DeletionRow[];
  /**
   * what was written: it is still there at once, after another write, an hour and a day later
   */
  durability?: DurabilityRow[];
  /**
   * what ends at a moment that a response shows, or after a duration: it holds until then, and no longer
   */
  deadlines?: DeadlineRow[];
  /**
   * requests that are sent at once: what both have written is there, and what is there once is had once
   */
  concurrent?: ConcurrencyRow[];
  /**
   * values of enumerations: each that is written comes back, and no other
   */
  enumerations?: EnumerationRow[];
  /**
   * values that come back as they went in, in the response and where they are read
   */
  roundTrips?: RoundTripRow[];
}
export interface FaultRow {
  id: string;
  /**
   * what it takes to show the fault
   */
  difficulty: 'response' | 'exchange' | 'sequence' | 'concurrency' | 'time';
  /**
   * the clause that it breaks, then those that are broken just as much, by the document's words
   *
   * @minItems 1
   */
  breaks: string[];
  /**
   * what the deployment does wrong
   */
  about: string;
}
/**
 * specs/faults.yaml: the mock's own faults, by document
 */
export interface FaultsFile {
  [k: string]: FaultRow[];
}
/**
 * Resources of the mock after its start and after each reset, with fixed ids: 'assay mock --fixtures FILE'
 */
export interface FixturesFile {
  about?: string;
  authentication?: AuthenticationFixtures;
  'privileged-access'?: PrivilegedAccessFixtures;
  governance?: GovernanceFixtures;
}
export interface AuthenticationFixtures {
  users?: AuthenticationUser[];
}
export interface AuthenticationUser {
  id: string;
  /**
   * fully qualified sign-in name
   */
  login: string;
  password: string;
  firstName?: string;
  lastName?: string;
  locked?: boolean;
  /**
   * enrolled factors; each sign-in requires one of them
   */
  factors?: AuthenticationFactor[];
}
export interface AuthenticationFactor {
  id: string;
  factorType: 'question' | 'sms' | 'push';
  /**
   * reply or code that verifies the factor
   */
  secret: string;
  /**
   * whole phone number of an sms factor
   */
  phoneNumber?: string;
}
export interface PrivilegedAccessFixtures {
  teams?: TeamFixture[];
}
export interface TeamFixture {
  name: string;
  groups?: TeamGroup[];
  users?: TeamUser[];
}
export interface TeamGroup {
  id: string;
  name: string;
  roles?: string[];
}
export interface TeamUser {
  id: string;
  name: string;
  kind?: 'human' | 'service';
  /**
   * names of groups of the team
   */
  groups?: string[];
  key?: TeamKey;
}
/**
 * API key of a service user, valid for 90 days
 */
export interface TeamKey {
  id: string;
  secret: string;
}
export interface GovernanceFixtures {
  groups?: GovernanceGroup[];
  users?: GovernanceUser[];
  resources?: GovernanceResource[];
}
export interface GovernanceGroup {
  id: string;
  name: string;
}
export interface GovernanceUser {
  id: string;
  login: string;
  firstName?: string;
  lastName?: string;
  /**
   * ids of groups
   */
  groups?: string[];
}
export interface GovernanceResource {
  resourceId: string;
  resourceType: string;
  name: string;
  description?: string;
  entitlements?: GovernanceEntitlement[];
}
export interface GovernanceEntitlement {
  id: string;
  name: string;
  /**
   * @minItems 1
   */
  values: GovernanceValue[];
}
export interface GovernanceValue {
  id: string;
  value: string;
}
export interface HarEntry {
  startedDateTime: string;
  /**
   * milliseconds from the request to the end of the response
   */
  time?: number;
  request: {
    method: string;
    url: string;
    headers: HarHeaders;
    queryString?: HarPairs;
    cookies?: HarPairs;
    postData?: {
      text?: string;
      params?: HarPairs;
    };
  };
  response: {
    /**
     * 0 or -1 where no response came
     */
    status: number;
    headers: HarHeaders;
    cookies?: HarPairs;
    content: {
      /**
       * bytes of the body, decoded
       */
      size?: number;
      /**
       * absent where the recorder kept no body
       */
      text?: string;
      /**
       * base64, or absent for plain text
       */
      encoding?: string;
    };
  };
}
/**
 * Recorded HTTP traffic (HTTP Archive 1.2), as far as Assay reads it.
 */
export interface HarFile {
  log: {
    entries: HarEntry[];
  };
}
/**
 * One line of history.ndjson: a run in a trend
 */
export interface PastRun {
  schemaVersion: 1;
  target: string;
  startedAt: string;
  seed: number;
  /**
   * version of Assay
   */
  version: string;
  /**
   * digest of the specs
   */
  specs: string;
  /**
   * as in report.json
   */
  outcome: string;
  durationMs: number;
  requests: number;
  clauses: PastClauses;
  /**
   * ids of the failed clauses without waived ones
   */
  failing: string[];
  waived: string[];
  flaky: string[];
  /**
   * number of observed behaviours
   */
  observations: number;
  /**
   * median of the median latencies of all operations
   */
  medianMs?: number;
}
export interface PastClauses {
  passed: number;
  /**
   * number of failed clauses without waived ones
   */
  failed: number;
  waived: number;
  inconclusive: number;
  skipped: number;
  error: number;
}
/**
 * a caller with a limit, and the counted request
 */
export interface LimiterRecipe {
  given: Load_Given;
  step: Step;
}
/**
 * without 'given': the provider states of the probed caller, with these data instead of others
 */
export interface OtherSubject {
  name: 'other-token' | 'other-user' | 'other-team';
  given?: Load_Given;
  step: Step;
  as?: {
    [k: string]: string;
  };
  /**
   * key of the limit if the caller does not share the probed limit
   */
  apart: string;
  /**
   * key of the limit if the caller shares the probed limit
   */
  shared: string;
}
/**
 * Requests of load tests and rate-limit probes of a document, in addition to its examples and probes.
 */
export interface LoadFile {
  limiter?: LimiterRecipes;
  /**
   * repeatable requests
   */
  mix?: MixRecipe[];
}
export interface LimiterRecipes {
  /**
   * callers whose limit is probed; the first available one is used
   *
   * @minItems 1
   */
  own: LimiterRecipe[];
  /**
   * callers that send requests while the probed caller is refused, the most similar first
   */
  others?: OtherSubject[];
}
export interface MixRecipe {
  name: string;
  given?: Load_Given;
  prepare?: Step[];
  step: Step;
}
/**
 * names in lower case; a repeated field is an array, or joined by ', ' if the generator does not separate it
 */
export interface LoadRow_Headers {
  [k: string]: string | string[];
}
/**
 * first row of a generator: the load and its target
 */
export interface BeginRow {
  row: LoadRow_Version;
  kind: 'begin';
  generator: LoadRow_Generator;
  /**
   * id of the exported script; all rows of a load have the same
   */
  export: string;
  document: DocumentName;
  /**
   * name of the exported profile
   */
  target: string;
  /**
   * base URL of the target
   */
  baseUrl: string;
  /**
   * key of the rate limit, if the operator knows it: requests with the same name and key share a limit across all generators
   */
  key?: string;
  /**
   * planned requests per second of this generator
   */
  rate?: number;
  /**
   * maximum number of concurrent requests
   */
  connections?: number;
  /**
   * requests of the load, by name
   */
  requests: {
    [k: string]: RowRequest;
  };
}
export interface RowRequest {
  operation: string;
  /**
   * caller of the document
   */
  caller?: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';
  /**
   * appended to baseUrl
   */
  path: string;
  headers: LoadRow_Headers;
  body?: JsonValue;
}
/**
 * a request and its response
 */
export interface AnswerRow {
  row: LoadRow_Version;
  kind: 'answer';
  generator: LoadRow_Generator;
  /**
   * name of the request in 'begin'
   */
  request: string;
  /**
   * milliseconds since the epoch, on the generator's clock
   */
  sentAt: number;
  /**
   * milliseconds until the response was complete
   */
  durationMs: number;
  /**
   * status of the response; 0 without a response
   */
  status: number;
  headers?: LoadRow_Headers;
  /**
   * body of the response; absent if empty
   */
  text?: string;
  /**
   * reason of a missing response
   */
  lost?: 'timed out' | 'no answer';
}
/**
 * last row of a generator; rows without it are truncated
 */
export interface EndRow {
  row: LoadRow_Version;
  kind: 'end';
  generator: LoadRow_Generator;
  /**
   * number of sent requests, which equals the number of 'answer' rows
   */
  iterations: number;
  /**
   * number of due requests that were not sent because no virtual user was free
   */
  dropped: number;
}
/**
 * How long a list is, by its objects or by the pages that they fill; 'count' is the page size that is asked for, 'later' another one for a later call
 */
export interface SizeRow {
  /**
   * the case is called PROBE@ID
   */
  id: string;
  objects: Amount | PagesOfObjects;
  count?: Amount;
  later?: Amount;
}
/**
 * as many objects as fill so many pages, of 'count' or the most that the document permits
 */
export interface PagesOfObjects {
  pages: Amount;
  /**
   * so many objects more, less where negative; drawn where omitted, so that the last page holds anything from one object up to all
   */
  beyond?: number;
}
export interface ProbeRow {
  id: string;
  about: string;
  given?: Given[];
  /**
   * further names of bindings without which the probe cannot run; what it calls and the document leaves open it needs anyway
   */
  needs?: string[];
  permissions?: ('mutate' | 'destroy' | 'exhaustRateLimit')[];
  /**
   * the clauses, or true for all, that other rows judge without what this one needs: they stand where it cannot be driven
   */
  adds?: true | Clauses_DottedId[];
  /**
   * what its requests are counted as: those that walk through the pages of a list are counted apart from the other probes
   */
  purpose?: 'pagination';
  /**
   * the probe is driven once for each, with its numbers as $size.objects, $size.count, $size.later in 'given' and 'steps'
   *
   * @minItems 1
   */
  sizes?: SizeRow[];
  /**
   * @minItems 1
   */
  steps: Step[];
  family?: FamilyPlace;
  /**
   * clauses that a law over several exchanges, or an observation, judges on what this probe sends
   */
  serves?: Clauses_DottedId[];
}
/**
 * the oracle family whose rule the probe applies, and where; the probes that families make have it by themselves
 */
export interface FamilyPlace {
  name: string;
  place: string;
  /**
   * the place of another probe, all steps of which this one takes as well: driven instead of it where it can be
   */
  includes?: string;
}
/**
 * Stimuli for the statements that are not state tables (test purposes in ISO/IEC 9646), each step with the set of outcomes that the document permits.
 */
export interface ProbesFile {
  probes: ProbeRow[];
}
export interface CredentialReference {
  env?: string;
  file?: string;
  /**
   * literal value; only for targets without protected data
   */
  value?: string;
}
/**
 * a secret that a service is shown: by whoever the document says, or for the operations that are named
 */
export interface ServiceCredential {
  env?: string;
  file?: string;
  /**
   * only for targets that guard nothing
   */
  value?: string;
  /**
   * operations, or globs such as '*Campaign', that are shown this one and not the usual one
   *
   * @minItems 1
   */
  operations?: string[];
  /**
   * true: known to be taken; what only its caller can do is held against the target, though nothing else shows it
   */
  certain?: boolean;
  /**
   * with operations: how it is shown, 'Authorization: SCHEME …'; as the usual one where omitted
   */
  scheme?: string;
}
/**
 * unspecified parts of one operation
 */
export interface Binding {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * path below baseUrl, with {parameters}; {name.field} is a field of the object of that name, such as {group_name.id}
   */
  path?: string;
  /**
   * status or statuses of a successful response
   *
   * @minItems 1
   */
  success?: number | number[];
  /**
   * true: the binding is verified. Without it, an operation that never succeeds in a run is inconclusive instead of a violation
   */
  certain?: boolean;
  /**
   * caller in authentication.yaml whose credential the request carries
   */
  caller?: string;
  /**
   * headers of the request; templates, as in query
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * query parameters; templates: "$name", or {name} inside a text. If the document does not specify the request, it consists of this and the body only
   */
  query?: {
    [k: string]: string;
  };
  /**
   * media type of the body (default: JSON); application/x-www-form-urlencoded sends the fields of the body as a form
   */
  contentType?: string;
  /**
   * body of the request; template: "$name" is the argument of that name, "$name.field" a field of the object of that name, "$$name" the text "$name"; an entry without its argument is omitted
   */
  body?: {
    [k: string]: unknown;
  };
  /**
   * logical field (field, field.inner, items[].field) -> JSON pointer into the response, or into the element of a list, or 'Location' for the last segment of that header's path; 'root' points to the resource
   */
  response?: {
    [k: string]: string;
  };
}
/**
 * promise of the target about unspecified behaviour; a run judges it
 */
export interface Declaration {
  name: string;
  /**
   * target state or states of the transition; 'gone' for a resource that is no longer found (404)
   */
  to?: string | string[];
  /**
   * or the error response to the call
   */
  refused?: string;
  /**
   * or the status of the response to the call
   *
   * @minItems 1
   */
  status?: number[];
  /**
   * further permitted values; with to: states that the document does not list
   */
  values?: string[];
  /**
   * format of a timestamp
   */
  notation?: ('rfc3339' | 'http-date' | 'unix-seconds' | 'unix-milliseconds')[];
  /**
   * JSON Schema of the response view
   */
  view?: {};
}
export interface ServiceProfile {
  /**
   * base URL of the service; in every address, ${NAME} refers to an environment variable
   */
  baseUrl?: string;
  /**
   * claimed features (default: all)
   */
  claims?: Clauses_DottedId[];
  bindings?: Bindings;
  credentials?: {
    [k: string]: ServiceCredential;
  };
  /**
   * headers of every request to this service; {credential name} refers to a credential
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * media type of the bodies of its responses, for the exports (default: application/json)
   */
  mediaType?: string;
  /**
   * media type of the bodies of its refusals, for the exports (default: mediaType)
   */
  errorMediaType?: string;
  declares?: Declares;
}
export interface Bindings {
  [k: string]: Binding | string;
}
/**
 * source of provider states: http, module or accounts; 'assay states' lists the states to provide
 */
export interface ProviderSource {
  /**
   * URL by the Pact convention: POST {state, params} returns the data of the state
   */
  http?: string;
  /**
   * with http: URL of acts (default: the sibling path 'acts')
   */
  acts?: string;
  /**
   * with http: headers of every request to this URL, such as Authorization
   */
  headers?: {
    [k: string]: CredentialReference;
  };
  /**
   * ES module, relative to the profile, that exports setup(state, params), teardown?(state, data), act?(name, params), events?()
   */
  module?: string;
  /**
   * YAML file of prepared accounts, relative to the profile
   */
  accounts?: string;
  /**
   * true: its data are known to be right. Without it, a state whose data the target has refused each time is not held against the target
   */
  certain?: boolean;
  /**
   * with http or module: names of the states and acts of this source (default: all of the catalogue)
   */
  provides?: string[];
  /**
   * cost added to the catalogue's cost of each state; the cheapest source of a state is used first
   */
  cost?: number;
}
/**
 * Profile of a target: addresses, claimed features, bindings and declarations of unspecified behaviour, credentials by reference, provider states, permissions, budget.
 */
export interface ProfileFile {
  name: string;
  about?: string;
  embedded?: EmbeddedTarget;
  services?: {
    [k: string]: ServiceProfile;
  };
  /**
   * sources of provider states; the cheapest source of a state provides it
   */
  providerStates?: ProviderSource[];
  /**
   * true if no intermediary, such as a reverse proxy, stands between the run and the target: responses to malformed requests then come from the target itself
   */
  direct?: boolean;
  proxy?: ProxySource;
  tls?: TlsSource;
  /**
   * real, or the URL of the control over the clock of the target
   */
  clock?:
    | 'real'
    | {
        http: string;
        headers?: {
          [k: string]: CredentialReference;
        };
      };
  events?: EventsSource;
  faults?: FaultSource;
  permissions?: Permissions;
  budget?: Budget;
  /**
   * file of waivers for known violations (waivers.schema.json), relative to the profile
   */
  waivers?: string;
}
/**
 * starts the embedded mock as the target; its services need no baseUrl
 */
export interface EmbeddedTarget {
  /**
   * values of unspecified behaviour, by document and choice
   */
  choices?: {
    [k: string]: {};
  };
  limiter?: LimiterSettings;
  clock?: 'virtual' | 'real';
  /**
   * choices that depend on the seed of the run: candidate values by document and choice
   */
  vary?: {
    [k: string]: {
      /**
       * @minItems 1
       */
      [k: string]: (string | number | boolean)[];
    };
  };
  byChoice?: ByChoice;
}
/**
 * bindings and declarations of a choice, by DOCUMENT.NAME=VALUE; they replace those of the same name in services
 */
export interface ByChoice {
  [k: string]: {
    bindings?: Bindings;
    declares?: Declares;
  };
}
/**
 * HTTP proxy through which every request goes, in a tunnel (CONNECT)
 */
export interface ProxySource {
  http: string;
  /**
   * headers of the request for a tunnel, such as Proxy-Authorization
   */
  headers?: {
    [k: string]: CredentialReference;
  };
}
/**
 * files in PEM, relative to the profile
 */
export interface TlsSource {
  /**
   * certificates of the trusted authorities, in the place of those of Node.js
   */
  ca?: string;
  /**
   * client certificate, for a target that demands one (mTLS)
   */
  cert?: string;
  /**
   * private key of the client certificate, without a passphrase
   */
  key?: string;
}
/**
 * source of the e-mails and syslog events of the target: http, or a module that exports events()
 */
export interface EventsSource {
  http?: string;
  headers?: {
    [k: string]: CredentialReference;
  };
  module?: string;
}
/**
 * fault injection of the target, for 'assay qualify --target': http, or a module that exports faults() and switchFaults(ids)
 */
export interface FaultSource {
  /**
   * GET returns the list of faults; PUT {faults: [id, …]} injects these faults and removes all others
   */
  http?: string;
  /**
   * with http: headers of every request to this URL, such as Authorization
   */
  headers?: {
    [k: string]: CredentialReference;
  };
  /**
   * ES module, relative to the profile, that exports faults(), which returns the list, and switchFaults(ids)
   */
  module?: string;
}
export interface Permissions {
  /**
   * permits creating and changing resources; without it, a run only reads and signs in
   */
  mutate?: boolean;
  /**
   * permits deleting resources; requires mutate
   */
  destroy?: boolean;
  /**
   * permits exhausting a rate limit; without it, a run waits for the reset of a used-up limit and leaves out cases that end in 429
   */
  exhaustRateLimit?: boolean;
  /**
   * further origins to which a run may follow links, without a credential
   */
  origins?: string[];
}
export interface Budget {
  requests?: number;
  perSecond?: number;
  concurrency?: number;
  /**
   * ISO 8601 duration, such as PT10M
   */
  duration?: string;
  /**
   * ISO 8601 duration; maximum time of one response
   */
  timeout?: string;
  /**
   * ISO 8601 duration; how long an e-mail or an event may be on its way after the response that it belongs to (default PT1S)
   */
  delivery?: string;
  /**
   * maximum size of one response body in bytes
   */
  bodyBytes?: number;
}
export interface CatalogueDatum {
  about: string;
  schema: {};
  required?: boolean;
  secret?: string;
  /**
   * no other state has the same at that time (standing), or has ever had it in the run (run): what comes twice is not set up
   */
  unique?: 'standing' | 'run';
  /**
   * each provided state has a distinct value, which checks of foreign values require
   */
  distinct?: boolean;
}
export interface CatalogueEntry {
  /**
   * a sentence for a state ('a user whose password has expired'), a verb phrase for an act ('delete the resource of a request condition')
   */
  name: string;
  about: string;
  params?: {
    [k: string]: CatalogueDatum;
  };
  /**
   * data that the provider returns
   */
  data?: {
    [k: string]: CatalogueDatum;
  };
  /**
   * true: single-use state
   */
  consumable?: boolean;
  /**
   * act that the deployment may also perform on its own; a state that the act ends may pass during a wait
   */
  byItself?: boolean;
  /**
   * requires control over the target (clock, jobs, limiter); clauses that depend on it alone are reference-only
   */
  control?: boolean;
  readBack?: StateReadBack;
  /**
   * approximate cost of the state, in requests to an administrative interface
   */
  cost?: number;
}
/**
 * request that is refused after the teardown of the state; $state.NAME is a datum of the state
 */
export interface StateReadBack {
  call: string;
  with: {};
}
/**
 * Catalogue of provider states and acts of a document. A provider implements it: POST {state, params} returns the data of the state.
 */
export interface ProviderStatesFile {
  states: CatalogueEntry[];
  acts: CatalogueEntry[];
  events?: EventRow[];
}
export interface EventRow {
  kind: string;
  about: string;
  clauses: Clauses_DottedId[];
}
export interface StoredService {
  baseUrl: string;
  claims?: string[];
  bindings: {
    [k: string]: Binding | string;
  };
  credentials: string[];
  /**
   * credentials that single operations are shown in the place of the usual one
   */
  operationCredentials?: OperationCredential[];
  declares: Declaration[];
}
export interface OperationCredential {
  credential: string;
  operations: string[];
  scheme?: string;
}
export interface PublicProfile_Source {
  kind: 'http' | 'module' | 'accounts';
  key: string;
  cost: number;
  certain?: boolean;
  url?: string;
  file?: string;
  provides?: string[];
  spent?: string[];
  accounts?: StoredAccount[];
}
export interface StoredAccount {
  place: string;
  state: string;
  params: {};
  consumable?: boolean;
  kin: number;
}
/**
 * Profile of the target in the first line of a trace: without credentials, with resolved addresses, limits and permissions
 */
export interface StoredProfile {
  name: string;
  embedded: boolean;
  direct?: boolean;
  services: {
    [k: string]: StoredService;
  };
  permissions: {
    mutate: boolean;
    destroy: boolean;
    exhaustRateLimit: boolean;
    origins: string[];
  };
  sources: StoredSource[];
  control: {
    acts: boolean;
    clock: boolean;
    events: boolean;
  };
}
export interface Contradiction {
  /**
   * ground in the document, as a paraphrase
   */
  because: string;
  /**
   * ids of the clauses that may fail
   *
   * @minItems 1
   */
  speaksOf: string[];
  /**
   * refused operations (default: any)
   *
   * @minItems 1
   */
  operations?: string[];
  /**
   * statuses of the refusal (default: any)
   *
   * @minItems 1
   */
  status?: number[];
  /**
   * body of the refusal: none, an HTML page or a correct error body (default: any)
   *
   * @minItems 1
   */
  body?: ('bare' | 'html' | 'error')[];
}
/**
 * Clauses that an operation violates if the target refuses it every time. All other clauses are inconclusive, because a refusal does not show the missing response.
 */
export interface RefusalsFile {
  contradicted?: Contradiction[];
}
/**
 * reruns of a failure from fresh provider states
 */
export interface Recurrence {
  kind: 'deterministic' | 'intermittent' | 'not-repeated';
  /**
   * number of failed runs
   */
  failed: number;
  /**
   * number of all runs
   */
  runs: number;
  /**
   * low and high: bounds of the failure rate, Wilson interval at 95 %
   */
  low: number;
  high: number;
}
/**
 * report.json of a run; schemaVersion 1
 */
export interface Report {
  schemaVersion: 1;
  tool: {
    name: string;
    version: string;
  };
  specs: {
    digest: string;
    clauses: number;
  };
  target: {
    name: string;
    claims: string[];
  };
  /**
   * filters of the run; absent for a complete run
   */
  selection?: {};
  /**
   * flags of 'assay run' that a replay of this run needs in addition to the token, quoted for a shell; absent if the token suffices
   */
  replayFlags?: string;
  replayed?: Replayed;
  /**
   * reason why the run cannot be certified regardless of its outcome: filters, no random walks, a replay, a shard or injected faults
   */
  notCertifiable?: string[];
  shard?: Shard;
  /**
   * mistakes found by the preflight, which stopped the run before a verdict
   */
  stopped?: StoppedBy[];
  /**
   * reason why the run is partial; the report covers only the part before the interruption
   */
  partial?: string;
  seed: number;
  startedAt: string;
  durationMs: number;
  requests: RequestCounts;
  /**
   * oracle families: number of places in the documents of the run, and their results; absent if no case belongs to a family, and of a replay
   */
  families?: FamilyResult[];
  outcome: Outcome;
  exitCode: number;
  summary: {
    clauses: {
      testable: number;
      referenceOnly: number;
      passed: number;
      failed: number;
      inconclusive: number;
      skipped: number;
      error: number;
      /**
       * number of these violations that a waiver excludes from the outcome; absent if 0
       */
      waived?: number;
    };
    transitions: {
      documented: number;
      exercised: number;
      passed: number;
    };
  };
  clauses: ClauseResult[];
  transitions: TransitionResult[];
  failures: Failure[];
  observations: Observation[];
  /**
   * response times by operation, for comparison with other runs; never judged
   */
  latency?: Latency[];
  /**
   * reasons why a load or a rate-limit probe is inconclusive, each with its blame: who has to act
   */
  inconclusive?: {
    because: string;
    blame: Blame;
  };
  /**
   * settings and results of a load; absent for other runs
   */
  load?: LoadEvent;
  /**
   * violations that a waiver covers; they do not pass and do not affect the outcome
   */
  waived: WaivedFailure[];
  /**
   * waivers to change; all but 'exceeded' end the run with exit code 2
   */
  badWaivers?: BadWaiver[];
  /**
   * flaky failures: failed once, passed in the reruns from fresh provider states, and explained by noise
   */
  flaky: FlakyFailure[];
  /**
   * resources that the clean-up could not remove from the target
   */
  leftovers: Leftover[];
  environment: {};
}
/**
 * what became of the failure that was replayed; only with --replay. Other clauses were not looked at
 */
export interface Replayed {
  /**
   * same: the failure shows again. changed: another one does. fixed: the same was asked, and the check passes. inconclusive: the sequence did not get as far
   */
  what: 'same' | 'changed' | 'fixed' | 'inconclusive';
  /**
   * one sentence
   */
  words: string;
  /**
   * clause that is violated now; only of 'same' and 'changed'
   */
  clause?: string;
  /**
   * check that shows it
   */
  check?: string;
}
/**
 * number of the shard; absent for a complete run. A shard makes no statement on conformance
 */
export interface Shard {
  /**
   * number of the shard, from 1
   */
  number: number;
  of: number;
}
export interface StoppedBy {
  /**
   * key of the profile
   */
  key: string;
  /**
   * file:line:column, key, mistake and remedy
   */
  message: string;
  blame: Blame;
}
export interface RequestCounts {
  /**
   * sum of the purposes below, without requests to the control plane
   */
  sent: number;
  tour: number;
  readBack: number;
  walks: number;
  probes: number;
  /**
   * probes of pagination
   */
  pagination: number;
  /**
   * reruns of failures: shrinking, and repetition from fresh provider states
   */
  followUp: number;
  /**
   * removal of created resources, and verification of the removal
   */
  cleanUp: number;
  /**
   * requests before the plan that check whether the target responds
   */
  preflight: number;
  /**
   * requests of a rate-limit probe or a load test; absent otherwise
   */
  load?: number;
  planned: number;
  /**
   * minimum number of requests that covers every planned transition
   */
  lowerBound: number;
}
export interface FamilyResult {
  name: string;
  places: number;
  planned: number;
  exercised: number;
  passed: number;
  notExercisable: PlaceLacking[];
}
/**
 * place, as DOCUMENT/PLACE, and the missing part of the profile
 */
export interface PlaceLacking {
  place: string;
  lacks: string;
}
export interface ClauseResult {
  id: string;
  document: DocumentName;
  section: string;
  feature?: string;
  says?: string;
  status: ClauseStatus;
  basis: Basis;
  verdict: Verdict;
  blame?: Blame;
  reason?: string;
  /**
   * what else keeps the clause inconclusive, beside the reason
   *
   * @minItems 1
   */
  furtherReasons?: string[];
  /**
   * true if a waiver excludes the violation from the outcome
   */
  waived?: true;
  /**
   * number of exchanges that the checks looked at, beside those in 'exchanges'; absent if there are none
   */
  furtherExchanges?: number;
  /**
   * sequence numbers of all exchanges that the checks looked at, with ranges, ascending: '3-5 9'; absent if 'exchanges' has them all
   */
  allExchanges?: string;
  /**
   * oracle families whose checks looked at the clause; absent if there are none
   *
   * @minItems 1
   */
  families?: string[];
  checks: string[];
  /**
   * evidence: sequence numbers of the first exchanges
   */
  exchanges: number[];
}
export interface TransitionResult {
  id: string;
  document: DocumentName;
  machine: string;
  from: string;
  to: string;
  times: number;
  /**
   * number of reads of the state after the transition
   */
  readBack?: number;
  verdict: 'pass' | 'fail' | 'inconclusive' | 'skipped' | 'error' | null;
}
export interface Failure {
  clause: string;
  check: string;
  basis?: 'documented' | 'declared' | 'observed';
  expected: string;
  received: string;
  exchanges: number[];
  /**
   * steps of the shrunk sequence, in order, as text
   */
  sequence: string[];
  replay: string;
  curl: string;
  /**
   * id of the defect: failures with the same presumed root cause share it
   */
  cluster: string;
  recurrence?: Recurrence;
}
export interface Observation {
  about: string;
  clause: string;
  value: unknown;
}
/**
 * settings and results of a load; only requests recorded as exchanges can be judged again
 */
export interface LoadEvent {
  type: 'load';
  case: string;
  /**
   * open: requests are due at a constant rate, independent of response times; closed: each connection sends its next request after the response
   */
  model: 'open' | 'closed';
  /**
   * requests per second
   */
  rate?: number;
  /**
   * closed model: budget.perSecond of the profile, the maximum number of requests per second
   */
  mostPerSecond?: number;
  connections: number;
  /**
   * end of the load
   */
  end: 'completed' | 'interrupted' | 'budget' | 'server-errors' | 'unreachable' | 'stopped';
  why?: string;
  blame?: Blame;
  /**
   * requests of the mix: number of times sent, and results of the responses
   */
  mix?: {
    name: string;
    sent: number;
    /**
     * judged responses
     */
    judged: number;
    /**
     * judged responses that are a documented or bound success
     */
    succeeded: number;
    /**
     * judged responses that are neither such a success nor a documented refusal by a rate limit
     */
    failed: number;
    /**
     * successes without the data of the responses before the load, or with a token that was issued before
     */
    otherwise?: number;
    /**
     * missing data of the first of these responses
     */
    lost?: string;
    /**
     * judged responses that are not such a success, by status
     */
    instead: {
      [k: string]: number;
    };
  }[];
  /**
   * figures by operation; latency as for the load
   */
  operations?: {
    operation: string;
    /**
     * due requests, sent or not
     */
    scheduled: number;
    sent: number;
    answered: number;
    judged: number;
    violating: number;
    byStatus: {
      [k: string]: number;
    };
    /**
     * error share of due requests, 0 to 1, as in thresholds on errors
     */
    errors?: number;
    /**
     * responses per second
     */
    throughput: number;
    latencyMs: Trace_Latency;
  }[];
  /**
   * scheduled = sent + neverSent; sent = answered + timedOut + lost
   */
  accounts: {
    scheduled: number;
    sent: number;
    neverSent: number;
    answered: number;
    timedOut: number;
    lost: number;
    lostBy: {
      [k: string]: number;
    };
    byStatus: {
      [k: string]: number;
    };
    bytes: number;
    /**
     * total time that connections waited for missing responses or for a connection
     */
    unservedMs?: number;
  };
  /**
   * responses judged during the load
   */
  judged: number;
  /**
   * judged responses that violate a clause
   */
  violating: number;
  /**
   * exchanges of the load in the trace: the first of each kind, violations up to a limit, and the last ones
   */
  rejudgeable: number;
  violations: {
    check: string;
    clauses: string[];
    count: number;
    /**
     * exchanges of these in the trace
     */
    kept: number;
  }[];
  /**
   * requests answered or timed out
   */
  latencyMs: Trace_Latency;
  /**
   * corrected: latency measured from the time a request was due
   */
  coordinatedOmission: 'corrected' | 'not corrected';
  /**
   * responses per second
   */
  throughput: number;
  durationMs: number;
  /**
   * Items: time slice, in milliseconds from the start
   */
  slices: {
    fromMs: number;
    lengthMs: number;
    answered: number;
    byClass: {
      [k: string]: number;
    };
    /**
     * responses with status 429
     */
    limited: number;
    unanswered: number;
    violations: number;
    p50: number;
    p99: number;
    max: number;
  }[];
  /**
   * utilisation of the load generator
   */
  generator: {
    eventLoopDelayMs: {
      p50: number;
      p99: number;
      max: number;
    };
    /**
     * busy share of its thread, 0 to 1
     */
    processorShare: number;
    /**
     * delay from the time a request was due and a connection free until it was sent
     */
    sendLagMs: Trace_Latency;
    /**
     * reasons why the figures are invalid; empty if they are valid
     */
    bottleneck: string[];
  };
  /**
   * other load generators that sent the requests and recorded the responses; dropped iterations count as due and not sent
   */
  generators?: {
    name: string;
    answers: number;
    dropped: number;
    ahead?: ClockOffset;
  }[];
  thresholds: {
    expression: string;
    measured: number;
    held: boolean;
    /**
     * true if there was nothing to measure: neither met nor missed
     */
    unmeasured?: true;
  }[];
  /**
   * of a ramp: its stages, and the rate that was found; the figures beside are those of the last confirmation, or of the last stage
   */
  ramp?: {
    /**
     * requests a second: the highest rate that has kept the thresholds, confirmed for a longer time; absent where there is none
     */
    confirmed?: number;
    /**
     * requests a second from which latency rises faster than the load; absent where it shows none
     */
    knee?: number;
    /**
     * why no higher rate was confirmed
     */
    bound: string;
    stages: {
      phase: 'stage' | 'bisection' | 'confirmation';
      /**
       * requests per second
       */
      rate: number;
      durationMs: number;
      sent: number;
      answered: number;
      /**
       * share of what was due that was not served, 0 to 1
       */
      errors: number;
      /**
       * responses per second
       */
      throughput: number;
      p50: number;
      p99: number;
      /**
       * thresholds that it has not kept, or why it ended early; empty where it has kept them
       */
      missed: string[];
    }[];
  };
}
export interface Trace_Latency {
  count: number;
  p50: number;
  p75?: number;
  p90: number;
  p95?: number;
  p99: number;
  p999: number;
  max: number;
}
/**
 * offset of the target's clock from the clock of a load generator in milliseconds, by the Date headers: minimum and maximum
 */
export interface ClockOffset {
  low: number;
  high: number;
}
export interface WaivedFailure {
  clause: string;
  check: string;
  expected: string;
  received: string;
  exchanges: number[];
  sequence: string[];
  replay: string;
  /**
   * copied from the waiver, like the fields below
   */
  reason: string;
  owner: string;
  link: string;
  expires: string;
}
export interface BadWaiver {
  /**
   * file:line:column
   */
  at: string;
  problem: 'stale' | 'expired' | 'unmatched' | 'exceeded';
  /**
   * mistake and remedy
   */
  message: string;
}
export interface FlakyFailure {
  clause: string;
  check: string;
  /**
   * number of failed runs
   */
  failed: number;
  /**
   * number of all runs
   */
  runs: number;
  /**
   * noise that explains the failure
   */
  because?: 'timing' | 'transport' | 'provider-state';
  expected: string;
  received: string;
  exchanges: number[];
  sequence: string[];
  replay: string;
}
export interface Leftover {
  /**
   * name of the provider state, or operation that created the resource
   */
  what: string;
  /**
   * reason why the clean-up failed
   */
  detail: string;
  case: string;
}
/**
 * specs/releases/VERSION.json: requirements of a certificate of this release; generated by npm run generate, frozen when the version is raised
 */
export interface Requirements {
  version: string;
  /**
   * digest of the specs of this release
   */
  specs: string;
  /**
   * scored clauses
   */
  scored: string[];
  /**
   * provisional clauses: judged, not scored
   */
  provisional: string[];
}
export interface WrittenField {
  /**
   * path from the resource: names joined by '.', '[]' after a name for each array element, '{}' for each value of a map; alternatives of one name as 'a|b'. Or several of fields that are alike
   *
   * @minItems 1
   */
  path: string | string[];
  /**
   * JSON Schema 2020-12 of the value of the field; with the additional formats utc-milliseconds and unix-seconds; default: { type: string }
   */
  schema?: {};
  /**
   * default: those of the resource
   *
   * @minItems 1
   */
  clauses?: Clauses_DottedId[];
  /**
   * for undocumented values: name of the declaration in a profile
   */
  values?: string;
  /**
   * for an undocumented timestamp format: name of the declaration in a profile
   */
  notation?: string;
  /**
   * kind of secret; capture replaces the value by a pseudonym
   */
  secret?: string;
  keys?: Keys;
  shown?: Presence;
}
/**
 * of a map: the field whose values its keys are among, in responses of these states that hold any
 */
export interface Keys {
  /**
   * path of a field
   */
  of: string;
  /**
   * @minItems 1
   */
  state: string[];
}
export interface WrittenResource {
  name: string;
  about?: string;
  clauses?: Clauses_DottedId[];
  fields: WrittenField[];
}
/**
 * Responses of the rule: every key must match; a list matches any of its values
 */
export interface RuleCondition {
  operation?: string[];
  /**
   * HTTP statuses, or classes such as 2xx
   */
  status?: (number | string)[];
  /**
   * value at the machine's state pointer
   */
  state?: string[];
  /**
   * caller names as in authentication.yaml
   */
  caller?: string[];
  /**
   * JSON Schema over the response view for anything else, e.g. {body: {required: [x]}} under properties
   */
  view?: {};
}
/**
 * A statement about every response that 'when' selects, judged on each such response of the whole trace.
 */
export interface ResponseRule {
  id: string;
  /**
   * @minItems 1
   */
  clauses: Clauses_DottedId[];
  when?: RuleCondition;
  /**
   * JSON Schema 2020-12 over the response view {status, headers (lower-case names; repeated ones as arrays), body, state, error, errorText}
   */
  schema: {};
  /**
   * expectation as text, for the failure message
   */
  expected?: string;
}
/**
 * The objects of a document, their fields, and the rules that say when a field is present or absent.
 */
export interface ResourcesFile {
  resources: WrittenResource[];
  rules?: ResponseRule[];
}
export interface FamilyPlan {
  name: string;
  places: number;
  planned: number;
  notExercisable: PlaceLacking[];
}
export interface PlannedThen {
  requests: number;
  lowerBound: number;
  /**
   * places of the oracle families in the documents of the run
   */
  families?: FamilyPlan[];
}
/**
 * run.lock.json: inputs of a run, sufficient to repeat it and to judge its trace again; written before the first request
 */
export interface RunPlan {
  schemaVersion: 1;
  tool: {
    name: string;
    version: string;
  };
  suite: SuiteState;
  specs: {
    digest: string;
    /**
     * SHA-256 over the errata of the specs
     */
    errata: string;
  };
  profile: {
    name: string;
    /**
     * SHA-256 over the profile as written
     */
    digest: string;
  };
  seed: number;
  walks: number;
  /**
   * how much of the suite was planned; absent for standard
   */
  depth?: 'quick' | 'standard' | 'thorough';
  /**
   * number of reruns of a failing case; absent without the flag
   */
  repeat?: number;
  selection: Selection;
  /**
   * case or walk of a replay
   */
  only?: {
    case: string;
    /**
     * parameters to plan the walk again
     */
    walk?: string;
    /**
     * clause that is looked at again
     */
    clause?: string;
    /**
     * check that failed
     */
    check?: string;
    /**
     * operations that refused each request of the case, but were served in the run that it failed in
     */
    served?: string[];
  };
  shard?: ShardLock;
  /**
   * number of merged shards; absent for an undivided run
   */
  merged?: number;
  /**
   * injected faults of the embedded mock
   */
  faults: string[];
  /**
   * --preset of the embedded mock; absent without the flag
   */
  preset?: string;
  /**
   * --choice values of the embedded mock; absent without the flag
   */
  choices?: string[];
  /**
   * --target of the command; absent for a run against 'mock' in a folder without a profile of its own (assay.yaml)
   */
  target?: string;
  /**
   * sources of provider states and acts
   */
  providerStates: string[];
  /**
   * SHA-256 over the waivers, copied to waivers.yaml in the folder of the run; null without waivers
   */
  waivers: string | null;
  planned: PlannedThen;
  startedAt: string;
  node: string;
}
export interface SuiteState {
  /**
   * SHA-256 over all program files at the time of the run
   */
  digest: string;
  /**
   * commit of the build; null if unknown
   */
  commit: string | null;
  /**
   * differences of the suite from the release; empty for a release
   */
  dirty: string[];
}
export interface Selection {
  documents?: DocumentName[];
  features?: string[];
  /**
   * comma-separated globs of included clauses
   */
  clauses?: string;
  /**
   * comma-separated globs of excluded clauses
   */
  excluded?: string;
}
/**
 * shard of a run, and the plan of the whole run
 */
export interface ShardLock {
  /**
   * number of the shard, from 1
   */
  number: number;
  of: number;
  whole: WholeRun;
}
export interface WholeRun {
  planned: PlannedThen;
  /**
   * all cases and walks in the order of an undivided run, each with its shard
   */
  units: PlacedUnit[];
}
export interface PlacedUnit {
  id: string;
  shard: number;
}
export interface Sha256 {
  sha256: string;
  gitCommit?: string;
}
export interface TestResult {
  result: 'PASSED' | 'WARNED' | 'FAILED';
  /**
   * inputs of the run: suite, specs, requirements, profile, waivers, seed; and the signing key
   */
  configuration: ResourceDescriptor[];
  /**
   * passed clauses
   */
  passedTests: string[];
  /**
   * waived clauses
   */
  warnedTests: string[];
  failedTests: string[];
}
export interface ResourceDescriptor {
  name: string;
  digest: Sha256;
  /**
   * base64
   */
  content?: string;
  annotations?: {};
}
/**
 * Statement of a certificate: in-toto Statement v1 with a test-result predicate v0.1
 */
export interface Statement {
  _type: 'https://in-toto.io/Statement/v1';
  /**
   * every file in the folder of the run except the certificate
   */
  subject: Subject[];
  predicateType: 'https://in-toto.io/attestation/test-result/v0.1';
  predicate: TestResult;
}
export interface Subject {
  name: string;
  digest: Sha256;
}
/**
 * Sections of the document that are not tables of fields, operations, states or errors: authentication, events, limits, versioning.
 */
export interface StatementsFile {
  /**
   * authentication: kinds of caller, and the header that carries their credential
   */
  callers?: CallerRow[];
  rateLimitHeaders?: RateLimitHeaderRow[];
  pathPrefix?: {
    value: string;
    clauses: Clauses_DottedId[];
  };
  pageLimit?: {
    maximum: number;
    clauses: Clauses_DottedId[];
  };
  rules?: ResponseRule[];
}
export interface CallerRow {
  name: string;
  default?: true;
  header?: string;
  /**
   * value of the header, with {credential}
   */
  value?: string;
  /**
   * true: caller whose requests are refused
   */
  refused?: true;
  /**
   * key in the credentials of the profile, or binding that obtains the credential
   */
  credential?: string;
  /**
   * clauses that hold only where the credential is taken; for a credential that is ignored where it is wrong
   */
  shownBy?: Clauses_DottedId[];
  clauses: Clauses_DottedId[];
}
export interface RateLimitHeaderRow {
  name: string;
  role: 'limit' | 'remaining' | 'reset' | 'retry-at';
  on: 'every-response' | '429';
  clauses: Clauses_DottedId[];
}
export interface WrittenMachine {
  id: string;
  about?: string;
  /**
   * name in resources.yaml
   */
  resource: string;
  /**
   * JSON pointer to the state in the resource; omitted if the state is not a field (then read back as documented)
   */
  statePointer?: string;
  /**
   * name of the pseudo state before the first trigger
   */
  initial: string;
  states: WrittenState[];
  /**
   * steps that read the state back; skipped if their operation is not bound
   */
  readBack?: Step[];
  /**
   * true: each trigger goes on with the steps of 'readBack', whose response is judged, so that none follow
   */
  endsInReadBack?: true;
  /**
   * of each transition without clauses of its own
   *
   * @minItems 1
   */
  clauses?: Clauses_DottedId[];
  transitions: WrittenTransition[];
  /**
   * forbidden results of a trigger without a row; all other results are observed
   */
  strays?: StrayRow[];
}
export interface WrittenState {
  /**
   * a state, or several of the same clauses
   *
   * @minItems 1
   */
  name: string | string[];
  /**
   * pseudo state without a value in responses (start, gone, none)
   */
  pseudo?: true;
  clauses: Clauses_DottedId[];
}
/**
 * One (machine, from, trigger, condition, to). A list under 'from' counts once for each state.
 */
export interface WrittenTransition {
  /**
   * permanent; unique in the document
   */
  id: string;
  /**
   * default: those of the machine
   *
   * @minItems 1
   */
  clauses?: Clauses_DottedId[];
  /**
   * true: one transition for each state under 'from', whose id ends with the name of the state in lower case
   */
  each?: true;
  /**
   * a state, or several ('A or B'); 'any' is written out
   */
  from: string | string[];
  /**
   * provider states under which the trigger leads to 'to'; the first is preferred. On a transition from the initial state the provider state's data is bound to its alias. On a later one: empty or omitted means under whatever led to 'from'
   */
  given?: Given[];
  /**
   * steps that cause the transition; their last exchange is judged
   *
   * @minItems 1
   */
  trigger: Step[];
  /**
   * paraphrase of the document
   */
  condition?: string;
  /**
   * true: the document states the effect of a successful trigger, not that it succeeds; a trigger that is always refused is inconclusive
   */
  ifServed?: true;
  /**
   * true: the transition consumes its condition, so that a sequence takes it only once
   */
  once?: true;
  /**
   * true: the provider state still holds afterwards, so that a sequence may start again under it
   */
  keeps?: true;
  /**
   * state name; or {refused: error name}; or {gone: status}; or {declared: name} where the target is not shown (not a documented transition: judged as declared, else observed). Default: {declared: id}
   */
  to?:
    | string
    | {
        refused: string;
      }
    | {
        gone: number;
      }
    | {
        declared: string;
      };
  /**
   * names of bindings without which the trigger cannot be sent, beside those of the operations that it calls
   */
  needs?: string[];
  /**
   * further assertions about the response, each with its clause
   */
  also?: Expectation[];
  /**
   * overrides the value of the machine
   */
  readBack?: Step[];
}
export interface StrayRow {
  id: string;
  /**
   * states, or 'gone' after a deletion
   *
   * @minItems 1
   */
  in: string[];
  /**
   * statuses of the response to each request of the trigger
   */
  expect: Expectation;
}
export interface StatesFile {
  machines: WrittenMachine[];
}
/**
 * Place of a step in the specs: row 'transition:ID' or 'probe:ID', and the path of the step in the row, such as steps/2, trigger/0, readBack/1
 */
export interface Place {
  row: string;
  at: string;
}
export interface RunEvent {
  type: 'run';
  schemaVersion: 1;
  tool: {
    name: string;
    version: string;
  };
  specsDigest: string;
  profileDigest: string;
  /**
   * profile without credentials, with resolved addresses
   */
  profile: {
    [k: string]: unknown;
  };
  seed: number;
  startedAt: string;
  selection: Selection;
  /**
   * requested number of random walks
   */
  walks: number;
  /**
   * how much of the suite was planned; absent for standard
   */
  depth?: 'quick' | 'standard' | 'thorough';
  /**
   * injected faults of the embedded mock
   */
  faults: string[];
  shard?: Shard;
  /**
   * the case, or the walk, that a replay drives again
   */
  replays?: string;
}
export interface CaseEvent {
  type: 'case';
  case: string;
  document: DocumentName;
  kind: 'preflight' | 'tour' | 'probe' | 'walk' | 'load';
  title: string;
  /**
   * planned rows of the specs, in order
   */
  rows?: string[];
  walk?: WalkRef;
  again?: Again;
  /**
   * replay: operations that refuse each request of the case, but were served in the run that it failed in
   */
  served?: string[];
}
/**
 * random walk of the case, possibly concurrent with other cases, with the parameters to plan it again
 */
export interface WalkRef {
  id: string;
  code: string;
}
/**
 * rerun: the case or walk that failed, and the purpose, repetition or shrinking
 */
export interface Again {
  of: string;
  to: 'repeat' | 'shorten';
}
/**
 * setup of a provider state
 */
export interface StateEvent {
  type: 'state';
  case: string;
  state: string;
  alias: string;
  params: {
    [k: string]: unknown;
  };
  provided: boolean;
  /**
   * profile key of the source that provided the state
   */
  by?: string;
  data?: {
    [k: string]: unknown;
  };
  /**
   * reason of the failure
   */
  detail?: string;
}
export interface ActEvent {
  type: 'act';
  case: string;
  act: string;
  params: {
    [k: string]: unknown;
  };
  done: boolean;
  data?: {
    [k: string]: unknown;
  };
  detail?: string;
  /**
   * id of the step
   */
  step?: string;
}
export interface ClockEvent {
  type: 'clock';
  case: string;
  advance: string;
  now: string;
  /**
   * true if the clock was moved to wait for a rate limit, not for a step
   */
  waits?: true;
}
/**
 * transition that the step intends, from the exchange with this sequence number on
 */
export interface IntentEvent {
  type: 'intent';
  case: string;
  machine: string;
  transition: string;
  from: string;
  exchange: number;
}
export interface ExchangeEvent {
  type: 'exchange';
  seq: number;
  case: string;
  place: Place;
  /**
   * id of the step
   */
  step?: string;
  purpose: 'preflight' | 'tour' | 'read-back' | 'probe' | 'pagination' | 'walk' | 'load' | 'clean-up' | 'follow-up';
  document: DocumentName;
  /**
   * operation of the document; absent for other requests
   */
  operation?: string;
  caller?: string;
  request: RequestMessage;
  response?: ResponseMessage;
  failure?: TransportFailure;
  /**
   * load generator that sent the request, for rows of another load generator
   */
  generator?: {
    name: string;
    ahead?: ClockOffset;
  };
  /**
   * milliseconds since the epoch, on the clock of Assay or of the named load generator
   */
  sentAt: number;
  durationMs: number;
}
export interface RequestMessage {
  method: string;
  url: string;
  /**
   * names in lower case; a repeated field is an array
   */
  headers: {
    [k: string]: string | string[];
  };
  body?: JsonValue;
  /**
   * body that is not JSON, truncated to 4,096 characters
   */
  text?: string;
  bytes?: number;
}
export interface ResponseMessage {
  status: number;
  /**
   * names in lower case; a repeated field is an array
   */
  headers: {
    [k: string]: string | string[];
  };
  body?: JsonValue;
  /**
   * body that is not JSON, truncated to 4,096 characters
   */
  text?: string;
  bytes?: number;
}
export interface TransportFailure {
  kind:
    | 'refused'
    | 'unreachable'
    | 'reset'
    | 'timeout'
    | 'tls'
    | 'too-large'
    | 'undecodable'
    | 'not-sendable'
    | 'not-http'
    | 'foreign-origin'
    | 'interrupted';
  detail: string;
  kept?: KeptPart;
}
/**
 * part of a response that exceeded the limit: its beginning, and the digest of the received bytes
 */
export interface KeptPart {
  status: number;
  /**
   * names in lower case; a repeated field is an array
   */
  headers: {
    [k: string]: string | string[];
  };
  /**
   * beginning of the body
   */
  text?: string;
  bytes: number;
  /**
   * digest of this number of received bytes of the body
   */
  sha256: string;
}
/**
 * events that the target emitted (e-mail, syslog) since the previous poll
 */
export interface EmittedEvent {
  type: 'emitted';
  case: string;
  place: Place;
  events: {
    kind: string;
    about?: string;
    [k: string]: unknown;
  }[];
}
/**
 * blocker: the rest of the case could not be sent
 */
export interface BlockedEvent {
  type: 'blocked';
  case: string;
  place: Place;
  because: string;
  blame: Blame;
  /**
   * profile key that removes the blocker, such as budget.requests
   */
  key?: string;
}
export interface SecretEvent {
  type: 'secret';
  name: string;
  kind: string;
  length: number;
  /**
   * character classes of the secret: lower, upper, digit, -, _, other
   */
  characters: string[];
}
export interface EndEvent {
  type: 'end';
  at: string;
  how: 'completed' | 'interrupted' | 'budget' | 'stopped';
  /**
   * reason of an interruption from outside; absent otherwise
   */
  because?: string;
  /**
   * number of events before this one, which reveals removed events; absent in older traces
   */
  events?: number;
  /**
   * failure of Assay itself during the run
   */
  harnessErrors?: string[];
  /**
   * mistakes found by the preflight
   */
  stopped?: StoppedBy[];
}
/**
 * resource that the clean-up after a case could not remove from the target
 */
export interface LeftoverEvent {
  type: 'leftover';
  case: string;
  /**
   * name of the provider state, or operation that created the resource
   */
  what: string;
  /**
   * reason why the clean-up failed
   */
  detail: string;
}
/**
 * Waiver for a known violation: reported in every run, never as passed, and excluded from the outcome until it expires. Names a clause or a check
 */
export interface Waiver {
  /**
   * id of the violated clause
   */
  clause?: string;
  /**
   * id of a check, as in the failures of the report; covers every clause that the check fails
   */
  check?: string;
  /**
   * the violation, and the reason to accept it
   */
  reason: string;
  /**
   * person or team responsible for the waiver
   */
  owner: string;
  /**
   * URL of the ticket that tracks the correction
   */
  link: string;
  /**
   * last day of the waiver, such as 2030-12-31 (UTC)
   */
  expires: string;
  /**
   * maximum number of failures that the waiver covers; if there are more, all of them count
   */
  max?: number;
  /**
   * the check is flaky: the waiver covers flaky failures too, and does not become stale if nothing fails
   */
  intermittent?: boolean;
}
/**
 * Waivers for known violations of a target; the profile key waivers refers to this file
 */
export interface WaiversFile {
  waivers: Waiver[];
}

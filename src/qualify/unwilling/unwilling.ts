import { documentOf } from '../../model/document-of.ts';
import type { Blame, DocumentName, DocumentSpec, ProfileFile, Specs } from '../../model/types.ts';
import type { Judgement } from '../../judge/judgement.ts';
import { driveSuite } from '../in-process.ts';
import { prepareSuite, type Suite } from '../suite.ts';
import type { Groundless, Unwilling } from '../qualification.ts';
import { HOSTS } from '../transport.ts';
import { mayFail, nameOf, REFUSAL_KINDS, refusalFor, type RefusalKind } from './refusal-kinds.ts';
import { operationAt, routesOf } from '../../profile/routes.ts';

export interface UnwillingOptions {
  readonly seed: number;
  /** every operation with every kind of refusal; otherwise each with one that the seed draws */
  readonly full: boolean;
  /** only these kinds, by name, and only these operations */
  readonly kinds?: (kind: RefusalKind) => boolean;
  readonly operations?: (operation: string) => boolean;
  readonly onRun?: (run: RefusedRun) => void;
}

/** One run against a target that refuses. */
export interface RefusedRun {
  readonly document: DocumentName;
  readonly operation: string;
  readonly kind: RefusalKind;
  readonly requests: number;
  readonly refused: number;
  readonly failing: readonly string[];
  readonly groundless: readonly Groundless[];
}

const ALL = 'all';
/** So many kinds of a target that refuses everything belong to a sample. */
const SAMPLED_FOR_ALL = 3;

/**
 * Drives the suite against the mock behind a proxy that refuses an operation each time, then another, and all at once. A clause may fail
 * only where refusals.yaml has a ground for it, and what stays open is to be blamed on whoever can change the refusal.
 */
export async function driveUnwilling(specs: Specs, source: ProfileFile, file: string, options: UnwillingOptions): Promise<Unwilling> {
  const { seed, kinds = () => true, operations = () => true, onRun = () => undefined } = options;
  const runs: RefusedRun[] = [];
  for (const document of Object.keys(source.services ?? {})) {
    const prepared = prepareSuite(specs, source, file, { seed, selection: { documents: [document] } });
    const suite = { ...prepared, profile: { ...prepared.profile, direct: false } };
    const uses = await usesOf(suite, document);
    for (const { operation, kind } of tasksOf(uses, options)) {
      if (!kinds(kind) || !operations(operation)) continue;
      const run = await driveRefused(suite, document, uses, kind, operation);
      runs.push(run);
      onRun(run);
    }
  }
  return {
    runs: runs.length,
    requests: runs.reduce((sum, { requests }) => sum + requests, 0),
    contradicted: runs.reduce((sum, { failing, groundless }) => sum + failing.length - groundless.filter(isFailure).length, 0),
    groundless: runs.flatMap(({ groundless }) => groundless),
  };
}

function isFailure({ because }: Groundless): boolean {
  return because.startsWith(FAILED);
}

function tasksOf(uses: Uses, { seed, full }: UnwillingOptions): readonly { readonly operation: string; readonly kind: RefusalKind }[] {
  const asked = [...new Set([...uses.values()].flatMap((operations) => [...operations]))].toSorted();
  if (full) return [...asked, ALL].flatMap((operation) => REFUSAL_KINDS.map((kind) => ({ operation, kind })));
  const drawn = (index: number): RefusalKind[] => REFUSAL_KINDS.slice((index + seed) % REFUSAL_KINDS.length).slice(0, 1);
  const forAll = Array.from({ length: SAMPLED_FOR_ALL }, () => ALL);
  return [...asked, ...forAll].flatMap((operation, index) => drawn(index * STRIDE).map((kind) => ({ operation, kind })));
}

/** Shares no divisor with the number of kinds: so many operations in a row get as many different kinds. */
const STRIDE = 5;

/** Which operations each case of a suite asks for where nobody refuses. */
type Uses = ReadonlyMap<string, ReadonlySet<string>>;

type OperationLookup = (request: { readonly method: string; readonly url: string }) => string | undefined;

/** The operation of a document that a request asks for. */
function requestedOperation({ specs, profile }: Suite, document: DocumentName): OperationLookup {
  const routes = routesOf(documentOf(specs, document), profile);
  return ({ method, url }) => (new URL(url).origin === HOSTS[document] ? operationAt(routes, method, url) : undefined);
}

async function usesOf(suite: Suite, document: DocumentName): Promise<Uses> {
  const asked = requestedOperation(suite, document);
  const uses = new Map<string, Set<string>>();
  let unit = '';
  await driveSuite(suite, {
    before({ id }) {
      unit = id;
    },
    note(request) {
      const operation = asked(request);
      if (operation === undefined) return;
      uses.set(unit, (uses.get(unit) ?? new Set()).add(operation));
    },
  });
  return uses;
}

/** Drives what of a suite asks for an operation, and judges how it was judged. */
async function driveRefused(suite: Suite, document: DocumentName, uses: Uses, kind: RefusalKind, operation: string): Promise<RefusedRun> {
  const asked = requestedOperation(suite, document);
  const spec = documentOf(suite.specs, document);
  let refused = 0;
  const { judgement, requests, events } = await driveSuite(suite, {
    pick: ({ id }) => operation === ALL || uses.get(id)?.has(operation) === true,
    change(response, request) {
      const found = asked(request);
      if (found === undefined || (operation !== ALL && found !== operation)) return response;
      refused += 1;
      return refusalFor(spec, suite.profile, kind, response);
    },
  });
  const failing = judgement.clauses.flatMap(({ clause, verdict }) => (verdict === 'fail' ? [clause.id] : []));
  const isCut = events.some((event) => event.type === 'blocked' && event.key?.startsWith('budget.') === true);
  const why =
    refused === 0 ? [] : [...groundlessIn(spec, judgement, kind, operation), ...(isCut ? [{ because: 'the budget did not suffice' }] : [])];
  return {
    document,
    operation,
    kind,
    requests,
    refused,
    failing,
    groundless: why.map((one) => ({ document, operation, refusal: nameOf(kind), ...one })),
  };
}

const FAILED = 'failed: ';

function groundlessIn(
  spec: DocumentSpec,
  { clauses }: Judgement,
  kind: RefusalKind,
  operation: string,
): readonly Pick<Groundless, 'clause' | 'because'>[] {
  const hasGround = mayFail(spec, kind, operation === ALL ? undefined : operation);
  const isContradicted = clauses.some(({ verdict }) => verdict === 'fail');
  // What only a direct connection can show is the proxy's.
  const permitted = [...new Set<Blame>([...blamedFor(kind.status), ...(isContradicted ? (['target'] as const) : []), 'network'])];
  return clauses.flatMap(({ clause, verdict, blame, findings, reason = '' }) => {
    if (verdict === 'fail' && !hasGround(clause.id)) return [{ clause: clause.id, because: `${FAILED}${reason}` }];
    // Where only some cases were driven, others may be what shows a clause.
    if (findings.length === 0 && operation !== ALL) return [];
    if (verdict !== 'inconclusive' || permitted.some((one) => one === blame)) return [];
    return [{ clause: clause.id, because: `blame ${blame ?? 'nobody'}, expected ${permitted.join(' or ')}: ${reason}` }];
  });
}

/** Who can change a refusal: the credentials, the binding of a request, what stands where it leads, or else the target. */
function blamedFor(status: number): readonly Blame[] {
  if (status === 401 || status === 403) return ['config'];
  if (status === 404 || status === 409) return ['provider-state'];
  return status >= 500 ? ['target'] : ['config', 'target'];
}

import { judge, judgeDocuments, judgeEvents, weighFindings, type Judgement } from '../../judge/judgement.ts';
import type { Finding } from '../../judge/finding.ts';
import { defined } from '../../model/defined.ts';
import type { DocumentName } from '../../model/types.ts';
import { recordOmissions } from '../../run/drive-plans.ts';
import { eachCheckOnce, reached, shortestFirst } from '../coverage.ts';
import type { Aim } from './aim.ts';
import { piecesOf, type Deployment, type Session, type Piece } from './deployment.ts';
import type { Unfaulted } from './unfaulted.ts';

/** One fault to be tried. */
export interface OfferedTask {
  readonly fault: string;
  readonly aim: Aim;
  /** part of the name of everything that is made for it */
  readonly name: string;
}

/** A clause that was judged without the fault, and with it is not. */
export interface Dropped {
  readonly clause: string;
  readonly to: 'inconclusive' | 'skipped';
  readonly reason: string;
}

/** A check that failed, and what keeps that from being a kill. */
export interface Unconfirmed {
  readonly check: string;
  readonly because: 'it did not fail again' | 'it fails without the fault as well';
}

/** What came of trying a fault. */
export interface OfferedTrial {
  readonly fault: string;
  /** killed by a clause that the fault means, killed by another one, seen by none, or broken off */
  readonly outcome: 'own' | 'elsewhere' | 'missed' | 'broken';
  /** the checks that failed, and the clauses that they failed for: those of the fault where it was killed by one of them */
  readonly caughtBy: readonly string[];
  readonly killed: readonly string[];
  /** further clauses that went red with them */
  readonly collateral: readonly string[];
  /** requests sent until the first of them failed; all that were sent where none did */
  readonly requests: number;
  readonly durationMs: number;
  readonly unconfirmed: readonly Unconfirmed[];
  /** of a fault that was missed */
  readonly dropped: readonly Dropped[];
  /** why it was broken off */
  readonly broke?: string;
}

/** No fault may take longer than so many times the whole suite: one that makes every request wait for its timeout keeps the others from being tried. */
const MOST_TIMES = 10;
const LEAST_MS = 30_000;

/** So many of the clauses near those that a fault means are looked at before all that judges these. */
const NEAREST = 10;

/** How often what has failed is driven again, until it fails again. */
const REPEATS = 2;

/**
 * Switches a fault on and drives the suite until a clause fails that stands without it, those near the clauses that it means first. What
 * fails is driven again, with the fault and without it: it has to fail, and to pass.
 */
export async function tryOffered(deployment: Deployment, unfaulted: Unfaulted, task: OfferedTask): Promise<OfferedTrial> {
  const started = performance.now();
  const session = deployment.open(Math.max(LEAST_MS, MOST_TIMES * unfaulted.durationMs));
  const trial = new Trial(deployment, unfaulted, task, session);
  const ended = await endOf(trial, session).catch((error: unknown): Ending => ({
    broke: error instanceof Error ? error.message : String(error),
  }));
  const off = await deployment.faults.put([]).then(
    () => undefined,
    (error: unknown) => String(error),
  );
  const sent = session.drive.exchanger.nextSeq() - 1;
  const broke = off ?? ('broke' in ended ? ended.broke : undefined);
  const nothing = { caughtBy: [], killed: [], collateral: [], requests: sent };
  return {
    fault: task.fault,
    ...(broke !== undefined || !('failures' in ended)
      ? { ...nothing, outcome: broke === undefined ? 'missed' : 'broken' }
      : killOf(task.aim, ended.failures, unfaulted, sent)),
    durationMs: Math.round(performance.now() - started),
    unconfirmed: trial.unconfirmed,
    dropped: broke === undefined && 'judgement' in ended ? droppedIn(ended.judgement, unfaulted) : [],
    ...defined({ broke: broke === undefined ? undefined : session.drive.redactor.redactText(broke) }),
  };
}

/** How a trial ends: with failures that are confirmed, with a judgement of all that was driven, or too early. */
type Ending = { readonly failures: readonly Finding[] } | { readonly judgement: Judgement } | { readonly broke: string };

async function endOf(trial: Trial, { drive }: Session): Promise<Ending> {
  const ended = await trial.run();
  const usedUp = drive.pacer.usedUp();
  return 'judgement' in ended && usedUp !== undefined ? { broke: usedUp.why } : ended;
}

/** One fault under way. */
class Trial {
  readonly unconfirmed: Unconfirmed[] = [];
  readonly #deployment: Deployment;
  readonly #unfaulted: Unfaulted;
  readonly #task: OfferedTask;
  readonly #session: Session;
  /** by the cases under which they were driven */
  readonly #pieceOf = new Map<string, Piece>();
  /** by document, what all pieces show that were driven for the search, each judged by itself */
  readonly #found = new Map<DocumentName, Finding[]>();
  #times = 0;

  constructor(deployment: Deployment, unfaulted: Unfaulted, task: OfferedTask, session: Session) {
    this.#deployment = deployment;
    this.#unfaulted = unfaulted;
    this.#task = task;
    this.#session = session;
  }

  /** Drives until a failure is confirmed, or to the end. */
  async run(): Promise<Ending> {
    const { specs, profile, plans, faults } = this.#deployment;
    const { drive, events } = this.#session;
    const { documents } = this.#task.aim;
    if (!documents.some((name) => plans.has(name))) return { broke: `the profile has no service ${documents.join(' or ')}` };
    await faults.put([this.#task.fault]);
    for (const plan of plans.values()) if (documents.includes(plan.spec.name)) recordOmissions(drive.trace, plan);
    const looked = new Set<string>();
    let since = 0;
    let lookAt = 1;
    for (const piece of this.#inOrder()) {
      if (drive.pacer.usedUp() !== undefined) break;
      const seen = await this.#failuresIn(this.#session, piece);
      const isNew = seen.some(({ check }) => !looked.has(check));
      for (const { check } of seen) looked.add(check);
      if (looked.size > 0) since += 1;
      // What a binding of the profile casts doubt on may be cleared by whatever comes later: it is looked at again, ever more rarely.
      if (!isNew && (profile.embedded || looked.size === 0 || since < lookAt)) continue;
      if (!isNew) lookAt = 2 * since;
      // To judge all over again is dear: only where a failure stands against all that was driven.
      if (!profile.embedded && !this.#stands(piece.document)) continue;
      const standing = profile.embedded ? seen : this.#red(judgeDocuments(specs, profile, events, documents));
      const failures = await this.#confirmed(standing);
      if (failures !== undefined) return { failures };
    }
    const judgement = judge(specs, profile, events, { documents: [...documents] });
    const failures = await this.#confirmed(this.#red(judgement.findings));
    return failures === undefined ? { judgement } : { failures };
  }

  /**
   * All pieces of the fault's documents: those that judge the clauses that it means, then those near them, then the others. A check shows in its
   * shortest piece what it shows in most of its pieces, so that each check comes once before any comes again.
   */
  #inOrder(): readonly Piece[] {
    const { aim } = this.#task;
    const { coverage } = this.#unfaulted;
    const pieces = [...this.#deployment.plans.values()].filter(({ spec }) => aim.documents.includes(spec.name)).flatMap(piecesOf);
    const byId = new Map(pieces.map((piece) => [piece.id, piece]));
    const ids = new Set([
      ...shortestFirst(coverage, eachCheckOnce(coverage, aim.own)),
      ...eachCheckOnce(coverage, aim.near.slice(0, NEAREST)),
      ...reached(coverage, aim.own),
      ...shortestFirst(coverage, eachCheckOnce(coverage, aim.near)),
      ...shortestFirst(coverage, eachCheckOnce(coverage, coverage.checksOf.keys())),
      ...shortestFirst(coverage, byId.keys()),
    ]);
    return [...ids].flatMap((id) => byId.get(id) ?? []);
  }

  /** What fails in a piece, driven and judged by itself. */
  async #failuresIn({ drive, events }: Session, piece: Piece): Promise<readonly Finding[]> {
    const { specs, profile } = this.#deployment;
    this.#times += 1;
    const name = `${this.#task.name}-${this.#times}`;
    for (const { id } of piece.named(name)) this.#pieceOf.set(id, piece);
    const before = events.length;
    await piece.drive(drive, name);
    const { findings } = judgeEvents(specs, profile, events.slice(before), [piece.document]);
    if (events === this.#session.events) {
      const found = this.#found.get(piece.document);
      if (found === undefined) this.#found.set(piece.document, [...findings]);
      else found.push(...findings);
    }
    return this.#red(findings);
  }

  /** Whether any failure of a piece of that document is still one where it is weighed against all that was driven. */
  #stands(document: DocumentName): boolean {
    const { specs, profile } = this.#deployment;
    return this.#red(weighFindings(specs, profile, this.#session.events, document, this.#found.get(document) ?? [])).length > 0;
  }

  /** Failures of clauses that stand without the fault. */
  #red(findings: readonly Finding[]): readonly Finding[] {
    return findings.filter(({ verdict, clauses }) => verdict === 'fail' && clauses.some((id) => this.#unfaulted.open.has(id)));
  }

  /** These failures where the most telling of them fails again with the fault, and does not without it; undefined where there is none. */
  async #confirmed(failures: readonly Finding[]): Promise<readonly Finding[] | undefined> {
    const open = failures.filter(({ check }) => !this.unconfirmed.some((one) => one.check === check));
    const chosen = open.find(({ clauses }) => clauses.some((id) => this.#task.aim.own.includes(id))) ?? open[0];
    const piece = chosen === undefined ? undefined : this.#pieceIn(chosen);
    if (chosen === undefined || piece === undefined) return undefined;
    const because = (await this.#failsAgain(piece, chosen.check))
      ? (await this.#failsWithout(piece, chosen.check)) && 'it fails without the fault as well'
      : 'it did not fail again';
    if (because === false) return open;
    this.unconfirmed.push({ check: chosen.check, because });
    return undefined;
  }

  async #failsAgain(piece: Piece, check: string): Promise<boolean> {
    const { specs, profile, open } = this.#deployment;
    for (let time = 1; time <= REPEATS; time++) {
      const alone = await this.#failuresIn(open(profile.limits.durationMs), piece);
      if (alone.some((finding) => finding.check === check)) return true;
    }
    // A law over several cases is broken only where the others are there.
    const { drive, events } = this.#session;
    const next = drive.exchanger.nextSeq();
    await this.#failuresIn(this.#session, piece);
    const all = this.#red(judgeDocuments(specs, profile, events, [piece.document]));
    return all.some((finding) => finding.check === check && (finding.exchanges.at(-1) ?? 0) >= next);
  }

  async #failsWithout(piece: Piece, check: string): Promise<boolean> {
    const { faults, open, profile } = this.#deployment;
    await faults.put([]);
    const failures = await this.#failuresIn(open(profile.limits.durationMs), piece);
    await faults.put([this.#task.fault]);
    return failures.some((finding) => finding.check === check);
  }

  #pieceIn({ case: owner, exchanges }: Finding): Piece | undefined {
    const last = exchanges.at(-1);
    const exchange = this.#session.events.find((event) => event.type === 'exchange' && event.seq === last);
    return this.#pieceOf.get(owner ?? (exchange?.type === 'exchange' ? exchange.case : ''));
  }
}

function killOf(
  { own }: Aim,
  failures: readonly Finding[],
  { open }: Unfaulted,
  sent: number,
): Pick<OfferedTrial, 'outcome' | 'caughtBy' | 'killed' | 'collateral' | 'requests'> {
  const red = [...new Set(failures.flatMap(({ clauses }) => clauses))].filter((id) => open.has(id));
  const meant = red.filter((id) => own.includes(id));
  const killed = meant.length > 0 ? meant : red;
  const kills = failures.filter(({ clauses }) => clauses.some((id) => killed.includes(id)));
  return {
    outcome: meant.length > 0 ? 'own' : 'elsewhere',
    caughtBy: [...new Set(kills.map(({ check }) => check))],
    killed: killed.toSorted(),
    collateral: red.filter((id) => !killed.includes(id)).toSorted(),
    requests: Math.min(...kills.map(({ exchanges }) => exchanges.at(-1) ?? sent)),
  };
}

/** Clauses that a fault which nothing has killed keeps from being judged. */
function droppedIn({ clauses }: Judgement, { verdicts }: Unfaulted): readonly Dropped[] {
  return clauses.flatMap(({ clause, verdict, reason = '' }) =>
    verdicts.get(clause.id) === 'pass' && (verdict === 'inconclusive' || verdict === 'skipped')
      ? [{ clause: clause.id, to: verdict, reason }]
      : [],
  );
}

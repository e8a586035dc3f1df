import { nearestIds } from '../../model/nearest.ts';
import { didYouMean } from '../../model/yaml-file.ts';
import type { AnswerSelector, Edit, WireFault } from '../../model/wire-faults/wire-fault.ts';
import type { FaultSummary } from './control.ts';
import { ControlError } from './service.ts';
import { documentOf } from '../../model/document-of.ts';
import { loadSpecs } from '../../model/load.ts';
import { oncePer } from '../../model/once-per.ts';
import { classOf } from '../../model/status-class.ts';
import { wireFaults } from '../../model/wire-faults/catalogue.ts';
import { documentNames, type DocumentName } from './documents.ts';
import { services } from './services.ts';

/** A fault that no suite may miss: any password signs a user in. */
export const MUST_DIE = 'authn-any-password';

let known: readonly FaultSummary[] | undefined;
let written: readonly FaultSummary[] | undefined;

/** The seeded faults of all services, in the order of the documents: behavioural ones, then wire faults. */
export function knownFaults(): readonly FaultSummary[] {
  known ??= [...behaviouralFaults(), ...documentNames.flatMap(wireSummariesOf)];
  return known;
}

/** Those of one document; none of one that the mock does not serve. */
export function faultsIn(document: string): readonly FaultSummary[] {
  const name = documentNames.find((one) => one === document);
  if (name === undefined) return [];
  return [...behaviouralFaults().filter((fault) => fault.document === name), ...wireSummariesOf(name)];
}

/** Those that are written by hand; the specs are not needed for them. */
export function behaviouralFaults(): readonly FaultSummary[] {
  written ??= documentNames.flatMap((document) => services[document].faults());
  return written;
}

const derivedFrom = oncePer(wireFaults);

/** The wire faults of a service; derived from the specs once, when they are first asked for. */
export function wireFaultsOf(document: DocumentName): readonly WireFault[] {
  return derivedFrom(documentOf(loadSpecs(), document));
}

function wireSummariesOf(document: DocumentName): readonly FaultSummary[] {
  return wireFaultsOf(document).map((fault) => summarise(document, fault));
}

function summarise(document: DocumentName, { id, clause, alsoBreaks, about }: WireFault): FaultSummary {
  return { id, kind: 'wire', document, clause, alsoBreaks, difficulty: 'response', about, rules: [] };
}

/** The faults of these ids. Throws ControlError for one that there is not, and for two that cannot both be on. */
export function chooseFaults(ids: readonly string[]): readonly FaultSummary[] {
  const chosen = [...new Set(ids)].map(find);
  for (const [index, fault] of chosen.entries()) {
    for (const earlier of chosen.slice(0, index)) {
      const place = contested(earlier, fault);
      if (place !== undefined)
        throw new ControlError(
          'mock-exclusive',
          `the faults '${earlier.id}' and '${fault.id}' exclude each other: both change ${place}`,
          'Switch one of them on at a time.',
        );
    }
  }
  return chosen;
}

/** What is said of a glob that no fault matches. */
export function noSuchFault(glob: string): string {
  const near = nearestIds(
    glob,
    knownFaults().map((one) => one.id),
  );
  const globs = glob.includes('*') ? "; * stays within a part of an id, ** crosses dots, as in 'wire-pam.**'" : '';
  return `no fault matches '${glob}'${near.length === 0 ? '' : `; the nearest: ${near.join(', ')}`}. 'assay faults' lists them all${globs}`;
}

function find(id: string): FaultSummary {
  // Wire faults are derived from the specs, which takes a moment: only where one may be meant.
  const fault = behaviouralFaults().find((one) => one.id === id) ?? knownFaults().find((one) => one.id === id);
  if (fault !== undefined) return fault;
  const names = knownFaults().map((one) => one.id);
  throw new ControlError(
    'mock-name-unknown',
    `unknown fault '${id}'${didYouMean(id, names)}`,
    "'assay faults' lists all faults, 'assay explain CLAUSE' those that violate a clause.",
  );
}

/** What one would undo of the other: a rule that both replace, or a place in the same answers. */
function contested(one: FaultSummary, other: FaultSummary): string | undefined {
  if (one.document !== other.document || one.kind !== other.kind) return undefined;
  if (one.kind === 'behavioural') return one.rules.filter((rule) => other.rules.includes(rule)).map((rule) => `the rule '${rule}'`)[0];
  const [wire, another] = [wireFaultOf(one), wireFaultOf(other)];
  return wire === undefined || another === undefined ? undefined : contestedPlace(wire, another);
}

/** The wire fault that a summary is of; undefined of a behavioural one. */
export function wireFaultOf({ document, id }: FaultSummary): WireFault | undefined {
  return wireFaultsOf(document).find((fault) => fault.id === id);
}

/** A place in answers that both faults change, so that one would undo the other; undefined where there is none. */
function contestedPlace(one: WireFault, other: WireFault): string | undefined {
  if (!mayMeet(one.where, other.where)) return undefined;
  const places = other.edits.map(placeOf);
  return one.edits.map(placeOf).find((place) => places.some((another) => isWithin(place, another) || isWithin(another, place)));
}

function placeOf(edit: Edit): string {
  return 'path' in edit ? `/${edit.path.join('/')}` : `${edit.member} of the link ${edit.link}`;
}

function isWithin(place: string, whole: string): boolean {
  return place === whole || place.startsWith(`${whole}/`);
}

/** Whether there can be an answer that both mean: one that only one of them tells apart may be among the other's. */
function mayMeet(one: AnswerSelector, other: AnswerSelector): boolean {
  return (
    shares(one.operations, other.operations) &&
    shares(one.errors, other.errors) &&
    shares(one.statuses?.map(classOf), other.statuses?.map(classOf)) &&
    (one.state?.pointer !== other.state?.pointer || shares(one.state?.values, other.state?.values))
  );
}

function shares(some: readonly string[] | undefined, others: readonly string[] | undefined): boolean {
  return some === undefined || others === undefined || some.some((one) => others.includes(one));
}

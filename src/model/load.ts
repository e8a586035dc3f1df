import { createHash } from 'node:crypto';
import { bundledSpecs, type BundledSpecs } from './bundle.ts';
import { crossCheck } from './cross-check/cross-check.ts';
import { readErrata } from './errata.ts';
import { withFamilies } from './families/families.ts';
import { withNeeds } from './needs.ts';
import { byOrder, readSources, type DocumentSource } from './sources.ts';
import { SpecError } from './errors.ts';
import { SPECS_FOLDER } from './specs-folder.ts';
import type { DocumentSpec, IndexedClause, Specs } from './types.ts';

let own: Specs | undefined;

/**
 * All specs, checked and indexed; the package's own unless a folder is given. The package's own come from the build's bundle where
 * that was made of the very same files. Throws SpecError with every finding and its place.
 */
export function loadSpecs(folder?: string): Specs {
  if (folder !== undefined) return indexed(parseSpecs(folder), folder);
  own ??= indexed(ownFiles(), SPECS_FOLDER);
  return own;
}

/** The package's own, as their files hold them. */
function ownFiles(): BundledSpecs {
  return bundledSpecs() ?? parseSpecs(SPECS_FOLDER);
}

/**
 * The package's own specs, and beside them those of a folder, where a document stands for the package's own of the same name. Throws
 * SpecError with every finding and its place.
 */
export function loadSpecsBeside(folder: string): Specs {
  const { errata } = loadSpecs();
  const { documents } = ownFiles();
  const sources = readSources(folder);
  if (sources.length === 0)
    throw new SpecError(
      'specs-folder-empty',
      `${folder}  expected a folder of documents, found none in it. A document is a folder with document.yaml`,
    );
  const beside = sources.map(({ spec }) => spec);
  const kept = Object.values(documents).filter(({ name }) => beside.every((spec) => spec.name !== name));
  const all = [...kept, ...beside].toSorted(byOrder);
  demandConsistent(sources, [...kept, ...beside]);
  const specs = indexed(bundled(all), folder);
  const known = errata.filter(({ clause }) => clause === undefined || specs.clauses.has(clause));
  return { ...specs, errata: [...known, ...specs.errata] };
}

/** Reads and checks the YAML files themselves. */
export function parseSpecs(folder: string): BundledSpecs {
  const sources = readSources(folder);
  const all = sources.map(({ spec }) => spec);
  demandConsistent(sources, all);
  return bundled(all);
}

/** What the files of these documents say of one another, and of the other documents. Throws SpecError. */
function demandConsistent(sources: readonly DocumentSource[], all: readonly DocumentSpec[]): void {
  const mistakes = crossCheck(sources, all, clausesOf(all));
  if (mistakes.length > 0) throw new SpecError('specs-inconsistent', mistakes.join('\n'));
}

function bundled(all: readonly DocumentSpec[]): BundledSpecs {
  const documents = Object.fromEntries(all.map((spec) => [spec.name, spec]));
  return { documents, digest: createHash('sha256').update(canonical(documents)).digest('hex') };
}

function indexed({ documents, digest }: BundledSpecs, folder: string): Specs {
  const clauses = clausesOf(Object.values(documents));
  const whole = Object.fromEntries(Object.entries(documents).map(([name, spec]) => [name, withFamilies(withNeeds(spec))]));
  return { documents: whole, digest, clauses, errata: readErrata(folder, clauses) };
}

function clausesOf(documents: readonly DocumentSpec[]): ReadonlyMap<string, IndexedClause> {
  return new Map(documents.flatMap(({ clauses, name }) => clauses.map((clause) => [clause.id, { ...clause, document: name }])));
}

/** JSON with the keys of every object in order, so that neither layout nor comments change the digest. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, entry: unknown) =>
    typeof entry === 'object' && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
}

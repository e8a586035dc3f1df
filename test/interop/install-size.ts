import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { installedIn, packed } from './installed.ts';
import type { JobResult, Workplace } from './workplace.ts';

/** What npm keeps of each package that it has installed, by its path from the folder. */
type Packages = Readonly<Record<string, Entry>>;

interface Entry {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const OWN = 'node_modules/assay';

/** An empty folder with only this package: how big it is, how long it took, and what each dependency alone brings along. */
export async function installSize(place: Workplace): Promise<JobResult> {
  const tarball = await packed(place);
  const begun = Date.now();
  const folder = await installedIn(place, 'only-assay', { packages: [tarball], env: place.env });
  const took = Date.now() - begun;
  const { packages }: { readonly packages: Packages } = JSON.parse(
    readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
  );
  const sizeOf = (paths: Iterable<string>): number => [...paths].reduce((sum, path) => sum + sizeBelow(join(folder, path)), 0);
  const dependencies = Object.keys(packages[OWN]?.dependencies ?? {});
  for (const family of new Set(dependencies.map(familyOf))) {
    const others = closure(packages, OWN, (name) => familyOf(name) !== family);
    const alone = [...closure(packages, OWN)].filter((path) => !others.has(path));
    place.say(`only for ${family}: ${alone.length} packages, ${megabytes(sizeOf(alone))}`);
  }
  const all = Object.keys(packages);
  const figures = `${megabytes(statSync(tarball).size)} packed, ${megabytes(sizeOf([OWN]))} unpacked; with all dependencies ${all.length} packages, ${megabytes(sizeOf(all))}, installed in ${(took / 1000).toFixed(0)} s`;
  return { kind: 'done', figures, broken: [] };
}

/** Packages of one maker go together. */
function familyOf(name: string): string {
  return /allure/.test(name) ? 'Allure' : name;
}

/** What a package needs, itself included; of its own dependencies only those that are wanted. */
function closure(packages: Packages, start: string, wanted: (name: string) => boolean = () => true): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [start];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path] ?? {};
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    const from = path;
    open.push(...names.filter((name) => path !== start || wanted(name)).flatMap((name) => resolved(packages, from, name) ?? []));
  }
  return found;
}

/** Where a package finds another one: in its own folder, or in one around it. */
function resolved(packages: Packages, from: string, name: string): string | undefined {
  const folders = [from, ...[...from.matchAll(/\/node_modules\//g)].toReversed().map(({ index }) => from.slice(0, index)), ''];
  return folders.map((folder) => posix.join(folder, 'node_modules', name)).find((path) => Object.hasOwn(packages, path));
}

/** Bytes of a package's files, without those of the packages inside. */
function sizeBelow(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return sum + sizeBelow(path);
      return entry.isFile() ? sum + statSync(path).size : sum;
    }, 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

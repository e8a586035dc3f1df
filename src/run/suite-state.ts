import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Requirements, SuiteState } from '../../model/types.ts';
import { STAMP_FILE, suiteDigest, suiteFiles } from './stamp.ts';
import type { Stamp } from './stamp.ts';

/** Which suite stands in a package's folder now, and what makes it another than the release of that version. */
export function suiteState(root: string, specsDigest: string, release: Requirements | undefined): SuiteState {
  const stamp = readStamp(join(root, STAMP_FILE));
  const files = suiteFiles(
    root,
    Object.keys(stamp?.files ?? {}).filter((path) => /\.c?js$/.test(path)),
  );
  return {
    digest: suiteDigest(files),
    commit: stamp?.commit ?? null,
    dirty: [...(stamp === undefined ? ['it was not built: npm run build'] : strayed(stamp, files)), ...otherSpecs(specsDigest, release)],
  };
}

function strayed({ changes, files }: Stamp, now: Stamp['files']): readonly string[] {
  const changed = [...new Set([...Object.keys(files), ...Object.keys(now)])].filter((path) => files[path] !== now[path]);
  return [
    ...(changes.length === 0 ? [] : [`it was built with uncommitted changes: ${someOf(changes)}`]),
    ...(changed.length === 0 ? [] : [`files have changed since the build: ${someOf(changed)}`]),
  ];
}

function otherSpecs(digest: string, release: Requirements | undefined): readonly string[] {
  if (release === undefined) return ['specs/releases has no requirements of this version'];
  return release.specs === digest ? [] : [`its specs have the digest ${digest}, those of release ${release.version} ${release.specs}`];
}

function someOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

/** The build's own file: only a cut one is to be feared, and that counts as none. */
function readStamp(file: string): Stamp | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const stamp: Stamp = JSON.parse(readFileSync(file, 'utf8'));
    return stamp;
  } catch {
    return undefined;
  }
}

import type { Profile } from '../profile/profile.ts';
import { PACKAGE_ROOT } from './package-root.ts';
import type { Mistake } from './preflight/mistake.ts';

/**
 * Where a module of the user's threw outside of every call of ours, as in a timer of its own: `file:line:column`; undefined where the
 * code is Assay's. What was thrown is not told: it may hold a secret, and nothing has looked it through.
 */
export function strayPlace(stack: string | undefined): string | undefined {
  const [first] = (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !line.includes('node:'))
    .flatMap((line) => FRAME.exec(line)?.groups?.['place'] ?? []);
  return first === undefined || isOwn(first) ? undefined : first;
}

/** The same for whatever was thrown, as it came or as it was handed from thread to thread. */
export function strayPlaceOf(thrown: unknown): string | undefined {
  return typeof thrown === 'object' && thrown !== null && 'stack' in thrown && typeof thrown.stack === 'string'
    ? strayPlace(thrown.stack)
    : undefined;
}

/** What a module of the user's prepared cannot be relied on any more. */
export function strayMistake({ sources }: Pick<Profile, 'sources'>, place: string): Mistake {
  const source = sources.find((known) => known.kind === 'module' && place.startsWith(known.file));
  return { key: source?.key ?? 'providerStates', what: strayWords(place), remedy: STRAY_REMEDY, blame: 'provider-state' };
}

export const strayWords = (place: string): string => `a module threw outside of every call, at ${place}`;
export const STRAY_REMEDY = 'Let it await what it starts, and catch what that throws';

const FRAME = /(?:file:\/\/)?(?<place>(?:\/|[A-Za-z]:[\\/])[^()]*:\d+:\d+)\)?$/;

function isOwn(place: string): boolean {
  return /[\\/]node_modules[\\/]/.test(place) || ['dist', 'src'].some((folder) => place.startsWith(`${PACKAGE_ROOT}${folder}`));
}

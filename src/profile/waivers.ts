import { createHash } from 'node:crypto';
import { SpecError } from '../model/errors.ts';
import type { StoredFile } from '../model/stored-file.ts';
import type { Waiver, WaiversFile } from '../model/types.ts';
import { didYouMean, readYamlSource } from '../model/yaml-file.ts';

/** A waiver, where it stands, and what it speaks of. */
export interface PlacedWaiver extends Waiver {
  /** `file:line:column` of one of its keys, or of the waiver itself */
  readonly at: (key?: keyof Waiver) => string;
  /** the clause it names, or all that the check it names can fail for */
  readonly clauses: readonly string[];
}

/** A file of waivers. */
export interface Waivers {
  readonly text: string;
  /** SHA-256 over the text, hex */
  readonly digest: string;
  readonly waivers: readonly PlacedWaiver[];
}

/** What waivers can name. */
export interface Waivable {
  readonly clauses: ReadonlySet<string>;
  /** clauses that each check can fail for */
  readonly checks: ReadonlyMap<string, readonly string[]>;
}

/** Reads a file of waivers. Throws SpecError with the place of every mistake; dates are compared later. */
export function readWaivers(file: string, known: Waivable, origin: StoredFile['origin'] = 'named'): Waivers {
  const { value, text, at } = readYamlSource<WaiversFile>(file, 'waivers', origin);
  const mistakes = value.waivers.flatMap((waiver, index) => {
    const place = (key = ''): string => `${at(`/waivers/${index}${key === '' ? '' : `/${key}`}`)}  waivers.${index}`;
    return mistakesIn(waiver, value.waivers.slice(0, index), known).map(({ key, what }) => `${place(key)}.${key}  ${what}`);
  });
  if (mistakes.length > 0) throw new SpecError('waiver-malformed', mistakes.join('\n'));
  return {
    text,
    digest: createHash('sha256').update(text).digest('hex'),
    waivers: value.waivers.map((waiver, index) => ({
      ...waiver,
      at: (key) => at(`/waivers/${index}${key === undefined ? '' : `/${key}`}`),
      clauses: waiver.clause === undefined ? (known.checks.get(waiver.check ?? '') ?? []) : [waiver.clause],
    })),
  };
}

interface Mistake {
  readonly key: keyof Waiver;
  readonly what: string;
}

function mistakesIn({ clause, check, expires }: Waiver, before: readonly Waiver[], { clauses, checks }: Waivable): readonly Mistake[] {
  const unknown = (key: 'clause' | 'check', name: string, names: Iterable<string>): Mistake => ({
    key,
    what: `expected the id of a ${key}, found '${name}'${didYouMean(name, [...names])}`,
  });
  return [
    ...((clause === undefined) === (check === undefined)
      ? [{ key: 'clause' as const, what: `expected either 'clause' or 'check', found ${clause === undefined ? 'neither' : 'both'}` }]
      : []),
    ...(clause === undefined || clauses.has(clause) ? [] : [unknown('clause', clause, clauses)]),
    ...(check === undefined || checks.has(check) ? [] : [unknown('check', check, checks.keys())]),
    ...(before.some((other) => other.clause === clause && other.check === check)
      ? [{ key: clause === undefined ? ('check' as const) : ('clause' as const), what: `${clause ?? check ?? ''} is waived above already` }]
      : []),
    ...(isDay(expires) ? [] : [{ key: 'expires' as const, what: `expected a day such as 2030-12-31, found '${expires}'` }]),
  ];
}

/** `2030-02-30` has the form of a day and is none. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** True once a waiver's last day is over, in UTC. */
export function hasExpired({ expires }: Waiver, now: Date): boolean {
  return now.toISOString().slice(0, 10) > expires;
}

import type { AnswerView } from '../../profile/answer.ts';

/** Headers whose presence says something of the service and not of the way to it. */
const TELLING = /^(content-type|link|location|www-authenticate|retry-after|deprecation|sunset|x-rate-?limit-.*)$/;

/** Words of an enumeration, as against free text. */
const WORD = /^[A-Z][A-Z0-9_]{2,}$/;

/** What of an answer can be compared with another deployment's: never values, which are each one's own. */
export function traitsOf({ status, headers, body, error }: AnswerView): ReadonlyMap<string, string> {
  const members = new Map<string, Set<string>>();
  collect(body, '', members);
  return new Map([
    ['status', String(status)],
    ...(error === undefined ? [] : [['error', error] as const]),
    ...Object.entries(headers)
      .filter(([name]) => TELLING.test(name))
      .map(([name, value]) => [`header ${name}`, name === 'content-type' ? mediaType(value) : 'present'] as const),
    ...[...members].map(([pointer, kinds]) => [`member ${pointer}`, [...kinds].toSorted().join(' or ')] as const),
  ]);
}

function mediaType(value: string | readonly string[]): string {
  const text = typeof value === 'string' ? value : value.join(', ');
  return text.split(';')[0]?.trim().toLowerCase() ?? '';
}

function collect(value: unknown, pointer: string, members: Map<string, Set<string>>): void {
  if (pointer !== '') members.set(pointer, (members.get(pointer) ?? new Set()).add(kindOf(value)));
  if (Array.isArray(value)) for (const element of value) collect(element, `${pointer}/[]`, members);
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) collect(inner, `${pointer}/${name}`, members);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'string' && WORD.test(value) ? value : typeof value;
}

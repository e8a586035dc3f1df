/** The value at a path of names and array indices; `a|b` in a segment means the first that is there. */
export function valueAt(value: unknown, path: readonly string[]): unknown {
  return follow(value, path.map(alternativesOf));
}

/** The value at a JSON pointer (RFC 6901); `a|b` in a segment means the first that is there. '' is the whole. */
export function atPointer(value: unknown, pointer: string): unknown {
  return pointerReader(pointer)(value);
}

/** The value at the JSON pointer of an error of ajv's, in which `|` is a character like others. */
export function atInstancePath(root: unknown, pointer: string): unknown {
  return pointerSegments(pointer).reduce<unknown>(
    (value, segment) => (typeof value === 'object' && value !== null ? Reflect.get(value, segment) : undefined),
    root,
  );
}

/** What reads the value at a JSON pointer as atPointer does: taken apart once, for values in thousands. */
export function pointerReader(pointer: string): (value: unknown) => unknown {
  const path = pointerSegments(pointer).map(alternativesOf);
  return (value) => follow(value, path);
}

function alternativesOf(segment: string): readonly string[] {
  return segment.split('|');
}

function follow(value: unknown, path: readonly (readonly string[])[]): unknown {
  return path.reduce<unknown>((current, alternatives) => {
    if (typeof current !== 'object' || current === null) return undefined;
    const name = alternatives.find((alternative) => Object.hasOwn(current, alternative));
    return name === undefined ? undefined : Reflect.get(current, name);
  }, value);
}

/** The unescaped segments of a JSON pointer; none for '' and '/'. */
export function pointerSegments(pointer: string): readonly string[] {
  if (pointer === '' || pointer === '/') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A name as one segment of a JSON pointer. */
export function pointerSegment(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

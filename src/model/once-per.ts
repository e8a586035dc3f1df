/** Makes what belongs to an object once, and keeps it for as long as the object is there. */
export function oncePer<Owner extends object, Made>(make: (owner: Owner) => Made): (owner: Owner) => Made {
  const kept = new WeakMap<Owner, { readonly made: Made }>();
  return (owner) => {
    const known = kept.get(owner) ?? { made: make(owner) };
    kept.set(owner, known);
    return known.made;
  };
}

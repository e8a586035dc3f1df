/** Numbers from 0 that are joined to sets; `find` answers the same number for all members of a set. */
export interface DisjointSets {
  find(member: number): number;
  join(one: number, other: number): void;
}

export function disjointSets(size: number): DisjointSets {
  const parents = Array.from({ length: size }, (_none, index) => index);
  const find = (member: number): number => {
    let root = member;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[member] = root;
    return root;
  };
  return {
    find,
    join: (one, other) => {
      parents[find(other)] = find(one);
    },
  };
}

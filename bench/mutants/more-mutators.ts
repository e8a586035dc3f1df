/** A node of Babel's syntax tree, as far as it is read or made here. */
interface SyntaxNode {
  readonly type: string;
  readonly value?: unknown;
  readonly key?: unknown;
  readonly expression?: SyntaxNode;
}

interface Path {
  readonly node: SyntaxNode;
  readonly parent: SyntaxNode | undefined;
}

interface Mutator {
  readonly name: string;
  mutate(path: Path): Iterable<SyntaxNode>;
}

/** Up to here the next number is another boundary; beyond, where it counts milliseconds or bytes, twice as many. */
const SMALL = 1000;

/** 3 becomes 4, 60000 becomes 120000. */
const numericLiteral: Mutator = {
  name: 'NumericLiteral',
  *mutate({ node, parent }) {
    if (node.type !== 'NumericLiteral' || typeof node.value !== 'number') return;
    if (parent?.key === node || parent?.type === 'TSLiteralType') return;
    yield { type: 'NumericLiteral', value: node.value < SMALL ? node.value + 1 : node.value * 2 };
  },
};

/** A call that is a statement of its own is left out. */
const callStatement: Mutator = {
  name: 'CallStatement',
  *mutate({ node }) {
    if (node.type !== 'ExpressionStatement') return;
    const { expression } = node;
    const type = expression?.type === 'AwaitExpression' ? 'CallExpression' : expression?.type;
    if (type === 'CallExpression') yield { type: 'EmptyStatement' };
  },
};

/**
 * Adds to the mutators of StrykerJS' instrumenter what it lacks: numbers, and calls that are removed. It has no entry for that, so its own
 * list is extended; its version is pinned, and another one without this list ends here.
 */
export async function addMutators(): Promise<void> {
  const list = new URL('./mutators/mutate.js', import.meta.resolve('@stryker-mutator/instrumenter'));
  const { allMutators }: { readonly allMutators?: Mutator[] } = await import(list.href);
  if (!Array.isArray(allMutators))
    throw new TypeError(`${list.href}: expected a list of mutators, found none. Pin @stryker-mutator/instrumenter to 9.6.1.`);
  for (const mutator of [numericLiteral, callStatement])
    if (!allMutators.some(({ name }) => name === mutator.name)) allMutators.push(mutator);
}

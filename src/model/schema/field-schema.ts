import type { FieldRow, ResourceRow } from '../types.ts';
import { annotated, type JsonSchema } from './json-schema.ts';

interface Node {
  readonly properties: Map<string, Node>;
  items?: Node;
  values?: Node;
  readonly rows: FieldRow[];
}

/** One resource as a JSON Schema: each field row where its path says, objects open to what the document does not name. */
export function resourceSchema({ fields }: ResourceRow): JsonSchema {
  const root = emptyNode();
  for (const row of fields) for (const node of nodesAt(root, row.path)) node.rows.push(row);
  return nodeSchema(root);
}

function emptyNode(): Node {
  return { properties: new Map(), rows: [] };
}

/** The nodes of a path such as `_embedded.factor|factors[].profile`: one for each alternative name. */
function nodesAt(root: Node, path: string): readonly Node[] {
  let nodes: readonly Node[] = [root];
  for (const segment of path.split('.')) {
    const [, names = '', suffixes = ''] = /^(.*?)((?:\[\]|\{\})*)$/.exec(segment) ?? [];
    if (names !== '') nodes = nodes.flatMap((node) => names.split('|').map((name) => child(node, name)));
    for (const suffix of suffixes.match(/\[\]|\{\}/g) ?? [])
      nodes = nodes.map((node) => (suffix === '[]' ? (node.items ??= emptyNode()) : (node.values ??= emptyNode())));
  }
  return nodes;
}

function child(node: Node, name: string): Node {
  const known = node.properties.get(name);
  if (known !== undefined) return known;
  const made = emptyNode();
  node.properties.set(name, made);
  return made;
}

function nodeSchema({ properties, items, values, rows }: Node): JsonSchema {
  const own = rows.map(({ schema, clauses }) => annotated({ ...schema }, { clauses }));
  return {
    ...(own.length === 0 ? {} : { allOf: own }),
    ...(properties.size === 0 ? {} : { properties: Object.fromEntries([...properties].map(([name, node]) => [name, nodeSchema(node)])) }),
    ...(items === undefined ? {} : { items: nodeSchema(items) }),
    ...(values === undefined ? {} : { additionalProperties: nodeSchema(values) }),
  };
}

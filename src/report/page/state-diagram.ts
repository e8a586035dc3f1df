import { Graph, layout } from '@dagrejs/dagre';
import type { TransitionResult } from '../../model/types.ts';
import { markup, join, type Markup } from './markup.ts';
import { DRAWING_STYLE } from './style.ts';
import { WORDS, worstOf } from './verdicts.ts';

/** Units of the drawing, which is shown at its own size and scrolls where it is wider than the page. */
const CHARACTER = 7;
const BOLD_CHARACTER = 9;
const NODE_HEIGHT = 34;
/** what an arrow from a state to itself takes above and below it */
const LOOP_HEIGHT = 34;
const LABEL_HEIGHT = 18;

interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly rows: readonly TransitionResult[];
}

/** What is used of the layout library, whose own types do not resolve for ES modules. */
interface Drawn {
  setGraph(label: object): Drawn;
  graph(): { readonly width?: number; readonly height?: number };
  setNode(name: string, label: object): void;
  setEdge(from: string, to: string, label: object): void;
  nodes(): readonly string[];
  node(name: string): Box & { readonly width: number; readonly height: number };
  edge(from: string, to: string): Box & { readonly points: readonly Box[] };
}

interface Box {
  readonly x: number;
  readonly y: number;
}

/** The state table of one machine, drawn: an arrow for each pair of states, coloured by the worst verdict, with how often it was taken. */
export function stateDiagram(name: string, transitions: readonly TransitionResult[], linkOf?: (row: TransitionResult) => string): Markup {
  const arrows = arrowsOf(transitions);
  const graph: Drawn = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 26, edgesep: 14, ranksep: 46, marginx: 14, marginy: 14 });
  const loops = new Set(arrows.flatMap(({ from, to }) => (from === to ? [from] : [])));
  for (const state of new Set(arrows.flatMap(({ from, to }) => [from, to])))
    graph.setNode(state, {
      width: Math.max(64, state.length * BOLD_CHARACTER + 26),
      height: NODE_HEIGHT + (loops.has(state) ? 2 * LOOP_HEIGHT : 0),
    });
  for (const arrow of arrows.filter(({ from, to }) => from !== to))
    graph.setEdge(arrow.from, arrow.to, {
      width: labelOf(arrow).length * CHARACTER + 10,
      height: LABEL_HEIGHT,
      labelpos: 'c',
    });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  const size = [Math.ceil(width), Math.ceil(height)] as const;
  return markup`<div class="drawing" tabindex="0" role="group" aria-label="State table ${name}, drawn">
    <svg
      viewBox="0 0 ${size[0]} ${size[1]}"
      width="${size[0]}"
      height="${size[1]}"
      role="${linkOf === undefined ? 'img' : 'group'}"
      aria-label="${name}: ${transitions.length} documented transitions"
    >
      <defs>
        ${join(
          (['pass', 'fail', 'inconclusive', 'skipped'] as const).map(
            (verdict) =>
              markup`<marker
                id="${markerOf(name, verdict)}"
                viewBox="0 0 10 10"
                refX="9"
                refY="5"
                markerWidth="7"
                markerHeight="7"
                orient="auto-start-reverse"
                ><path d="M0 0 10 5 0 10z" class="head ${verdict}"
              /></marker>`,
          ),
        )}
      </defs>
      ${join(arrows.map((arrow) => arrowMarkup(name, arrow, graph, linkOf)))} ${join(graph.nodes().map((state) => nodeMarkup(state, graph)))}
    </svg>
  </div>`;
}

/** The same as an image that stands alone: an SVG document with its own style. */
export function stateImage(name: string, transitions: readonly TransitionResult[]): string {
  const [, attributes = '', drawn = ''] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(stateDiagram(name, transitions).html) ?? [];
  return `<svg xmlns="http://www.w3.org/2000/svg"${attributes}><style>${DRAWING_STYLE}</style>${drawn}</svg>\n`.replaceAll(
    /\s*\n\s+/g,
    ' ',
  );
}

function arrowsOf(transitions: readonly TransitionResult[]): readonly Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const row of transitions) {
    const key = JSON.stringify([row.from, row.to]);
    arrows.set(key, { from: row.from, to: row.to, rows: [...(arrows.get(key)?.rows ?? []), row] });
  }
  return [...arrows.values()];
}

/** '3 rows · 41×' */
function labelOf({ rows }: Arrow): string {
  const times = `${rows.reduce((sum, row) => sum + row.times, 0)}×`;
  return rows.length === 1 ? times : `${rows.length} rows · ${times}`;
}

function arrowMarkup(name: string, arrow: Arrow, graph: Drawn, linkOf: ((row: TransitionResult) => string) | undefined): Markup {
  const { path, x, y } = arrow.from === arrow.to ? loop(graph.node(arrow.from)) : line(graph.edge(arrow.from, arrow.to));
  const verdict = worstOf(arrow.rows.map((row) => row.verdict)) ?? 'skipped';
  const drawn = markup`<g class="arrow ${verdict}"
    ><title>${arrow.rows.map(({ id, times, verdict: own }) => `${id}: ${WORDS[own ?? 'null']}, ${times}×`).join('\n')}</title>
    <path d="${path}" marker-end="url(#${markerOf(name, verdict)})" />
    <text x="${round(x)}" y="${round(y + 4)}">${labelOf(arrow)}</text></g
  > `;
  const [first] = arrow.rows;
  return linkOf === undefined || first === undefined
    ? drawn
    : markup`<a href="${linkOf(first)}" aria-label="${arrow.from} to ${arrow.to}: ${labelOf(arrow)}">${drawn}</a>`;
}

function nodeMarkup(state: string, graph: Drawn): Markup {
  const { x, y, width } = graph.node(state);
  const kind = /^(refused|gone)/.test(state) ? ' refused' : '';
  return markup`<g class="state${kind}"
    ><rect x="${round(x - width / 2)}" y="${round(y - NODE_HEIGHT / 2)}" width="${round(width)}" height="${NODE_HEIGHT}" rx="8" /><text
      x="${round(x)}"
      y="${round(y + 4.5)}"
      >${state}</text
    ></g
  > `;
}

function markerOf(name: string, verdict: string): string {
  return `head-${name.replaceAll(/[^\w-]/g, '-')}-${verdict}`;
}

interface Line extends Box {
  /** of an SVG path; x and y are where its label stands */
  readonly path: string;
}

function line({ points, x, y }: Box & { readonly points: readonly Box[] }): Line {
  return { path: curve(points), x, y };
}

/** From a state to itself, above it. */
function loop({ x, y }: Box): Line {
  const top = y - NODE_HEIGHT / 2;
  const path = `M${round(x - 16)} ${round(top)}C${round(x - 26)} ${round(top - 30)} ${round(x + 26)} ${round(top - 30)} ${round(x + 16)} ${round(top)}`;
  return { path, x, y: top - 24 };
}

/** Smooth through the points: each inner one bends the line from middle to middle. */
function curve(points: readonly Box[]): string {
  const [first = { x: 0, y: 0 }, ...rest] = points;
  const last = rest.at(-1) ?? first;
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    const end = index === rest.length - 2 ? next : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${round(point.x)} ${round(point.y)} ${round(end.x)} ${round(end.y)}`;
  });
  return `M${round(first.x)} ${round(first.y)}${bends.length > 0 ? bends.join('') : `L${round(last.x)} ${round(last.y)}`}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Expression, PrivateInExpression } from 'oxc-parser';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

/** What an error says, as the code has it: `…` for what is filled in, without the place that it begins with. */
export interface Message {
  /** below `src` */
  readonly file: string;
  readonly text: string;
  /** of an error that no use can lead to, but a mistake in Assay */
  readonly isDefect: boolean;
}

export interface Errors {
  readonly messages: readonly Message[];
  /** every class of errors that is declared */
  readonly classes: readonly string[];
}

/** Errors whose messages people read. */
export const TOLD: readonly string[] = [
  'Error',
  'RunError',
  'SpecError',
  'UsageError',
  'InvalidArgumentError',
  'ThresholdError',
  'TraceError',
  'RowsError',
  'ModuleError',
  'ControlPlaneError',
  'ControlError',
  'RefusedMedia',
  'UnknownNameError',
  'NotSendable',
  'MixedOrigins',
  'ReportError',
];
/** Errors of a language, for what cannot be. */
const DEFECTS = ['TypeError', 'RangeError'];
/** Functions that make such errors, or parts of them. */
const MAKERS = ['cannotWrite', 'wrong', 'bad', 'usage', 'refuse'];
/** Keys of the objects that mistakes and refusals are told as. */
const KEYS = ['message', 'what', 'remedy', 'reason'];
/** Tests, what only maintainers run, what answers instead of ending a command, and verdicts. */
const ELSEWHERE =
  /\.test\.ts$|\/test-|fixtures|^(qualify|judge|plan|mock\/(?!kit\/)[a-z-]+|model\/(check|generated|generate|build|wire-faults|cross-check))\/|^report\/(?!json)/;

/** All errors in the sources, by their syntax. */
export function errorsInCode(): Errors {
  const found = readdirSync(join(PACKAGE_ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !ELSEWHERE.test(file))
    .toSorted()
    .map((file) => ({ file, ...inFile(readFileSync(join(PACKAGE_ROOT, 'src', file), 'utf8')) }));
  return {
    messages: found.flatMap(({ file, texts }) => texts.map((text) => ({ file, ...text }))),
    classes: found.flatMap(({ classes }) => classes),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function inFile(source: string): { readonly texts: readonly Omit<Message, 'file'>[]; readonly classes: readonly string[] } {
  const places: Span[] = [];
  const defects: Span[] = [];
  const texts: (Span & { readonly text: string })[] = [];
  const classes: string[] = [];
  const keep = (node: Expression): void => {
    const text = textOf(node);
    if (text !== undefined) texts.push({ start: node.start, end: node.end, text });
  };
  new Visitor({
    NewExpression: (node) => {
      if (isNamed(node.callee, TOLD)) places.push(node);
      if (isNamed(node.callee, DEFECTS)) defects.push(node);
    },
    CallExpression: (node) => void (isNamed(node.callee, MAKERS) && places.push(node)),
    Property: (node) => void (node.key.type === 'Identifier' && KEYS.includes(node.key.name) && places.push(node.value)),
    ClassDeclaration: (node) => {
      if (node.superClass?.type === 'Identifier' && node.superClass.name.endsWith('Error')) classes.push(node.id?.name ?? '');
    },
    BinaryExpression: keep,
    TemplateLiteral: keep,
    Literal: keep,
  }).visit(parseSync('source.ts', source).program);
  return {
    classes,
    texts: texts
      .filter((text) => isSentence(text.text))
      .filter((text) => /(^|… {1,2})expected /.test(text.text) || [...places, ...defects].some((place) => holds(place, text)))
      .filter((text) => !texts.some((outer) => outer !== text && holds(outer, text)))
      .map((found) => ({
        text: found.text.replace(/^…(\.…)? {2}/, ''),
        isDefect: !/^(… )?expected /.test(found.text) && defects.some((place) => holds(place, found)),
      })),
  };
}

function isNamed(callee: Expression, names: readonly string[]): boolean {
  return callee.type === 'Identifier' && names.includes(callee.name);
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** The text of a literal, a template or what is put together from them with +; undefined for anything else. */
function textOf(node: Expression | PrivateInExpression['left']): string | undefined {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('…');
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}

/** Three words at least: less is a name or a separator. */
function isSentence(text: string): boolean {
  return (text.match(/[A-Za-z]{2,}/g) ?? []).length >= 3;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import type { Expression, TemplateElement } from 'oxc-parser';
import { PACKAGE_ROOT } from '../../run/package-root.ts';

/** What an error says, as the code has it: `…` for what is filled in, without the place that it begins with. */
export interface Message {
  /** below `src` */
  readonly file: string;
  readonly text: string;
}

export interface Errors {
  readonly messages: readonly Message[];
  /** every class of errors that is declared */
  readonly classes: readonly string[];
}

/** Errors whose messages people read. */
const TOLD = [
  'RunError',
  'SpecError',
  'UsageError',
  'InvalidArgumentError',
  'ThresholdError',
  'TraceError',
  'ModuleError',
  'ControlPlaneError',
  'ControlError',
  'RefusedMedia',
  'UnknownNameError',
  'NotSendable',
  'MixedOrigins',
  'AllureHtmlError',
  'ReportError',
];
/** Functions that make such errors, or parts of them. */
const MAKERS = ['cannotWrite', 'wrong', 'bad', 'usage', 'refuse'];
/** Keys of the objects that mistakes and refusals are told as. */
const KEYS = ['message', 'what', 'remedy', 'reason'];
/** Tests, what only maintainers run, what answers instead of ending a command, and verdicts. */
const ELSEWHERE =
  /\.test\.ts$|test-kit|fixtures|^(qualify|drive|judge|plan|load\/(bench|trials)|export\/interop|mock\/(?!core\/)[a-z-]+|spec\/(check|generated|generate|build|wire-faults|cross-check))\/|^report\/(?!json|allure-html)/;

/** All errors in the sources, by their syntax. */
export function errorsInCode(): Errors {
  const found = readdirSync(join(PACKAGE_ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !ELSEWHERE.test(file))
    .toSorted()
    .map((file) => ({ file, ...inFile(readFileSync(join(PACKAGE_ROOT, 'src', file), 'utf8')) }));
  return {
    messages: found.flatMap(({ file, texts }) => texts.map((text) => ({ file, text }))),
    classes: found.flatMap(({ classes }) => classes),
  };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function inFile(source: string): { readonly texts: readonly string[]; readonly classes: readonly string[] } {
  const places: Span[] = [];
  const texts: (Span & { readonly text: string })[] = [];
  const classes: string[] = [];
  new Visitor({
    NewExpression: (node) => void (isNamed(node.callee, TOLD) && places.push(node)),
    CallExpression: (node) => void (isNamed(node.callee, MAKERS) && places.push(node)),
    Property: (node) => void (node.key.type === 'Identifier' && KEYS.includes(node.key.name) && places.push(node.value)),
    ClassDeclaration: (node) => {
      if (node.superClass?.type === 'Identifier' && node.superClass.name.endsWith('Error')) classes.push(node.id?.name ?? '');
    },
    TemplateLiteral: ({ start, end, quasis }) => void texts.push({ start, end, text: withGaps(quasis) }),
    Literal: ({ start, end, value }) => void (typeof value === 'string' && texts.push({ start, end, text: value })),
  }).visit(parseSync('source.ts', source).program);
  return {
    classes,
    texts: texts
      .filter((text) => isSentence(text.text))
      .filter((text) => /(^|… {1,2})expected /.test(text.text) || places.some((place) => holds(place, text)))
      .filter((text) => !texts.some((outer) => outer !== text && holds(outer, text)))
      .map(({ text }) => text.replace(/^…(\.…)? {2}/, '')),
  };
}

function isNamed(callee: Expression, names: readonly string[]): boolean {
  return callee.type === 'Identifier' && names.includes(callee.name);
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function withGaps(quasis: readonly TemplateElement[]): string {
  return quasis.map(({ value }) => value.cooked ?? '').join('…');
}

/** Three words at least: less is a name or a separator. */
function isSentence(text: string): boolean {
  return (text.match(/[A-Za-z]{2,}/g) ?? []).length >= 3;
}

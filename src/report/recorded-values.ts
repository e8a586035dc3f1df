import { PSEUDONYM } from '../trace/pseudonym.ts';
import { parseLinkHeader } from '../model/links.ts';
import type { RequestMessage, ResponseMessage } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';

/** Where a replayed sequence gets a value from that it cannot know beforehand. Requests and responses count from 1. */
export type Origin =
  | {
      readonly kind: 'outside';
      readonly pseudonym: string;
      readonly firstUse: string;
      readonly seenIn?: string;
    }
  | { readonly kind: 'body'; readonly response: number; readonly pointer: string }
  | {
      readonly kind: 'link';
      readonly response: number;
      readonly relation: string;
      readonly url: string;
    };

/** A value that requests hold as `text`, and the shell variable that stands for it. */
export interface RecordedValue {
  readonly text: string;
  readonly variable: string;
  readonly origin: Origin;
}

/**
 * Finds the values of the requests that belong to this one recording: secrets (which stand as pseudonyms), identifiers that
 * an earlier response gave, and whole addresses that an earlier `Link` header gave (RFC 8288). In the order of first use.
 */
export function recordedValues(exchanges: readonly ExchangeEvent[]): readonly RecordedValue[] {
  const values = new Map<string, RecordedValue>();
  const variables = new Set<string>();
  const add = (text: string, name: string, origin: Origin): void => {
    let variable = name;
    while (variables.has(variable)) variable += '_X';
    variables.add(variable);
    values.set(text, { text, variable, origin });
  };

  const asked = exchanges.map(({ request }) => requestTexts(request));
  const earlier = openMemory(new Set(asked.flat().flatMap(({ text }) => [...matchesOf(text, PSEUDONYM), ...matchesOf(text, IDENTIFIER)])));
  exchanges.forEach((exchange, index) => {
    const { request } = exchange;
    const texts = asked[index] ?? [];
    for (const { place, text } of texts) {
      for (const [pseudonym, kind = '', ordinal = ''] of text.matchAll(PSEUDONYM)) {
        if (values.has(pseudonym)) continue;
        const origin = earlier.body(pseudonym) ?? outside(pseudonym, `${place} of request ${index + 1}`, exchanges.slice(0, index));
        add(pseudonym, `${variableName(kind)}_${ordinal}`, origin);
      }
      for (const [identifier] of text.matchAll(IDENTIFIER)) {
        const origin = values.has(identifier) || earlier.sent(identifier) ? undefined : earlier.body(identifier);
        if (origin !== undefined) add(identifier, `${variableName(lastName(origin.pointer))}_${origin.response}`, origin);
      }
    }
    const link = values.has(request.url) ? undefined : earlier.link(request.url);
    if (link !== undefined) add(request.url, `${variableName(link.relation)}_${link.response}`, link);
    earlier.keep(exchange, texts);
  });
  return [...values.values()];
}

function matchesOf(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([match]) => match);
}

type InBody = Origin & { readonly kind: 'body' };
type InLink = Origin & { readonly kind: 'link' };

/** What went before, looked up by text: a walk through a long list has hundreds of exchanges. */
interface Memory {
  /** the latest response that gave the text, at its first place there */
  readonly body: (text: string) => InBody | undefined;
  readonly link: (url: string) => InLink | undefined;
  /** true where a request has held the text */
  readonly sent: (text: string) => boolean;
  readonly keep: (exchange: ExchangeEvent, texts: readonly RequestText[]) => void;
}

/** Of what responses give, only what requests hold is kept: a target may send as much as it likes. */
function openMemory(wanted: ReadonlySet<string>): Memory {
  const bodies = new Map<string, InBody>();
  const targets = new Map<string, InLink>();
  const asked = new Set<string>();
  let kept = 0;
  let requests = '';
  return {
    body: (text) => bodies.get(text),
    link: (url) => targets.get(url),
    sent: (text) => {
      // What was asked for once is in a request since.
      const before = asked.has(text) || requests.includes(text);
      asked.add(text);
      return before;
    },
    keep: ({ request, response }, texts) => {
      kept += 1;
      requests += `${texts.map(({ text }) => text).join('\n')}\n`;
      // The first of a response counts, and the latest response: the last entry of a map wins.
      for (const { pointer, text } of leaves(response?.body, (one) => wanted.has(one)).toReversed())
        bodies.set(text, { kind: 'body', response: kept, pointer });
      for (const { target, relation } of links(response).toReversed()) {
        if (!URL.canParse(target, request.url)) continue;
        const url = new URL(target, request.url).href;
        targets.set(url, { kind: 'link', response: kept, relation, url });
      }
    },
  };
}

/** What looks made by the target: eight or more characters, a digit among them. Shorter ones would match by chance. */
const IDENTIFIER = /(?<![\w.-])(?=[A-Za-z_.-]*\d)[\w-]{8,}(?![\w.-])/g;

interface RequestText {
  readonly place: string;
  readonly text: string;
}

/** The texts of a request that may hold a recorded value, and where they stand. */
function requestTexts(request: RequestMessage): readonly RequestText[] {
  return [
    { place: 'address', text: pathAndQuery(request.url) },
    ...Object.entries(request.headers).map(([name, value]) => ({
      place: `header ${name}`,
      text: String(value),
    })),
    ...leaves(request.body).map(({ pointer, text }) => ({ place: `body ${pointer}`, text })),
    ...(request.text === undefined ? [] : [{ place: 'body', text: request.text }]),
  ];
}

function pathAndQuery(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed === undefined ? url : parsed.pathname + parsed.search;
}

function outside(pseudonym: string, firstUse: string, earlier: readonly ExchangeEvent[]): Origin {
  const seenIn = earlier.findLastIndex(({ response }) => response !== undefined && holds(response, pseudonym));
  return {
    kind: 'outside',
    pseudonym,
    firstUse,
    ...(seenIn === -1 ? {} : { seenIn: `response ${seenIn + 1}` }),
  };
}

function links(response: ResponseMessage | undefined): readonly { readonly target: string; readonly relation: string }[] {
  const found = parseLinkHeader(response?.headers['link']) ?? [];
  return found.flatMap(({ target, rels }) => rels.map((relation) => ({ target, relation })));
}

function holds({ headers, body, text = '' }: ResponseMessage, pseudonym: string): boolean {
  const found = (one: string): boolean => one.includes(pseudonym);
  return Object.values(headers).flat().some(found) || found(text) || leaves(body, found).length > 0;
}

interface Leaf {
  readonly pointer: string;
  readonly text: string;
}

/** The wanted strings of a JSON value with their JSON pointers (RFC 6901); what lies deeper than any API nests is not looked at. */
function leaves(value: unknown, isWanted: (text: string) => boolean = () => true): readonly Leaf[] {
  const found: Leaf[] = [];
  const path: string[] = [];
  const visit = (one: unknown): void => {
    if (typeof one === 'string' && isWanted(one))
      found.push({ pointer: path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), text: one });
    if (typeof one !== 'object' || one === null || path.length === DEEPEST) return;
    for (const [key, child] of Object.entries(one)) {
      path.push(key);
      visit(child);
      path.pop();
    }
  };
  visit(value);
  return found;
}

const DEEPEST = 64;

function lastName(pointer: string): string {
  return pointer.split('/').findLast((part) => /[A-Za-z]/.test(part)) ?? 'value';
}

function variableName(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase();
}

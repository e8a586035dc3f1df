import type { RequestMessage } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { boundedValue, brief } from './excerpt.ts';
import { recordedValues, type Origin, type RecordedValue } from './recorded-values.ts';
import { visible } from './safe-text.ts';
import { LINE_FEED_PRELUDE, shellComment, shellWord, type WordPart } from './shell.ts';

/**
 * A POSIX shell script that sends the recorded requests again, in order, with curl. Secrets are variables that the caller sets;
 * values that a response gave are read from the new response (with Node, no jq). Safe to indent: no quoted text spans lines.
 * The remark tells what to do before.
 */
export function curlScript(exchanges: readonly ExchangeEvent[], remark = ''): string {
  if (exchanges.length > MOST_REQUESTS || exchanges.some(({ request }) => isLarge(request.body))) return tooLong(exchanges.length);
  const script = scriptOf(exchanges, remark);
  return script.length > MOST_CHARACTERS ? tooLong(exchanges.length) : script;
}

/** What a report holds of one script: one that is longer nobody reads, and the token drives the same again. */
const MOST_REQUESTS = 1_000;
const MOST_CHARACTERS = 1_000_000;

function isLarge(body: unknown): boolean {
  return boundedValue(body, MOST_CHARACTERS) !== body;
}

function tooLong(requests: number): string {
  return `#!/bin/sh\necho ${shellWord(`${count(requests, 'recorded request')} are too much for a script: use the replay token`)} >&2\nexit 1\n`;
}

function scriptOf(exchanges: readonly ExchangeEvent[], remark: string): string {
  const values = recordedValues(exchanges);
  const origins = originVariables(exchanges);
  const requests = exchanges.map((exchange, index) => renderRequest(exchange, index + 1, exchanges.length, values, origins));
  const body = requests.join('\n\n');
  const header = [
    '#!/bin/sh',
    shellComment(`Sends ${count(exchanges.length, 'recorded request')} again. Secrets come from the environment.`),
    ...(remark === '' ? [] : [shellComment(remark)]),
    'set -eu',
  ];
  const given = values.flatMap(({ variable, origin }) => (origin.kind === 'outside' ? [askFor(variable, origin)] : []));
  const addresses = [...origins].map(([origin, variable]) => `${variable}=\${${variable}:-${shellWord(origin)}}`);
  return `${[header, [...addresses, ...given], helpers(body), [body]]
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

/** One variable for each origin, so that a script recorded on one port or host runs against another. */
function originVariables(exchanges: readonly ExchangeEvent[]): ReadonlyMap<string, string> {
  const origins = [...new Set(exchanges.map(({ request }) => originOf(request.url)))].filter((origin) => origin !== '');
  return new Map(origins.map((origin, index) => [origin, origins.length === 1 ? 'BASE_URL' : `BASE_URL_${index + 1}`]));
}

function originOf(url: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
}

function askFor(variable: string, origin: Origin & { readonly kind: 'outside' }): string {
  const source = origin.seenIn ?? "the profile or the provider state's data";
  const message = `set it: ${origin.pseudonym.slice(1, -1)} of the recording, ${origin.firstUse}, from ${source}`;
  return `: "\${${variable}:?${visible(message).replaceAll(/["$`\\{}]/g, '?')}}"`;
}

function renderRequest(
  exchange: ExchangeEvent,
  number: number,
  total: number,
  values: readonly RecordedValue[],
  origins: ReadonlyMap<string, string>,
): string {
  const command = [
    'curl --silent --show-error --include',
    ...options(exchange.request, values),
    address(exchange.request.url, values, origins),
  ].join(' \\\n  ');
  const wanted = values.flatMap(({ variable, origin }) =>
    origin.kind !== 'outside' && origin.response === number ? [take(variable, origin, number, exchange, origins)] : [],
  );
  const title = shellComment(
    `${number} of ${total}: ${exchange.operation ?? exchange.request.method} (${exchange.purpose}); recorded: ${recorded(exchange)}`,
  );
  if (wanted.length === 0) return [title, command, "printf '\\n\\n'"].join('\n');
  return [title, `response_${number}=$(${command})`, `printf '%s\\n\\n' "$response_${number}"`, ...wanted].join('\n');
}

function recorded({ response, failure }: ExchangeEvent): string {
  if (response !== undefined) return `status ${response.status}`;
  return failure === undefined ? 'no response' : `no response, ${failure.kind}: ${brief(failure.detail, 300)}`;
}

function take(
  variable: string,
  origin: Exclude<Origin, { kind: 'outside' }>,
  number: number,
  exchange: ExchangeEvent,
  origins: ReadonlyMap<string, string>,
): string {
  const what =
    origin.kind === 'body'
      ? `body ${shellWord(origin.pointer)}`
      : `link ${shellWord(origin.relation)} ${address(exchange.request.url, [], origins)}`;
  return `${variable}=$(printf '%s' "$response_${number}" | response_value ${what})`;
}

/** Set by curl itself, or true only of the recorded connection. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);
/** Added by curl unless it is told not to. */
const CURL_HEADERS = ['accept', 'user-agent', 'content-type'];

function options(request: RequestMessage, values: readonly RecordedValue[]): readonly string[] {
  const sent = Object.entries(request.headers).filter(([name]) => !CONNECTION_HEADERS.has(name));
  const fields = sent.flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => (one === '' ? [`${name};`] : filled(`${name}: ${one}`, values, plain))),
  );
  const body = bodyOf(request, values);
  const unwanted = CURL_HEADERS.filter(
    (name) => request.headers[name] === undefined && (name !== 'content-type' || body !== undefined),
  ).map((name) => [`${name}:`]);
  return [
    ...methodOption(request.method, body !== undefined),
    ...(/[[\]{}]/.test(request.url) ? ['--globoff'] : []),
    ...(/\/\.{1,2}(\/|\?|$)/.test(request.url) ? ['--path-as-is'] : []),
    ...[...fields, ...unwanted].map((parts) => `--header ${shellWord(...parts)}`),
    ...(body === undefined ? [] : [`--data-raw ${shellWord(...body)}`]),
  ];
}

function methodOption(method: string, hasBody: boolean): readonly string[] {
  if (method === 'GET' && !hasBody) return [];
  return [method === 'HEAD' && !hasBody ? '--head' : `--request ${shellWord(method)}`];
}

function bodyOf(request: RequestMessage, values: readonly RecordedValue[]): readonly WordPart[] | undefined {
  if (request.body !== undefined) return filled(JSON.stringify(request.body), values, (name) => `$(json "\${${name}}")`);
  if (request.text === undefined) return undefined;
  const isForm = String(request.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded');
  return filled(request.text, values, isForm ? encoded : plain);
}

function address(url: string, values: readonly RecordedValue[], origins: ReadonlyMap<string, string>): string {
  const link = values.find(({ text, origin }) => origin.kind === 'link' && text === url);
  if (link !== undefined) return shellWord({ expression: plain(link.variable) });
  const origin = originOf(url);
  const variable = origins.get(origin);
  const rest = filled(url.slice(origin.length), values, encoded);
  return shellWord(...(variable === undefined ? [] : [{ expression: plain(variable) }]), ...rest);
}

const plain = (name: string): string => `\${${name}}`;
const encoded = (name: string): string => `$(uri "\${${name}}")`;

/** Cuts a text at the recorded values in it. */
function filled(text: string, values: readonly RecordedValue[], expression: (variable: string) => string): readonly WordPart[] {
  const inText = values.filter(({ origin, text: value }) => origin.kind !== 'link' && text.includes(value));
  if (inText.length === 0) return [text];
  const variables = new Map(inText.map((value) => [value.text, value.variable]));
  const pattern = inText.map(({ text: value }) => `(?<![\\w.-])${value.replaceAll('.', '\\.')}(?![\\w.-])`);
  return text.split(new RegExp(`(${pattern.join('|')})`, 'u')).map((piece) => {
    const variable = variables.get(piece);
    return variable === undefined ? piece : { expression: expression(variable) };
  });
}

/** Only the helpers that the script uses. */
function helpers(body: string): readonly string[] {
  return [
    ...(body.includes('$LF') ? [LINE_FEED_PRELUDE] : []),
    ...(body.includes('$(json ') ? [JSON_HELPER] : []),
    ...(body.includes('$(uri ') ? [URI_HELPER] : []),
    ...(body.includes('| response_value ') ? [VALUE_HELPER] : []),
  ];
}

const JSON_HELPER = String.raw`json() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }`;
const URI_HELPER = `uri() { node -e 'process.stdout.write(encodeURIComponent(process.argv[1]))' -- "$1"; }`;

/** Reads `curl --include` output: `body POINTER` prints the value at a JSON pointer, `link RELATION BASE` the target of a Link header. */
const VALUE_HELPER = String.raw`response_value() {
  node -e '
    const [kind, name, base] = process.argv.slice(1);
    let [head, text] = ["", require("fs").readFileSync(0, "utf8")];
    for (let end; text.startsWith("HTTP/") && (end = /\r?\n\r?\n/.exec(text)); text = text.slice(end.index + end[0].length)) head = text.slice(0, end.index);
    if (head === "") head = text;
    const member = (value, key) => (value == null ? undefined : value[key.replaceAll("~1", "/").replaceAll("~0", "~")]);
    const links = [...head.matchAll(/^link:.*$/gim)].flatMap(([line]) => [...line.matchAll(/<([^<>]*)>[^<]*?\brel="?([\w-]+)/g)]);
    const targets = links.filter((link) => link[2] === name).map((link) => new URL(link[1], base));
    if (kind === "link" && targets[0] && targets[0].origin !== new URL(base).origin) throw new Error("the link " + name + " leads to another host, which would get the secrets");
    const value = kind === "link" ? targets[0]?.href : name.slice(1).split("/").reduce(member, JSON.parse(text));
    if (value === undefined) throw new Error("the response has no " + kind + " " + name + ", which the recorded one had");
    process.stdout.write(String(value));
  ' -- "$@"
}`;

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

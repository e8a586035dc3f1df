import type { RequestMessage, ResponseMessage } from '../model/types.ts';
import type { ExchangeEvent } from '../trace/events.ts';
import { jsonExcerpt } from './excerpt.ts';
import { visible } from './safe-text.ts';
import { duration, painter } from './text.ts';

/** Characters of a body that are shown: a terminal holds no more. */
const MOST_OF_A_BODY = 20_000;

/** One exchange as a person reads it: what was sent, what came back, when, for what; secrets stand as pseudonyms. */
export function exchangeText(exchange: ExchangeEvent, color: boolean): string {
  const paint = painter(color);
  const { seq, document, operation, purpose, caller, request, response, failure, sentAt, durationMs } = exchange;
  const about = [document, operation ?? 'no operation of the document', purpose, ...(caller === undefined ? [] : [`caller ${caller}`])];
  return [
    paint('bold', `exchange ${seq}  ${about.join(', ')}`),
    `case     ${visible(exchange.case)}${exchange.step === undefined ? '' : `, step ${visible(exchange.step)}`}`,
    `sent     ${new Date(sentAt).toISOString()}, took ${duration(durationMs)}`,
    '',
    paint('bold', visible(`${request.method} ${request.url}`)),
    ...messageLines(request),
    '',
    ...(response === undefined ? [] : [paint('bold', String(response.status)), ...messageLines(response)]),
    ...(failure === undefined ? [] : [paint('bold', `no response: ${failure.kind}`), `  ${visible(failure.detail)}`]),
    '',
  ].join('\n');
}

function messageLines({ headers, body, text }: RequestMessage | ResponseMessage): readonly string[] {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value].flat().map((one) => `${name}: ${one}`));
  const content = body === undefined ? text : jsonExcerpt(body, MOST_OF_A_BODY, 2);
  return [...fields, ...(content === undefined || content === '' ? [] : ['', ...content.split('\n')])].map((line) => `  ${visible(line)}`);
}

import type { Transport } from '../../drive/transport.ts';
import { userAgent } from '../../drive/user-agent.ts';
import { TOOL } from '../package-root.ts';
import { parsedJson } from '../../model/json-text.ts';
import { atPointer, pointerSegment } from '../../model/pointer.ts';
import type { DocumentSpec, OperationRow } from '../../model/types.ts';
import type { Survey } from '../../profile/draft.ts';

/** More would be a run. */
const MOST_QUESTIONS = 5;
/** A longer one is nobody's. */
const LONGEST_POINTER = 200;

/**
 * What a service answers to the reads that its document shows, without a credential: GET alone, with a made-up value for each parameter.
 * An answer shows an operation where it is a success in JSON, or an error by a name of the document; that something is not found shows nothing, nor does a page for people.
 */
export async function surveyService(spec: DocumentSpec, baseUrl: string, send: Transport): Promise<Survey> {
  const names = new Map(spec.errors.errors.filter(({ named }) => named !== false).map(({ name, status }) => [name, status]));
  const shown: { operation: string; answer: string; features: readonly string[] }[] = [];
  let errorName: string | undefined;
  for (const { id, path = '' } of readsOf(spec)) {
    const answered = await send({
      method: 'GET',
      url: `${baseUrl.replace(/\/$/, '')}${path.replaceAll(/\{\w+\}/g, 'assay-survey')}`,
      headers: { accept: 'application/json', 'user-agent': userAgent(TOOL, 'survey', id) },
      body: undefined,
    });
    if ('failure' in answered) return { shown, errorName, failure: answered.failure.detail };
    const { status, text } = answered.response;
    const body = parsedJson(text);
    const found = spec.errors.errorName ?? pointerTo(body, (value) => names.get(value) === status);
    const pointer = found === undefined || found.length > LONGEST_POINTER ? undefined : found;
    const name = pointer === undefined || status < 400 ? undefined : atPointer(body, pointer);
    const isNamed = typeof name === 'string' && names.get(name) === status;
    if (isNamed && spec.errors.errorName === undefined) errorName ??= pointer;
    const isSuccess = status < 300 && typeof body === 'object' && body !== null;
    if (isSuccess || (isNamed && status !== 404))
      shown.push({ operation: id, answer: isNamed ? `${status} ${name}` : String(status), features: featuresOf(spec, id) });
  }
  return { shown, errorName, failure: undefined };
}

/** Those of which the document states a success: a path that it does not have is asked for as well. */
function readsOf({ endpoints }: DocumentSpec): readonly OperationRow[] {
  return endpoints.operations
    .filter(({ safe, method, path, responses }) => {
      const isShown = method === 'GET' && path !== undefined;
      return safe === true && isShown && responses.some(({ error, clauses }) => error === undefined && clauses.length > 0);
    })
    .slice(0, MOST_QUESTIONS);
}

/** The features of the clauses that an operation's row states. */
function featuresOf({ endpoints, clauses }: DocumentSpec, operation: string): readonly string[] {
  const own = endpoints.operations.find(({ id }) => id === operation)?.clauses ?? [];
  return [...new Set(clauses.filter(({ id }) => own.includes(id)).map(({ feature }) => feature))];
}

/** Where a text stands in a body, as a JSON pointer. */
function pointerTo(value: unknown, isWanted: (text: string) => boolean): string | undefined {
  if (typeof value === 'string') return isWanted(value) ? '' : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    const rest = pointerTo(entry, isWanted);
    if (rest !== undefined) return `/${pointerSegment(key)}${rest}`;
  }
  return undefined;
}

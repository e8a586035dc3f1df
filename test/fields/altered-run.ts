import { documentOf } from '../../src/model/document-of.ts';
import { segmentsOf } from '../../src/model/field-path.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { DocumentSpec, JsonValue } from '../../src/model/types.ts';
import { judgeEvents } from '../../src/judge/judgement.ts';
import type { DocumentName } from '../../src/mock/kit/documents.ts';
import { editJson } from '../../src/mock/kit/wire/edit-json.ts';
import type { PlacedEdit } from '../../src/mock/kit/wire/edit-json.ts';
import { placesOf } from '../../src/mock/kit/wire/places.ts';
import { operationOf } from '../../src/profile/answer.ts';
import { readProfile } from '../../src/profile/load-profile.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';
import { profileFile } from '../../src/run/targets.ts';
import type { ExchangeEvent, TraceEvent } from '../../src/trace/events.ts';

/** A documented field of one kind of object. */
export interface DocumentedField {
  readonly resource: string;
  readonly path: string;
}

/** A conforming run of one document, whose responses can be altered after the fact and judged again. */
export interface AlteredRun {
  readonly fields: readonly DocumentedField[];
  /** whether a check fails where the field is edited so in every response; undefined where no response shows it */
  isNoticed(field: DocumentedField, edit: (ordinal: number) => PlacedEdit | undefined): boolean | undefined;
}

/** Most failures show in a few cases: only where they show none, all are judged. */
const FIRST_CASES = 40;

export async function alteredRun(document: DocumentName): Promise<AlteredRun> {
  const specs = loadSpecs();
  const spec = documentOf(specs, document);
  const file = profileFile('mock');
  const { events, profile } = await runInProcess(specs, readProfile(file, specs), file, { seed: 1, selection: { documents: [document] } });
  const fails = (some: readonly TraceEvent[]): boolean =>
    judgeEvents(specs, profile, some, [document]).findings.some(({ verdict }) => verdict === 'fail');
  if (fails(events)) throw new Error(`the mock does not conform to ${document}`);
  return {
    fields: spec.resources.resources.flatMap(({ name, fields }) =>
      [...new Set(fields.map(({ path }) => path))].map((path) => ({ resource: name, path })),
    ),
    isNoticed(field, edit) {
      const altered = new Map<TraceEvent, TraceEvent>();
      for (const event of events) {
        const changed = event.type === 'exchange' ? alteredExchange(spec, document, event, field, edit(altered.size)) : undefined;
        if (changed !== undefined) altered.set(event, changed);
      }
      if (altered.size === 0) return undefined;
      const all = events.map((event) => altered.get(event) ?? event);
      const cases = new Set([...altered.keys()].flatMap((event) => ('case' in event ? [event.case] : [])));
      const first = new Set([...cases].slice(0, FIRST_CASES));
      return fails(all.filter((event) => !('case' in event) || first.has(event.case ?? ''))) || fails(all);
    },
  };
}

/** The exchange with the field edited in its response; undefined where that changes nothing. */
function alteredExchange(
  spec: DocumentSpec,
  document: DocumentName,
  exchange: ExchangeEvent,
  { resource, path }: DocumentedField,
  edit: PlacedEdit | undefined,
): ExchangeEvent | undefined {
  const { response, operation = '' } = exchange;
  if (edit === undefined || response?.body === undefined || !shows(spec, exchange, resource)) return undefined;
  const place = resource === 'Error' ? segmentsOf(path) : placesOf(document).inBody([operation], segmentsOf(path));
  const text = JSON.stringify(editJson(response.body, place, edit) ?? null);
  if (text === JSON.stringify(response.body)) return undefined;
  const body: JsonValue = JSON.parse(text);
  return { ...exchange, response: { ...response, body } };
}

function shows(spec: DocumentSpec, { operation, response }: ExchangeEvent, resource: string): boolean {
  if (response === undefined || response.status >= 400) return resource === 'Error';
  return operationOf(spec, operation)?.responses.some((row) => row.resource === resource) === true;
}

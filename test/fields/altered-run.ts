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
  /** the checks that fail where the field is edited so in each response; undefined where that alters none */
  failing(field: DocumentedField, edit: FieldEdit): readonly string[] | undefined;
}

/** What is done to a field's values in a response; nothing where undefined. `ordinal` counts the responses that show the field. */
export type FieldEdit = (values: readonly unknown[], ordinal: number) => PlacedEdit | undefined;

/** Most failures show in a few cases: only where they show none, all are judged. */
const FIRST_CASES = 40;

export async function alteredRun(document: DocumentName): Promise<AlteredRun> {
  const specs = loadSpecs();
  const spec = documentOf(specs, document);
  const file = profileFile('mock');
  const { events, profile } = await runInProcess(specs, readProfile(file, specs), file, { seed: 1, selection: { documents: [document] } });
  const failures = (some: readonly TraceEvent[]): readonly string[] => {
    const { findings } = judgeEvents(specs, profile, some, [document]);
    return [...new Set(findings.filter(({ verdict }) => verdict === 'fail').map(({ check }) => check))];
  };
  if (failures(events).length > 0) throw new Error(`the mock does not conform to ${document}`);
  return {
    fields: spec.resources.resources.flatMap(({ name, fields }) =>
      [...new Set(fields.map(({ path }) => path))].map((path) => ({ resource: name, path })),
    ),
    failing(field, edit) {
      const altered = new Map<TraceEvent, TraceEvent>();
      let ordinal = 0;
      for (const event of events) {
        const body = event.type === 'exchange' && shows(spec, event, field.resource) ? event.response?.body : undefined;
        if (event.type !== 'exchange' || body === undefined) continue;
        const place = placeOf(document, event, field);
        const values = valuesAtPlace(body, place);
        const change = values.length === 0 ? undefined : edit(values, ordinal++);
        const changed = change === undefined ? undefined : withBody(event, editJson(body, place, change));
        if (changed !== undefined) altered.set(event, changed);
      }
      if (altered.size === 0) return undefined;
      const all = events.map((event) => altered.get(event) ?? event);
      const cases = new Set([...altered.keys()].flatMap((event) => ('case' in event ? [event.case] : [])));
      const first = new Set([...cases].slice(0, FIRST_CASES));
      const soon = failures(all.filter((event) => !('case' in event) || first.has(event.case ?? '')));
      return soon.length > 0 ? soon : failures(all);
    },
  };
}

/** Where this deployment puts the field. */
function placeOf(document: DocumentName, { operation = '' }: ExchangeEvent, { resource, path }: DocumentedField): readonly string[] {
  return resource === 'Error' ? segmentsOf(path) : placesOf(document).inBody([operation], segmentsOf(path));
}

/** Every value that an edit at the place would meet. */
function valuesAtPlace(value: unknown, [segment, ...rest]: readonly string[]): readonly unknown[] {
  if (segment === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).filter(([name]) => segment === '*' || segment.split('|').includes(name));
  return inner.flatMap(([, one]) => valuesAtPlace(one, rest));
}

/** Undefined where the body is as it was. */
function withBody(exchange: ExchangeEvent, changed: unknown): ExchangeEvent | undefined {
  const { response } = exchange;
  const text = JSON.stringify(changed ?? null);
  if (response === undefined || text === JSON.stringify(response.body)) return undefined;
  const body: JsonValue = JSON.parse(text);
  return { ...exchange, response: { ...response, body } };
}

function shows(spec: DocumentSpec, { operation, response }: ExchangeEvent, resource: string): boolean {
  if (response === undefined || response.status >= 400) return resource === 'Error';
  return operationOf(spec, operation)?.responses.some((row) => row.resource === resource) === true;
}

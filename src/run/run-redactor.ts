import type { Specs } from '../model/types.ts';
import { createVocabulary, vocabularyOf } from '../model/vocabulary.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { boundNames } from '../profile/bound-names.ts';
import type { Profile } from '../profile/profile.ts';
import { createRedactor } from '../drive/redactor.ts';
import type { Redactor } from '../drive/redactor.ts';
import type { TraceWriter } from '../trace/writer.ts';

/** The redactor of a run's trace: knows the secret fields of all documents, and from the start every secret that the profile holds. */
export function runRedactor(specs: Specs, profile: Profile, trace: TraceWriter, scope = '', earlier?: Redactor): Redactor {
  const redactor = createRedactor(runVocabulary(specs, profile), (event) => trace.append(event), scope, earlier);
  for (const credentials of Object.values(profile.credentials)) {
    for (const [name, value] of Object.entries(credentials)) redactor.learn(name, value);
  }
  for (const headers of controlHeaders(profile)) {
    for (const [name, value] of Object.entries(headers)) {
      redactor.redactHeader(name, value);
      redactor.learn(`${name}-header`, value);
    }
  }
  for (const source of profile.sources) if (source.kind === 'accounts') for (const { data } of source.accounts) redactor.redact(data);
  return redactor;
}

/** What the documents call things, and the profile for them. */
function runVocabulary(specs: Specs, profile: Profile): Vocabulary {
  return createVocabulary(Object.values(specs.documents), boundNames(specs, profile, vocabularyOf(specs).kindOf));
}

/** What is sent to whoever provides states, turns the clock or tells of events. */
function controlHeaders({ sources, clock, events }: Profile): readonly Readonly<Record<string, string>>[] {
  const own = sources.flatMap((source) => (source.kind === 'http' ? [source.headers] : []));
  return [...own, clock?.headers ?? {}, events !== undefined && 'headers' in events ? events.headers : {}];
}

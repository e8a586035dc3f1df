import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadEvent } from '../../src/model/types.ts';
import { PACKAGE_ROOT } from '../../src/run/package-root.ts';

interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** A value with everything in it that a schema of `specs/meta` permits; no number or name stands twice: what is found is the one that was meant. */
export function filledSchema(file: string, pointer?: string): unknown {
  let count = pointer === undefined ? 20_000 : 10_000;
  const next = (): number => ++count;
  const read = (name: string): Schema => JSON.parse(readFileSync(join(PACKAGE_ROOT, 'specs', 'meta', name), 'utf8'));
  const fill = (schema: Schema, whole: Schema): unknown => {
    if (schema.$ref !== undefined) {
      const [other = '', name = ''] = schema.$ref.split('#/$defs/');
      const owner = other === '' ? whole : read(other);
      return fill(owner.$defs?.[name] ?? {}, owner);
    }
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return schema.enum[0];
    if (schema.type === 'object') {
      const { properties = {}, additionalProperties } = schema;
      const own = Object.entries(properties).map(([name, one]) => [name, fill(one, whole)] as const);
      const more = typeof additionalProperties === 'object' ? [[String(next()), fill(additionalProperties, whole)] as const] : [];
      return Object.fromEntries([...own, ...more]);
    }
    if (schema.type === 'array') return [fill(schema.items ?? {}, whole), fill(schema.items ?? {}, whole)];
    if (schema.type === 'boolean') return false;
    // Three decimals, as figures have them.
    return schema.type === 'integer' ? next() : schema.type === 'number' ? next() + 0.125 : `name-${next()}`;
  };
  const schema = read(file);
  return fill(pointer === undefined ? schema : (schema.$defs?.[pointer] ?? {}), schema);
}

/** A load with everything that `report.json` can say of one. */
export function sampleLoad(about: Partial<LoadEvent> = {}): LoadEvent {
  const load: LoadEvent = JSON.parse(JSON.stringify(filledSchema('trace.schema.json', 'load')));
  return { ...load, thresholds: load.thresholds.map(({ unmeasured: _unmeasured, ...one }) => one), ...about };
}

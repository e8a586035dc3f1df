import { setTimeout as after } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ControlEvent } from '../spec/types.ts';
import { isEvent } from './control-event.ts';
import type { ProviderModule } from './provider-module.ts';
import { ControlPlaneError } from './providers.ts';
import type { Data, Done, Provider } from './providers.ts';

/** A module that cannot be used: not there, throws when it is loaded, or lacks what it has to export. */
export class ModuleError extends ControlPlaneError {}

const OPTIONAL = ['teardown', 'act', 'events'] as const;

/** Loads a module of provider states. Throws ModuleError saying what is wrong with it. */
export async function loadModule(file: string): Promise<ProviderModule> {
  const exported = await importFile(file);
  if (!isModule(exported)) throw new ModuleError(`expected a function 'setup' among its exports, found ${listed(exported)}`);
  const wrong = OPTIONAL.find((name) => exported[name] !== undefined && typeof exported[name] !== 'function');
  if (wrong !== undefined) throw new ModuleError(`expected '${wrong}' to be a function, found ${typeof exported[wrong]}`);
  return exported;
}

async function importFile(file: string): Promise<object> {
  try {
    const exported: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
    return typeof exported === 'object' && exported !== null ? exported : {};
  } catch (cause) {
    throw new ModuleError(`it cannot be loaded: ${messageOf(cause)}`, { cause });
  }
}

function isModule(exported: object): exported is ProviderModule {
  return 'setup' in exported && typeof exported.setup === 'function';
}

function listed(exported: object): string {
  const names = Object.keys(exported);
  return names.length === 0 ? 'no exports' : names.join(', ');
}

/** A module of the user's as a source; it is loaded when it is first asked, and what it throws is a refusal. */
export function moduleProvider(file: string, timeoutMs: number): Provider {
  let loading: Promise<ProviderModule> | undefined;
  const calling = async (name: string, call: (module: ProviderModule) => unknown): Promise<Done> => {
    try {
      loading ??= loadModule(file);
      const module = await intime(loading, 'loading', timeoutMs);
      const value = await intime(call(module), name, timeoutMs);
      if (value === undefined || value === null) return { data: {} };
      if (isData(value)) return { data: value === DECLINED ? DECLINED : asJson(value) };
      return broken(`${name} answered ${Array.isArray(value) ? 'an array' : `a ${typeof value}`}: expected an object`);
    } catch (error) {
      return broken(`${name} failed: ${messageOf(error)}`);
    }
  };
  return {
    setUp: async ({ entry, params }) => {
      const declined = { refused: `it does not provide '${entry.name}'` };
      const done = await calling('setup', async ({ setup }) => (await setup(entry.name, structuredClone(params))) ?? DECLINED);
      return 'data' in done && done.data === DECLINED ? declined : done;
    },
    takeDown: (state, data) => calling('teardown', ({ teardown }) => teardown?.(state, data)),
    act: async (name, params) => {
      const done = await calling('act', ({ act }) => (act === undefined ? DECLINED : act(name, structuredClone(params))));
      return 'data' in done && done.data === DECLINED ? { refused: 'it does no acts' } : done;
    },
  };
}

/** Events as a module of the user's tells them; throws ControlPlaneError where it does not. */
export function moduleEvents(file: string, timeoutMs: number): () => Promise<readonly ControlEvent[]> {
  return async () => {
    const { events } = await intime(loadModule(file), 'loading', timeoutMs);
    if (events === undefined) throw new ControlPlaneError(`events.module: ${file}: expected a function 'events' among its exports`);
    const emitted: unknown = await told(events, timeoutMs);
    if (!Array.isArray(emitted) || !emitted.every(isEvent))
      throw new ControlPlaneError(`events.module: ${file}: expected a list of {seq, kind, at}`);
    return emitted;
  };
}

async function told(events: NonNullable<ProviderModule['events']>, timeoutMs: number): Promise<unknown> {
  try {
    return await intime(events(), 'events', timeoutMs);
  } catch (cause) {
    throw new ControlPlaneError(`events.module: events failed: ${messageOf(cause)}`, { cause });
  }
}

/** Stands for an answer that was none. */
const DECLINED: Data = {};

function broken(refused: string): Done {
  return { refused, broken: true };
}

/** A module that does not come back must not hold the run up. */
async function intime<T>(value: T, name: string, timeoutMs: number): Promise<Awaited<T>> {
  const over = new AbortController();
  // This timer holds the process: a module that waits for nothing would let it end without a word.
  const late = after(timeoutMs, undefined, { signal: over.signal }).then(() => {
    throw new ControlPlaneError(`${name} took longer than ${timeoutMs} ms (budget.timeout)`);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    over.abort();
  }
}

function isData(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a module answers goes on record, and must be what HTTP could carry as well: no cycles, no functions. */
function asJson(data: Data): Data {
  const copy: unknown = JSON.parse(JSON.stringify(data));
  return isData(copy) ? copy : {};
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

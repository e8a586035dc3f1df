import type { ControlEvent } from '../model/types.ts';
import { jsonExcess, parsedJson } from '../model/json-text.ts';
import { isEvent } from './control-client.ts';
import { moduleThread, type CallLimit, type ModuleAnswer, type ModuleCall } from './module-thread.ts';
import { ControlPlaneError, type JsonObject, type Done, type Provider } from './providers.ts';

/** A module that cannot be used: not there, throws when it is loaded, or lacks what it has to export. */
export class ModuleError extends ControlPlaneError {}

type Name = Extract<ModuleCall, { kind: 'call' }>['name'];

interface Functions {
  readonly required: readonly Name[];
  readonly optional: readonly Name[];
}

const OF_STATES: Functions = { required: ['setup'], optional: ['teardown', 'act', 'events'] };

/** Loads a module where that is not done yet. Throws ModuleError saying what is wrong with it, ControlPlaneError. */
export async function loadModule(file: string, functions: Functions, waitFor: () => CallLimit): Promise<void> {
  const loaded = await moduleThread(file).ask({ kind: 'load' }, 'loading', waitFor());
  if (loaded.kind === 'thrown') throw new ModuleError(`it cannot be loaded: ${loaded.message}`);
  demandModule(loaded.kind === 'loaded' ? loaded.exports : [], functions);
}

/** Throws ControlPlaneError. */
export async function askModule(file: string, name: Name, args: readonly unknown[], waitFor: () => CallLimit): Promise<ModuleAnswer> {
  const answer = await moduleThread(file).ask({ kind: 'call', name, args }, name, waitFor());
  if (answer.kind === 'thrown') throw new ControlPlaneError(answer.message);
  return answer;
}

function demandModule(exports: readonly (readonly [name: string, type: string])[], { required, optional }: Functions): void {
  const types = new Map(exports);
  const missing = required.find((name) => types.get(name) !== 'function');
  if (missing !== undefined) throw new ModuleError(`expected a function '${missing}' among its exports, found ${listed(exports)}`);
  const wrong = optional.find((name) => (types.get(name) ?? 'undefined') !== 'undefined' && types.get(name) !== 'function');
  if (wrong !== undefined) throw new ModuleError(`expected '${wrong}' to be a function, found ${types.get(wrong) ?? ''}`);
}

function listed(exports: readonly (readonly [name: string, type: string])[]): string {
  return exports.length === 0 ? 'no exports' : exports.map(([name]) => name).join(', ');
}

/** A module of the user's as a source; it is loaded when it is first asked, and what it throws is a refusal. */
export function moduleProvider(file: string, waitFor: () => CallLimit): Provider {
  const calling = async (name: Name, args: readonly unknown[], declined: Done): Promise<Done> => {
    try {
      await loadModule(file, OF_STATES, waitFor);
      const answer = await askModule(file, name, args, waitFor);
      if (answer.kind === 'absent') return declined;
      if (answer.kind === 'nothing') return name === 'setup' ? declined : { data: {} };
      if (answer.kind === 'object') return dataOf(name, answer.json);
      return broken(
        `${name} answered ${answer.kind === 'array' ? 'an array' : `a ${answer.kind === 'other' ? answer.type : ''}`}: expected an object`,
      );
    } catch (error) {
      return broken(`${name} failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return {
    setUp: ({ entry, params }) => calling('setup', [entry.name, params], { refused: `it does not provide '${entry.name}'` }),
    takeDown: (state, data) => calling('teardown', [state, data], { data: {} }),
    act: (name, params) => calling('act', [name, params], { refused: 'it does no acts' }),
  };
}

function dataOf(name: string, json: string): Done {
  const data = parsedJson(json);
  return isData(data) ? { data } : broken(`${name} answered ${jsonExcess(json) ?? 'no object'}`);
}

/** Events as a module of the user's tells them; throws ControlPlaneError where it does not. */
export function moduleEvents(file: string, waitFor: () => CallLimit): () => Promise<readonly ControlEvent[]> {
  return async () => {
    await loadModule(file, OF_STATES, waitFor);
    const answer = await askForEvents(file, waitFor);
    if (answer.kind === 'absent') throw new ControlPlaneError(`events.module: ${file}: expected a function 'events' among its exports`);
    const emitted = answer.kind === 'array' ? parsedJson(answer.json) : undefined;
    if (!Array.isArray(emitted) || !emitted.every(isEvent))
      throw new ControlPlaneError(`events.module: ${file}: expected a list of {seq, kind, at}`);
    return emitted;
  };
}

async function askForEvents(file: string, waitFor: () => CallLimit): Promise<ModuleAnswer> {
  try {
    return await askModule(file, 'events', [], waitFor);
  } catch (cause) {
    throw new ControlPlaneError(`events.module: events failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function broken(refused: string): Done {
  return { refused, broken: true };
}

function isData(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

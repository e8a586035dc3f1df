import { firstErrorValidator } from '../model/meta-schemas.ts';
import { jsonExcess, parsedJson } from '../model/json-text.ts';
import type { OfferedFault } from '../model/types.ts';
import type { HttpOrModule } from '../profile/profile.ts';
import { askFor } from './control-client.ts';
import { askModule, loadModule } from './module-provider.ts';
import type { CallLimit } from './module-thread.ts';
import { ControlPlaneError } from './providers.ts';
import type { Transport } from './transport.ts';

/** The defects that a deployment can switch itself. Both throw ControlPlaneError where it does not. */
export interface FaultSwitch {
  list(): Promise<readonly OfferedFault[]>;
  /** these are on from now, all others off */
  put(ids: readonly string[]): Promise<void>;
}

export function openFaultSwitch(source: HttpOrModule, send: Transport, waitFor: () => CallLimit): FaultSwitch {
  return 'module' in source ? moduleSwitch(source.module, waitFor) : httpSwitch(source, send);
}

function httpSwitch(address: Exclude<HttpOrModule, { module: string }>, transport: Transport): FaultSwitch {
  // Both requests are idempotent: a connection that the other side has closed between two of them is no refusal (RFC 9110, section 9.2.2).
  const send: Transport = async (request) => {
    const answer = await transport(request);
    return 'failure' in answer && answer.failure.kind === 'reset' ? transport(request) : answer;
  };
  return {
    list: async () => {
      const read = await askFor(isAnything, 'JSON', address, send, 'GET');
      if ('refused' in read) throw new ControlPlaneError(`faults.http: ${read.refused}`);
      return faultsIn(withoutEnvelope(read.data), `faults.http: ${address.url}`);
    },
    put: async (faults) => {
      const done = await askFor(isAnything, 'JSON', address, send, 'PUT', { faults });
      if ('refused' in done) throw new ControlPlaneError(`faults.http: ${done.refused}`);
    },
  };
}

function moduleSwitch(file: string, waitFor: () => CallLimit): FaultSwitch {
  const call = async (name: 'faults' | 'switchFaults', args: readonly unknown[]): ReturnType<typeof askModule> => {
    try {
      await loadModule(file, { required: ['faults', 'switchFaults'], optional: [] }, waitFor);
      return await askModule(file, name, args, waitFor);
    } catch (cause) {
      throw new ControlPlaneError(`faults.module: ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  };
  return {
    list: async () => {
      const answer = await call('faults', []);
      const json = answer.kind === 'array' ? answer.json : 'null';
      return faultsIn(parsedJson(json) ?? jsonExcess(json), `faults.module: ${file}`);
    },
    put: async (ids) => void (await call('switchFaults', [ids])),
  };
}

/** Whatever a deployment says of having switched is fine; an empty answer is too. */
function isAnything(_value: unknown): _value is unknown {
  return true;
}

/** The mock lists what it knows beside what is on. */
function withoutEnvelope(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'known' in value ? value.known : value;
}

function faultsIn(value: unknown, place: string): readonly OfferedFault[] {
  const isList = firstErrorValidator<OfferedFault[]>('control-plane', 'faultList');
  if (!isList(value)) {
    const [error] = isList.errors ?? [];
    throw new ControlPlaneError(
      `${place}: expected a list of {id, about, clause, quote, labels}, found at ${error?.instancePath === '' ? 'its beginning' : (error?.instancePath ?? '')} that it ${error?.message ?? 'is none'}`,
    );
  }
  const ids = value.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) < index);
  if (twice !== undefined) throw new ControlPlaneError(`${place}: expected each id once, found '${twice}' twice`);
  return value;
}

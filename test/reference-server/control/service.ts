import { durationMs } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { asText, inBody, isObject, textInBody, textList } from '../http/call.ts';
import type { Call } from '../http/call.ts';
import type { Reply } from '../http/reply.ts';
import { dispatch, on } from '../http/routes.ts';
import type { FaultSwitch } from '../faults/defects.ts';
import type { Outbox } from './outbox.ts';
import type { Answerer, Occasion, Preparation } from './preparation.ts';

/** Where provider states are prepared, acts caused, the clock turned, events read and defects switched. */
export function controlService(
  preparations: readonly Preparation[],
  clock: Clock,
  outbox: Outbox,
  faults: FaultSwitch,
): (call: Call) => Reply {
  const named = (kind: 'states' | 'acts', name: string | undefined): Answerer | undefined =>
    preparations.map((preparation) => preparation[kind][name ?? '']).find((answerer) => answerer !== undefined);
  const time = (): Reply => ({ status: 200, json: { now: new Date(clock.now()).toISOString() } });
  const routes = [
    on('POST /prepare', (call) => {
      const name = textInBody(call, 'state');
      const answerer = named('states', name);
      if (answerer === undefined) return { status: 400, json: { error: `no state '${name}'`, remedy: 'the catalogue names them' } };
      if (inBody(call, 'action') !== 'teardown') return { status: 200, json: answerer(occasion(call)) };
      for (const { states, takeDown } of preparations) if (states[name ?? ''] === answerer) takeDown(occasion(call).data);
      return { status: 200, json: {} };
    }),
    on('POST /acts', (call) => {
      const name = textInBody(call, 'act');
      const answerer = named('acts', name);
      if (answerer === undefined) return { status: 400, json: { error: `no act '${name}'`, remedy: 'the catalogue names them' } };
      return { status: 200, json: answerer(occasion(call)) };
    }),
    on('GET /clock', time),
    on('POST /clock', (call) => {
      clock.advance(durationMs(asText(inBody(call, 'advance')) ?? ''));
      return time();
    }),
    on('GET /events', (call) => ({ status: 200, json: { events: outbox.since(Number(call.query.get('since') ?? 0)) } })),
    on('GET /faults', ({ query }) => {
      const set = query.get('set');
      return { status: 200, json: faults.listed.filter(({ labels }) => set === null || labels.set === set) };
    }),
    on('PUT /faults', (call) => {
      const ids = textList(inBody(call, 'faults'));
      if (ids === undefined) return { status: 400, json: { error: 'no list of faults', remedy: 'send { "faults": [ids] }' } };
      const unknown = faults.set(ids);
      return unknown.length > 0
        ? { status: 400, json: { error: unknown.map(({ id, nearest }) => `no fault '${id}', the nearest is '${nearest}'`).join('; ') } }
        : { status: 200, json: { faults: ids } };
    }),
  ];
  return (call) => dispatch(routes, call) ?? { status: 404, json: { error: `nothing at ${call.path}` } };
}

function occasion(call: Call): Occasion {
  const [params, data] = [inBody(call, 'params'), inBody(call, 'data')];
  return { params: isObject(params) ? params : {}, data: isObject(data) ? data : {} };
}

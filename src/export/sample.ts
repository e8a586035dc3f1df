import type { DocumentSpec, Given } from '../model/types.ts';
import { sampleValue } from '../model/catalogue-example.ts';
import { resolveReferences } from '../plan/scope.ts';

/** Arguments of an example with made-up values for all that provider states, earlier answers and chance would give. */
export function sampleArguments(spec: DocumentSpec, given: readonly Given[], args: object): Readonly<Record<string, unknown>> {
  const resolved = resolveReferences(args, ([alias = '', ...fields]) => {
    if (alias === 'fresh') return `${fields[0] ?? alias}1`;
    const state = given.find((one) => one.as === alias)?.state;
    const data = spec.providerStates.states.find(({ name }) => name === state)?.data ?? {};
    const name = fields.findLast((field) => /[a-z]/i.test(field)) ?? alias;
    return sampleValue(name, data[fields[0] ?? '']?.schema ?? {});
  });
  return typeof resolved === 'object' && resolved !== null ? { ...resolved } : {};
}

import type { DocumentSpec, MachineRow } from '../model/types.ts';
import { transitionsOf, type Transition } from '../plan/transition-system.ts';
import type { Deployment } from './deployment.ts';

/** A machine of the specs as a Mermaid state diagram: every state, and an arrow for every transition, dashed ends for what is no state. */
export function stateDiagram(spec: DocumentSpec, machine: MachineRow, deployment: Deployment): string {
  const transitions = transitionsOf(spec, deployment).filter((one) => one.machine === machine);
  const states = machine.states.map(({ name }) => name);
  const ends = [...new Set(transitions.map(({ target }) => target))].filter((target) => !states.includes(target));
  const aliases = new Map([
    ...states.map((name, index): [string, string] => [name, `s${index}`]),
    ...ends.map((name, index): [string, string] => [name, `e${index}`]),
  ]);
  const alias = (name: string): string => aliases.get(name) ?? 'unknown';
  return [
    '---',
    `title: ${JSON.stringify(`${spec.name}, ${machine.id}`)}`,
    '---',
    'stateDiagram-v2',
    ...[...states, ...ends].map((name) => `  state ${JSON.stringify(text(name))} as ${alias(name)}`),
    `  [*] --> ${alias(machine.initial)}`,
    ...transitions.map((one) => `  ${alias(one.from)} --> ${alias(one.target)}: ${label(one)}`),
    '  classDef ending stroke-dasharray: 4 3',
    ...ends.map((name) => `  class ${alias(name)} ending`),
    '',
  ].join('\n');
}

function label({ row, documented }: Transition): string {
  return text(`${row.id}${documented ? '' : ' (not in the document)'}`);
}

/** Characters that Mermaid reads as its own. */
function text(said: string): string {
  return said.replaceAll(/["#;:]/g, (found) => `#${found.codePointAt(0) ?? 0};`);
}

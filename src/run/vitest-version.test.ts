import { expect, test } from 'vitest';
import { RunError } from './run-error.ts';
import { demandVitest } from './vitest-version.ts';

test('another major version of the runner is told with the way out; a later minor one is none', () => {
  expect(() => demandVitest('3.2.4', '4.1.12')).toThrow(
    new RunError(
      'usage',
      'vitest: expected version 4.1.12, which assay brings along, found 3.2.4: an override, a resolution or a hoisting rule of this project ' +
        'puts it in its place. Take assay out of the rule ("overrides": { "assay": { "vitest": "4.1.12" } }), or install assay in a folder of its own',
    ),
  );
  expect(demandVitest('4.3.0', '4.1.12')).toBeUndefined();
});

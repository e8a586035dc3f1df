import { expect, test } from 'vitest';
import { parseYaml } from '../../src/model/yaml-file.ts';
import type { ClausesFile } from '../../src/model/types.ts';
import { digestOf } from '../../src/model/text-digest.ts';
import { writeDigests } from './write-digests.ts';

const DOCUMENT = '# Things\n\nAll. Nothing.\n';
const CLAUSES = `# a comment that stays
features: [{ id: pam.things, about: things }]
passages:
  - source: { section: (preamble), line: 1, sentence: 1, digest: '00000000' } # and this one
    clauses:
      - { id: pam.things.all, says: all, status: informative, feature: pam.things }
  - source:
      section: (preamble)
      line: 2
      digest: "00000000"
    clauses:
      - { id: pam.things.lost, says: lost, status: informative, feature: pam.things }
`;

test('digests are filled in where the place is there, and nothing else changes', () => {
  const { value } = parseYaml<ClausesFile>(CLAUSES, 'clauses.yaml', 'clauses');
  const written = writeDigests(CLAUSES, value, DOCUMENT);
  expect(written).toBe(CLAUSES.replace("'00000000'", `'${digestOf('All.')}'`));
  expect(writeDigests(written, value, DOCUMENT)).toBe(written);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { userAgent } from './user-agent.ts';

const TOOL = { name: 'assay', version: '1.2.3' };

test('a request says who sends it, in which run and for which clause', () => {
  expect(userAgent(TOOL, 'r1', 'clause doors.open')).toBe('assay/1.2.3 (run r1; clause doors.open)');
});

test('whatever it speaks of, it is a product and one comment in printable ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (run, about) => {
      expect(userAgent(TOOL, run, about)).toMatch(/^assay\/1\.2\.3 \([\x20-\x27\x2a-\x7e]*\)$/);
    }),
  );
});

import { expect, test } from 'vitest';
import type { TransitionResult } from '../../model/types.ts';
import { stateImage } from './state-diagram.ts';

test('a state table as an image: a document of its own, which asks nothing of anybody', () => {
  const row = { document: 'authentication', machine: 'm', from: 'start', times: 2 } as const;
  const rows: readonly TransitionResult[] = [
    { ...row, id: 'in', to: 'SUCCESS', verdict: 'pass' },
    { ...row, id: 'out', to: 'refused: <b>', verdict: 'fail' },
  ];
  const image = stateImage('m', rows);
  expect(image).toMatch(
    /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+" [^>]*><style>:root\{[^<]*<\/style>\s*<defs>[\s\S]*<\/svg>\n$/,
  );
  expect([...image.matchAll(/class="(arrow|state)[^"]*"/g)].map(([all]) => all)).toEqual([
    'class="arrow pass"',
    'class="arrow fail"',
    'class="state"',
    'class="state"',
    'class="state refused"',
  ]);
  expect({ escaped: image.includes('refused: &lt;b&gt;'), elsewhere: /url\((?!#)|href|<script|<div/.test(image) }).toEqual({
    escaped: true,
    elsewhere: false,
  });
});

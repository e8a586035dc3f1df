import { expect, test } from 'vitest';
import { progressOf } from './progress.ts';

test('a line is written in a while, and at the first false alarm', () => {
  const lines: string[] = [];
  const tell = progressOf(100, 1_000, (line) => void lines.push(line));
  tell({ done: 1, requests: 1_500, falseAlarms: 0 }, 3_000);
  tell({ done: 10, requests: 15_000, falseAlarms: 0 }, 21_000);
  tell({ done: 11, requests: 16_500, falseAlarms: 1 }, 23_000);
  tell({ done: 12, requests: 18_000, falseAlarms: 2 }, 25_000);
  expect(lines).toEqual([
    '10 of 100 seeds, 15,000 requests, 0 false alarms; 2.0 s a seed, about 3 min left',
    '11 of 100 seeds, 16,500 requests, 1 false alarms; 2.0 s a seed, about 3 min left',
  ]);
});

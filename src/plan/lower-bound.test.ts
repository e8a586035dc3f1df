import { expect, test } from 'vitest';
import { systemOf } from './plan-fixtures.ts';
import { planTour, lowerBound } from './tour.ts';

const transition = (id: string, from: string, to: string, requests = 1) => ({
  id,
  clauses: ['doors.any'] as [string],
  from,
  to,
  trigger: Array.from({ length: requests }, () => ({ call: 'go' })),
});

test('a chain costs its own requests', () => {
  expect(lowerBound(systemOf([transition('a', 'start', 'A', 2), transition('b', 'A', 'B')]))).toBe(3);
});

test('a state that is left more often than it is entered costs the way there', () => {
  expect(
    lowerBound(
      systemOf([transition('a', 'start', 'A', 2), transition('b', 'A', 'B'), transition('c', 'A', 'C'), transition('d', 'A', 'D')]),
    ),
  ).toBe(5 + 2 * 2);
});

test('the way there begins wherever sequences are left over', () => {
  expect(
    lowerBound(
      systemOf([transition('a', 'start', 'A', 3), transition('b', 'A', 'B'), transition('c', 'B', 'A'), transition('d', 'A', 'C')]),
    ),
  ).toBe(6);
});

test('nothing costs nothing, and a state that nothing leads to costs no way', () => {
  expect([lowerBound([]), lowerBound(systemOf([transition('a', 'A', 'B')]))]).toEqual([0, 1]);
});

test('a cheaper way over transitions that nobody asked for lowers the bound', () => {
  const system = systemOf([
    transition('a', 'start', 'A'),
    transition('b', 'A', 'B', 3),
    transition('c', 'B', 'C'),
    transition('d', 'B', 'D'),
    transition('short', 'start', 'B'),
  ]);
  const goals = system.slice(0, 4);
  const cost = planTour(system, goals)
    .paths.flatMap(({ transitions }) => transitions)
    .reduce((sum, { weight }) => sum + weight, 0);
  expect([cost, lowerBound(goals, system), lowerBound(goals)]).toEqual([7, 7, 10]);
});

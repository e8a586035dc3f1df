import { expect, test } from 'vitest';
import { choose } from './choices.ts';
import { ControlError } from './service.ts';

const table = { colour: ['red', 'green'], loud: [false, true] } as const;

function refusal(act: () => unknown): { readonly message: string; readonly remedy: string } | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof ControlError) return { message: error.mistake, remedy: error.remedy };
    throw error;
  }
}

test('the first value of each choice is its default', () => {
  expect([choose(table, {}), choose(table, { loud: true })]).toEqual([
    { colour: 'red', loud: false },
    { colour: 'red', loud: true },
  ]);
});

test('what the table has not is refused by name', () => {
  expect([
    refusal(() => choose(table, { size: 1 })),
    refusal(() => choose(table, { colour: 'blue' })),
    refusal(() => choose(table, { loud: 'true' })),
  ]).toEqual([
    { message: "there is no choice 'size'", remedy: 'Choices are: colour, loud.' },
    { message: `choice 'colour' is "blue"`, remedy: 'Choose one of: red, green.' },
    { message: `choice 'loud' is "true"`, remedy: 'Choose one of: false, true.' },
  ]);
});

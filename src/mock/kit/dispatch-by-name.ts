import { UnknownNameError } from './arguments.ts';

/**
 * Asks one after the other and answers what the first says who knows the name. Throws what that one throws; where
 * nobody knows it, an UnknownNameError that lists what each knows.
 */
export function dispatchByName<Subject, Answer>(subjects: readonly Subject[], ask: (subject: Subject) => Answer): Answer {
  const ignorant: UnknownNameError[] = [];
  for (const subject of subjects) {
    try {
      return ask(subject);
    } catch (error) {
      ignorant.push(unknownName(error));
    }
  }
  throw nobodyKnows(ignorant);
}

/** The same for those who answer later. */
export async function dispatchByNameAsync<Subject, Answer>(
  subjects: readonly Subject[],
  ask: (subject: Subject) => Promise<Answer>,
): Promise<Answer> {
  const ignorant: UnknownNameError[] = [];
  for (const subject of subjects) {
    try {
      return await ask(subject);
    } catch (error) {
      ignorant.push(unknownName(error));
    }
  }
  throw nobodyKnows(ignorant);
}

function unknownName(error: unknown): UnknownNameError {
  if (error instanceof UnknownNameError) return error;
  throw error;
}

function nobodyKnows(ignorant: readonly UnknownNameError[]): UnknownNameError {
  return new UnknownNameError(
    ignorant[0]?.message ?? 'unknown name',
    ignorant.flatMap(({ known }) => known),
  );
}

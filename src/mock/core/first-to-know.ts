import { UnknownNameError } from './arguments.ts';

/**
 * Asks one after the other and answers what the first says who knows the name. Throws what that one throws; where
 * nobody knows it, an UnknownNameError that lists what each knows.
 */
export function firstToKnow<Subject, Answer>(subjects: readonly Subject[], ask: (subject: Subject) => Answer): Answer {
  const remedies: string[] = [];
  let message = 'unknown name';
  for (const subject of subjects) {
    try {
      return ask(subject);
    } catch (error) {
      if (!(error instanceof UnknownNameError)) throw error;
      message = error.message;
      remedies.push(error.remedy);
    }
  }
  throw new UnknownNameError(message, remedies.join(' '));
}

import { createHash } from 'node:crypto';
import { createRedactor } from '../src/drive/redactor.ts';
import { loadSpecs } from '../src/model/load.ts';
import { vocabularyOf } from '../src/model/vocabulary.ts';

const ROUNDS = 7;

/** Learns tokens that begin alike beside as many random ones, an answer each, and compares the time on the processor. */
export function secrets(tokens: number): void {
  const vocabulary = vocabularyOf(loadSpecs());
  const others = Array.from({ length: tokens }, (_, index) => createHash('sha256').update(String(index)).digest('base64url'));
  const alike = others.map((token) => (others[0] ?? '').slice(0, 30) + token.slice(30));
  const learn = (issued: readonly string[]): number => {
    const redactor = createRedactor(vocabulary, () => undefined);
    const begun = process.cpuUsage();
    for (const token of issued) redactor.redact({ status: 'SUCCESS', stateToken: token, href: `https://doors.example.test/${token}` });
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1e6;
  };
  const pairs = Array.from({ length: ROUNDS }, () => [learn(alike), learn(others)] as const);
  const [ratio, ofAlike, ofOthers] = [
    pairs.map(([one, other]) => one / other),
    pairs.map(([one]) => one),
    pairs.map(([, other]) => other),
  ].map(middle);
  console.log(`${ratio} × as long: ${ofAlike} s and ${ofOthers} s of CPU for ${tokens}; median of ${ROUNDS} pairs`);
}

function middle(figures: readonly number[]): string {
  return (figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? 0).toFixed(2);
}

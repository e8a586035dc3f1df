import type { ProfileFile } from '../../src/model/types.ts';

/** What a profile promises of a limiter that lets nothing pass before its period ends: a bucket that fills drop by drop does. */
const OF_ITS_LIMITER = ['operation-before-the-end-of-the-period'];

/** The profile without what it promises of its own kind of limiter, for a mock that is given another one. */
export function withOtherLimiter(source: ProfileFile): ProfileFile {
  const service = source.services?.['privileged-access'];
  if (service?.declares === undefined) return source;
  const declares = service.declares.filter(({ name }) => !OF_ITS_LIMITER.includes(name));
  return { ...source, services: { ...source.services, 'privileged-access': { ...service, declares } } };
}

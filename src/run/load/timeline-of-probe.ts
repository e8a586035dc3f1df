import type { ProbeEvidence } from '../../load/limiter/judge/probe-evidence.ts';
import { middle } from '../../load/limiter/span.ts';
import { timelineOf } from '../../report/timeline.ts';
import type { Timeline } from '../../report/timeline.ts';

/** The probed subject's requests as a plot shows them: on the harness's clock, from the first request on. */
export function timelineOfProbe({ own, facts }: ProbeEvidence): Timeline {
  const begun = own[0]?.sentMs ?? 0;
  const ahead = facts.offset === undefined ? 0 : middle(facts.offset);
  return timelineOf(
    own.map(({ sentMs, status, remaining, limit, reset }) => ({
      atMs: sentMs - begun,
      status,
      remaining,
      limit,
      resetMs: reset === undefined ? undefined : reset.seconds * 1000 - ahead - begun,
    })),
  );
}

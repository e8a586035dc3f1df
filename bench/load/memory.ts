import type { OwnUse } from './own-use.ts';
import { startSample } from './server.ts';
import { load, verifierOf } from './subject.ts';

export interface MemoryOptions {
  readonly count: number;
  readonly connections: number;
  readonly own: OwnUse;
}

const AN_HOUR_MS = 3_600_000;
const BODY_BYTES = 2 ** 20;

/** What judging so many answers costs in memory, told at each tenth of them. */
export async function* memory({ count, connections, own }: MemoryOptions): AsyncGenerator<string> {
  const server = await startSample('fast');
  const verifier = verifierOf(server.request);
  const before = own.residentMb();
  const marks: string[] = [];
  let seen = 0;
  const { accounts, violations, throughput } = await load(
    server.request,
    { connections, durationMs: AN_HOUR_MS, most: { requests: count, bodyBytes: BODY_BYTES } },
    {
      judge: (answer) => {
        seen += 1;
        if (seen % Math.floor(count / 10) === 0) marks.push(`${seen}: ${own.residentMb().toFixed(0)} MB`);
        return verifier.judge(answer);
      },
    },
  );
  server.close();
  yield `\n${accounts.answered} answers judged, ${violations} violations, ${Math.round(throughput)}/s`;
  yield `  resident: ${before.toFixed(0)} MB before; ${marks.join(', ')}; peak ${own.peakMb().toFixed(0)} MB`;
}

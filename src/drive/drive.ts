import type { Specs } from '../model/types.ts';
import type { Profile } from '../profile/profile.ts';
import type { Pacer } from './pacer.ts';
import type { Providers } from './providers.ts';
import type { Redactor } from './redactor.ts';
import type { Timer } from './timer.ts';
import type { Tool } from './user-agent.ts';
import type { TraceWriter } from '../trace/writer.ts';
import type { Exchanger } from './exchanger.ts';

/** Everything that a case needs to be driven. */
export interface Drive {
  readonly specs: Specs;
  readonly profile: Profile;
  readonly providers: Providers;
  readonly exchanger: Exchanger;
  readonly redactor: Redactor;
  readonly pacer: Pacer;
  readonly timer: Timer;
  readonly trace: TraceWriter;
  readonly seed: number;
  /** names the run in the User-Agent of every request */
  readonly runId: string;
  /** name and version of this suite, for the same */
  readonly tool: Tool;
  readonly signal: AbortSignal;
  /** aborts some time after the signal: until then what was set up is taken down */
  readonly windUp: AbortSignal;
}

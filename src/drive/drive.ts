import type { DocumentSpec, Specs } from '../spec/types.ts';
import type { Case } from '../plan/case.ts';
import type { Profile } from '../profile/profile.ts';
import type { Pacer } from '../target/pacer.ts';
import type { Providers } from '../target/providers.ts';
import type { Redactor } from '../target/redactor.ts';
import type { Timer } from '../target/timer.ts';
import type { Tool } from '../target/user-agent.ts';
import type { TraceWriter } from '../trace/writer.ts';
import type { CaseScope } from './case-scope.ts';
import type { Exchanger } from '../target/exchanger.ts';

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
}

/** A case that is being driven. */
export interface Running {
  readonly drive: Drive;
  readonly spec: DocumentSpec;
  readonly planned: Case;
  readonly scope: CaseScope;
}

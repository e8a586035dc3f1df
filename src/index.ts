// The library: what `import … from 'assay'` gives. Like the command, it is where the process's own surroundings come in.
import { loadSpecs } from './model/load.ts';
import type { Selection, Specs } from './model/types.ts';
import type { Judgement } from './judge/judgement.ts';
import type { Environment } from './profile/credential.ts';
import { readProfile, resolveProfile } from './profile/load-profile.ts';
import type { EmbeddedAddresses } from './profile/load-profile.ts';
import { publicPart } from './profile/profile.ts';
import type { Profile, PublicProfile } from './profile/profile.ts';
import type { TraceEvent } from './trace/events.ts';
import type { RunningMock } from './mock/kit/start-mock.ts';
import { withChoices } from './run/choices.ts';
import { judgedAgain } from './run/rejudge.ts';
import { demandViews, isPublicProfile, readStoredTrace } from './run/stored-trace.ts';
import { RunError } from './run/run-error.ts';
import { profileFile } from './run/targets.ts';

export { startMock } from './mock/kit/start-mock.ts';
export type { MockOptions, RunningMock } from './mock/kit/start-mock.ts';
export type { Injection } from './mock/kit/injections.ts';
export type { JournalEntry, JournalFilter, JournalPage } from './mock/kit/journal.ts';
export { ControlError } from './mock/kit/service.ts';
export { loadSpecs, loadSpecsBeside } from './model/load.ts';
export { SpecError } from './model/spec-error.ts';
export type { DocumentName, DocumentSpec, IndexedClause, Selection, Specs } from './model/types.ts';
export type { Environment } from './profile/credential.ts';
export type { Profile, PublicProfile } from './profile/profile.ts';
export { readTrace, TraceError } from './trace/reader.ts';
export type { StoredTrace } from './trace/reader.ts';
export type { TraceEvent } from './trace/events.ts';
export type { Finding, Observation } from './judge/finding.ts';
export type { Flake } from './judge/flakes.ts';
export type { ClauseVerdict, Judgement, Verdict } from './judge/judgement.ts';
export { RunError } from './run/run-error.ts';

/** What a profile leaves to whoever loads it. */
export interface ProfileOptions {
  /** where credentials and `${NAME}` in addresses come from; the environment of this process unless told */
  readonly env?: Environment;
  /** the running mock that an embedded profile, such as `mock`, is about */
  readonly mock?: EmbeddedAddresses & Partial<Pick<RunningMock, 'choices'>>;
  /** the package's own unless told */
  readonly specs?: Specs;
}

/**
 * Loads the profile of a target, ready for use: checked, limits filled in, addresses and credentials fetched.
 *
 * @param target the profile's file, or the name of one of the package's own, such as `mock`
 * @returns with credentials in clear; {@link judge} and reports take only what is public of it
 * @throws RunError where there is no such file, or an embedded profile without its mock; SpecError with file, line, column and key of
 *   each mistake in it
 * @example
 * const mock = await startMock();
 * const { services, credentials } = loadProfile('mock', { mock });
 */
export function loadProfile(target: string, { env = process.env, mock, specs = loadSpecs() }: ProfileOptions = {}): Profile {
  const file = profileFile(target, 'loadProfile');
  const source = readProfile(file, specs);
  if (source.embedded !== undefined && mock === undefined)
    throw new RunError(
      'mock-not-started',
      `${file}: it is about the embedded deployment: start it and pass it on, loadProfile('${target}', { mock: await startMock() })`,
    );
  return resolveProfile(withChoices(source, mock?.choices ?? {}), file, env, mock);
}

/** What a trace is judged by, where it is other than what the trace itself says. */
export interface JudgeOptions {
  /** whose bindings, claims and declarations count; those that the trace begins with unless told */
  readonly profile?: PublicProfile;
  /** the package's own unless told */
  readonly specs?: Specs;
  /** which clauses are looked at: by document, feature or pattern; what the run was narrowed to unless told */
  readonly selection?: Selection;
}

/**
 * Judges what a run has recorded: a pure function of trace, profile and specs, so that a stored run can be judged again, offline, by a
 * profile that binds or declares something else, or by the judges of a later version.
 *
 * @param run the folder of a run, or the events of its trace, as {@link readTrace} gives them
 * @returns a verdict for each clause, the findings behind them, what was seen only at times, and what was observed where the documents are
 *   silent; exchanges are told by their `seq` in the trace
 * @throws RunError for a folder that is no run, a trace that was changed, and events that name no profile where none is given; SpecError for
 *   a line that no run writes
 * @example
 * const { clauses } = judge('reports/last-night');
 * for (const { clause, reason } of clauses.filter(({ verdict }) => verdict === 'fail')) console.log(clause.id, reason);
 */
export function judge(run: string | readonly TraceEvent[], options: JudgeOptions = {}): Judgement {
  const events = typeof run === 'string' ? readStoredTrace(run).events : run;
  const start = events.find((event) => event.type === 'run');
  const profile = options.profile ?? start?.profile;
  if (profile === undefined || !isPublicProfile(profile))
    throw new RunError(
      'profile-missing',
      `${typeof run === 'string' ? run : 'judge'}: expected the events to begin with one of type 'run' that holds the profile of the target, ` +
        `found ${events[0]?.type ?? 'none'}. Pass the profile: judge(events, { profile })`,
    );
  demandViews(profile, 'judge');
  return judgedAgain(options.specs ?? loadSpecs(), publicPart(profile), events, options.selection ?? start?.selection ?? {});
}

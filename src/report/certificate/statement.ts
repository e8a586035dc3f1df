import { createHash } from 'node:crypto';
import type { ClauseResult, Report, Requirements, ResourceDescriptor, RunPlan, Statement, Subject, TestResult } from '../../model/types.ts';
import type { PublicProfile } from '../../profile/profile.ts';

/** What a certificate is made from. */
export interface Certified {
  readonly report: Report;
  readonly lock: RunPlan;
  readonly profile: PublicProfile;
  readonly requirements: Requirements;
  /** random walks that were driven */
  readonly walks: number;
}

/** The in-toto statement over the files of a run's folder. */
export function statementOf(subject: readonly Subject[], predicate: TestResult): Statement {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...subject],
    predicateType: 'https://in-toto.io/attestation/test-result/v0.1',
    predicate,
  };
}

/** What was tested with what, and what came of it (in-toto test-result v0.1); `signer` is the public key in DER, where one signs. */
export function testResult({ report, lock, profile, requirements, walks }: Certified, signer?: Buffer): TestResult {
  const waived = waivedClauses(report);
  const seed = String(lock.seed);
  return {
    result: waived.length > 0 ? 'WARNED' : 'PASSED',
    configuration: [
      {
        name: 'suite',
        digest: { sha256: lock.suite.digest, ...(lock.suite.commit === null ? {} : { gitCommit: lock.suite.commit }) },
        annotations: { ...lock.tool },
      },
      described('specs', report.specs.digest, { version: requirements.version, clauses: report.specs.clauses }),
      described('requirements', sha256(JSON.stringify(requirements)), {
        scored: requirements.scored.length,
        provisional: requirements.provisional,
        notJudged: notJudged(report.clauses),
      }),
      described('profile', sha256(JSON.stringify(profile)), { name: profile.name, claims: report.target.claims }),
      described('waivers', lock.waivers ?? sha256(''), { waived: report.waived }),
      { name: 'seed', digest: { sha256: sha256(seed) }, content: base64(seed), annotations: { walks: lock.walks, driven: walks } },
      ...(signer === undefined ? [] : [signerOf(signer)]),
    ],
    passedTests: report.clauses.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id),
    warnedTests: waived,
    failedTests: [],
  };
}

/** The public key that a certificate says it was signed with, DER. */
export function signerIn({ predicate }: Statement): Buffer | undefined {
  const { content } = predicate.configuration.find(({ name }) => name === 'signer') ?? {};
  return content === undefined ? undefined : Buffer.from(content, 'base64');
}

function signerOf(der: Buffer): ResourceDescriptor {
  return { name: 'signer', digest: { sha256: sha256(der) }, content: base64(der) };
}

function described(name: string, digest: string, annotations: ResourceDescriptor['annotations'] & object): ResourceDescriptor {
  return { name, digest: { sha256: digest }, annotations };
}

/** Clauses that count and were not judged, by reason: not claimed, not seen, in need of control, known to be wrong. */
function notJudged(clauses: readonly ClauseResult[]): Record<string, string[]> {
  const byReason: Record<string, string[]> = {};
  for (const { id, verdict, waived, reason = 'no reason' } of clauses)
    if (waived === undefined && (verdict === 'skipped' || verdict === 'inconclusive')) (byReason[reason] ??= []).push(id);
  return byReason;
}

function waivedClauses({ clauses }: Report): string[] {
  return clauses.filter(({ waived }) => waived === true).map(({ id }) => id);
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function base64(content: string | Buffer): string {
  return Buffer.from(content).toString('base64');
}

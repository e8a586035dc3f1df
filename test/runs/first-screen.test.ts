import { expect, test } from 'vitest';
import { readProfile } from '../../src/profile/load-profile.ts';
import { defectCount, defectsOf } from '../../src/report/defects.ts';
import { draw } from '../support/draw.ts';
import { reportOf } from '../support/report-of.ts';
import { loadSpecs } from '../../src/model/load.ts';
import type { DocumentName } from '../../src/model/types.ts';
import { runInProcess } from '../../src/qualify/in-process.ts';

const specs = loadSpecs();
const FILE = 'specs/profiles/mock.yaml';
const source = readProfile(FILE, specs);

/** What the first screen says of a run with one fault: how many defects, and what each is called. */
async function firstScreen(document: DocumentName, fault: string): Promise<readonly string[]> {
  const selection = { documents: [document] };
  const { judgement, events, ...driven } = await runInProcess(specs, source, FILE, { seed: 1, walks: 5, selection, faults: [fault] });
  const defects = defectsOf(reportOf({ ...driven, specs, seed: 1, selection }, events, { judgement }));
  return [defectCount(defects), ...defects.map(({ name }) => name)];
}

/** One defect, in however many places it shows. */
const SOME: unknown = expect.stringMatching(/^1 defect, \d+ consequences?$/);

// Which of several places comes first, the seed decides.
const FAULTS: readonly (readonly [DocumentName, string, readonly unknown[]])[] = [
  [
    'authentication',
    'authn-any-password',
    // A wrong password is taken, and so is one that was replaced or never became the user's: the two break sentences of their own.
    [
      expect.stringMatching(/^2 defects, \d+ consequences?$/),
      'authenticate transition/invalid-credentials',
      expect.stringMatching(
        /^(?:authenticate|signInToApp) (?:probe\/(?:durability\.password-replaced|guard\.previous-password)|transition\/change-refused-[\w-]+\/readBack)/,
      ),
    ],
  ],
  ['authentication', 'authn-expires-at-in-seconds', ['1 defect', 'authenticate /body/expiresAt']],
  ['authentication', 'authn-names-swapped', ['1 defect, 1 consequence', 'authenticate probe/sign-in-names/steps/0/5']],
  [
    'authentication',
    'authn-no-session-token-after-activation',
    ['1 defect, 1 consequence', 'authenticate transition/activation-success/trigger/0/0'],
  ],
  [
    'authentication',
    'authn-weak-first-password-accepted',
    [SOME, expect.stringMatching(/^resetPassword probe\/(weak-first-password|policy\.complexity-first)/)],
  ],
  ['governance', 'gov-collection-never-deleted', [SOME, 'readCollection transition/collection.delete']],
  [
    'governance',
    'gov-resources-not-kept',
    [SOME, expect.stringMatching(/^(?:addCollectionResource|listCollectionResources) (?:law|probe)\//)],
  ],
  ['governance', 'gov-type-never-deleted', [SOME, 'readRequestType transition/request-type.delete']],
  ['governance', 'gov-un-publish-not-kept', [SOME, 'readRequestType transition/request-type.un-publish']],
  ['privileged-access', 'pam-count-not-carried-back', ['1 defect, 1 consequence', 'listGroups law/pagination.links-carry-count']],
  ['privileged-access', 'pam-limit-one-more', ['1 defect, 5 consequences', expect.stringMatching(/^\w+ probe\/rate-limit\./)]],
];

test.each(draw(1, FAULTS))('%s with %s is told as few defects', async (document, fault, said) => {
  expect(await firstScreen(document, fault)).toEqual(said);
});

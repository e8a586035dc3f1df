import { choiceTables } from './choice-settings.ts';
import { perDocument, type DocumentName } from './documents.ts';
import { ControlError, type JsonObject } from './service.ts';

/** What is chosen of each document; defaults elsewhere. */
export type ChosenValues = Readonly<Partial<Record<DocumentName, JsonObject>>>;

/** Choices that go together, under one name. */
export interface Preset {
  readonly about: string;
  readonly choices: ChosenValues;
}

export const presets: Readonly<Record<string, Preset>> = {
  'client-libraries': {
    about: 'as published client libraries expect',
    choices: {
      'privileged-access': { lastPage: 'no-link', linkLines: 'one', expiresAt: 'rfc3339', deletedAt: 'rfc3339' },
      authentication: {
        factorsKey: 'factors',
        challengedFactor: 'by-itself',
        pushWait: 'poll',
        resendLink: 'list',
        unlockLinks: 'cancel',
        crossOrigin: 'allowed',
      },
      governance: { timestamps: 'rfc3339' },
    },
  },
  permissive: {
    about: 'the other permitted value of each choice',
    choices: perDocument((document) =>
      Object.fromEntries(Object.entries(choiceTables[document]).map(([name, values]) => [name, values[1]])),
    ),
  },
};

/** The choices of a preset, if one is named, and what is chosen over it. Throws ControlError for an unknown preset. */
export function presetChoices(name: string | undefined, chosen: ChosenValues = {}): ChosenValues {
  if (name === undefined) return chosen;
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined)
    throw new ControlError('mock-name-unknown', `there is no preset '${name}'`, `Presets are: ${Object.keys(presets).join(', ')}.`);
  return perDocument((document) => ({ ...preset.choices[document], ...chosen[document] }));
}

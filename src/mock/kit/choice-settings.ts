import { permittedValue, type ChoiceTable } from './choices.ts';
import { documentNames, isDocumentName, perDocument, type DocumentName } from './documents.ts';
import { ControlError, type JsonObject } from './service.ts';
import { services } from './services.ts';

/** The choices of each document, with the values that each can have. */
export const choiceTables: Readonly<Record<DocumentName, ChoiceTable>> = perDocument((document) => services[document].choices);

/**
 * The choices that settings such as `authentication.factorsKey=factors` name; of one that is named twice the last. Throws ControlError, with
 * what there is, for one that names no document, no choice of its document, or no value of its choice.
 */
export function readChoices(settings: readonly string[]): Readonly<Partial<Record<DocumentName, JsonObject>>> {
  const chosen: Partial<Record<DocumentName, JsonObject>> = {};
  for (const setting of settings) {
    const [, document, name = '', text] = /^([\w-]+)\.(\w+)=(.*)$/s.exec(setting) ?? [];
    if (!isDocumentName(document))
      throw new ControlError(
        'mock-name-unknown',
        `'${setting}' is no choice`,
        `Write DOCUMENT.NAME=VALUE, with one of ${documentNames.join(', ')}, such as authentication.factorsKey=factors.`,
      );
    const value = permittedValue(choiceTables[document], name, text, (one) => String(one) === text, `${document}.${name}`);
    chosen[document] = { ...chosen[document], [name]: value };
  }
  return chosen;
}

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

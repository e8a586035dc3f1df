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

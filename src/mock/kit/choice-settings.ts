import type { ChoiceTable } from './choices.ts';
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
    const table = choiceTables[document];
    const permitted = Object.hasOwn(table, name) ? table[name] : undefined;
    if (permitted === undefined)
      throw new ControlError(
        'mock-name-unknown',
        `${document} has no choice '${name}'`,
        `Its choices are: ${Object.keys(table).join(', ')}.`,
      );
    const value = permitted.find((candidate) => String(candidate) === text);
    if (value === undefined)
      throw new ControlError('mock-value', `'${setting}' is no value of that choice`, `Choose one of: ${permitted.join(', ')}.`);
    chosen[document] = { ...chosen[document], [name]: value };
  }
  return chosen;
}

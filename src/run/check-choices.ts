import { choiceTables, readChoices } from '../mock/kit/choice-settings.ts';
import { isDocumentName } from '../mock/kit/documents.ts';
import { ControlError } from '../mock/kit/service.ts';
import { SpecError } from '../model/spec-error.ts';
import type { ProfileFile } from '../model/types.ts';
import { didYouMean, placeOfKey } from '../model/yaml-file.ts';

/** Choices of the embedded mock that it does not have would leave it another deployment than was meant. Throws SpecError. */
export function checkChoices({ embedded = {} }: ProfileFile, file: string): void {
  const { choices = {}, vary = {}, byChoice = {} } = embedded;
  const ofValues = [
    ...rowsOf('choices', choices).map(({ value, ...row }) => ({ ...row, values: [value] })),
    ...rowsOf('vary', vary).map(({ value, ...row }) => ({ ...row, values: value })),
  ].flatMap(({ key, document, name, values }) => {
    const message = mistakeIn(document, name, values);
    return message === undefined ? [] : [{ key, message }];
  });
  const ofSettings = Object.keys(byChoice).flatMap((setting) => {
    const message = mistakeInSetting(setting);
    return message === undefined ? [] : [{ key: 'embedded.byChoice', message }];
  });
  const mistakes = [...ofValues, ...ofSettings].map(({ key, message }) => `${placeOfKey(file, key)}  ${message}`);
  if (mistakes.length > 0) throw new SpecError('choice-malformed', mistakes.join('\n'));
}

function mistakeInSetting(setting: string): string | undefined {
  try {
    readChoices([setting]);
    return undefined;
  } catch (error) {
    if (error instanceof ControlError) return `${error.message}. ${error.remedy}`;
    throw error;
  }
}

interface Row<Value> {
  readonly key: string;
  readonly document: string;
  readonly name: string;
  readonly value: Value;
}

function rowsOf<Value>(part: string, byDocument: Readonly<Record<string, Readonly<Record<string, Value>>>>): readonly Row<Value>[] {
  return Object.entries(byDocument).flatMap(([document, rows]) =>
    Object.entries(rows).map(([name, value]) => ({ key: `embedded.${part}.${document}.${name}`, document, name, value })),
  );
}

function mistakeIn(document: string, name: string, values: readonly unknown[]): string | undefined {
  const documents = Object.keys(choiceTables);
  if (!isDocumentName(document))
    return `expected a document (${documents.join(', ')}), found '${document}'${didYouMean(document, documents)}`;
  const table = choiceTables[document];
  const names = Object.keys(table);
  const permitted = Object.hasOwn(table, name) ? table[name] : undefined;
  if (permitted === undefined) return `expected a choice of ${document} (${names.join(', ')}), found '${name}'${didYouMean(name, names)}`;
  const wrong = values.find((value) => !permitted.some((one) => one === value));
  return wrong === undefined ? undefined : `expected one of ${permitted.join(', ')}, found ${JSON.stringify(wrong)}`;
}

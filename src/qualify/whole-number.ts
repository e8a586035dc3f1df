/** What a script was told as a whole number. Throws RangeError for anything else, naming the option. */
export function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(number) || number < least)
    throw new RangeError(`--${option} is a whole number of at least ${least}, not '${text}'`);
  return number;
}

import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from './fail.ts';

/** A command whose flags can come from the environment too, so that a CI sets them once: `--fail-on` is ASSAY_FAIL_ON. */
export class FlagCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.configureOutput({ outputError: (text, write) => write(asOurs(text)) });
    this.hook('preAction', (command, acting) => {
      if (command === acting) readSwitches(acting);
    });
  }

  override createOption(flags: string, description?: string): Option {
    const option = new Option(flags, description);
    const name = option.name();
    return name === 'help' || name === 'version' ? option : option.env(`ASSAY_${name.toUpperCase().replaceAll('-', '_')}`);
  }

  override createCommand(name?: string): FlagCommand {
    return new FlagCommand(name);
  }
}

/** commander's message, begun as all messages are. */
export function asOurs(message: string): string {
  return message.replace(/^error: /, 'assay: ');
}

const SWITCHED: Readonly<Record<string, boolean>> = { '': false, '0': false, false: false, '1': true, true: true };

/** A flag without a value that is in the environment says whether it is meant: commander would take `false` for true. */
function readSwitches(command: Command): void {
  for (const option of command.options.filter(({ required, optional }) => !required && !optional)) {
    const { envVar = '' } = option;
    if (command.getOptionValueSource(option.attributeName()) !== 'env') continue;
    const text = process.env[envVar] ?? '';
    const isOn = Object.hasOwn(SWITCHED, text) ? SWITCHED[text] : undefined;
    if (isOn === undefined)
      throw new UsageError(
        'command-line',
        `option '${option.flags}' value '${text}' from env '${envVar}' is invalid. Expected 1 or true, 0 or false.`,
      );
    if (!isOn) command.setOptionValue(option.attributeName(), undefined);
  }
}

const collecting = new WeakSet<object>();

/** The parser of a flag that may be given several times: all of its values, in order. Any other flag takes one. */
export function repeatable<T>(parse: (text: string) => T): (text: string, before: readonly T[] | undefined) => readonly T[] {
  const collect = (text: string, before: readonly T[] | undefined): readonly T[] => [...(before ?? []), parse(text)];
  collecting.add(collect);
  return collect;
}

export function isRepeatable({ parseArg }: Option): boolean {
  return parseArg !== undefined && collecting.has(parseArg);
}

/**
 * What every flag of a command and of those below it keeps to, so that none is lost or misread without a word: one that is not repeatable
 * takes one value, and a value is neither empty (a variable that is not set) nor a flag (a value that was forgotten).
 */
export function guardFlags(command: Command): void {
  for (const option of command.options.filter(({ required, optional }) => required || optional)) guard(option);
  for (const below of command.commands) guardFlags(below);
}

function guard(option: Option): void {
  const { parseArg } = option;
  const repeats = isRepeatable(option);
  let first: string | undefined;
  const guarded = (text: string, before: unknown): unknown => {
    if (text.trim() === '') throw new InvalidArgumentError('Expected a value, found an empty one. Is a variable of the shell not set?');
    if (text.startsWith('--')) throw new InvalidArgumentError('Expected a value, found a flag. Put the value before it');
    if (first !== undefined && !repeats)
      throw new InvalidArgumentError(`Expected one value, found a second beside '${first}'. Leave one of them out.`);
    first = text;
    return parseArg === undefined ? text : parseArg(text, before);
  };
  option.argParser(guarded);
  if (repeats) collecting.add(guarded);
}

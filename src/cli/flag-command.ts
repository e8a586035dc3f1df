import { Command, Option } from 'commander';

/** A command whose flags can come from the environment too, so that a CI sets them once: `--fail-on` is ASSAY_FAIL_ON. */
export class FlagCommand extends Command {
  override createOption(flags: string, description?: string): Option {
    const option = new Option(flags, description);
    const name = option.name();
    return name === 'help' || name === 'version' ? option : option.env(`ASSAY_${name.toUpperCase().replaceAll('-', '_')}`);
  }

  override createCommand(name?: string): FlagCommand {
    return new FlagCommand(name);
  }
}

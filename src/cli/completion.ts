import { Argument, type Command } from 'commander';
import { helpText } from './help.ts';
import { writeResult } from './output.ts';

/** `assay completion SHELL`; `load` gives a command its flags. */
export function completionCommand(load: (command: Command) => Promise<void>): (command: Command) => Command {
  return (completion) =>
    completion
      .addArgument(new Argument('<shell>', 'shell of the script').choices(Object.keys(SHELLS)))
      .addHelpText(
        'after',
        helpText({
          notes: [
            `Run the script at the start of each shell:
  bash  source <(assay completion bash)    in ~/.bashrc
  zsh   source <(assay completion zsh)     in ~/.zshrc, after compinit
  fish  assay completion fish | source     in ~/.config/fish/config.fish`,
          ],
          examples: [['assay completion bash', 'print the script for bash']],
          exitCodes: { 0: 'printed', 2: 'invalid command' },
          next: ['assay run', 'commands'],
        }),
      )
      .action(async (shell: string) => {
        const program = completion.parent ?? completion;
        await Promise.all(program.commands.map((command) => load(command)));
        writeResult(completionScript(shell, program));
      });
}

interface Word {
  readonly text: string;
  readonly about: string;
}

interface Flag extends Word {
  readonly short: string | undefined;
  readonly takesValue: boolean;
}

/** What can follow the words of a command, such as `assay load soak`. */
interface Completion {
  readonly path: string;
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
}

/** The script that completes the commands and flags of a program. */
export function completionScript(shell: string, program: Command): string {
  return SHELLS[shell]?.(completionsOf(program, program.name())) ?? '';
}

function completionsOf(command: Command, path: string): readonly Completion[] {
  const helper = command.createHelp();
  const below = helper.visibleCommands(command);
  return [
    {
      path,
      words: [
        ...below.map((one) => ({ text: one.name(), about: one.description() })),
        ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
          argChoices.map((text) => ({ text, about: description })),
        ),
      ],
      flags: helper.visibleOptions(command).map(({ long, short, required, optional, description }) => ({
        text: long ?? '',
        short,
        takesValue: required || optional,
        about: description,
      })),
    },
    ...below.flatMap((one) => completionsOf(one, `${path} ${one.name()}`)),
  ];
}

const SHELLS: Readonly<Record<string, (completions: readonly Completion[]) => string>> = { bash, zsh, fish };

/** Where no word of Assay's fits, bash completes files. */
function bash(completions: readonly Completion[]): string {
  return `_assay() {
  local at=assay word words= flags= current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in
      ${pathsBelow(completions).join('|')}) at="$at $word" ;;
    esac
  done
  case "$at" in
${completions.map(({ path, words, flags }) => `    ${quoted(path)}) words=${quoted(texts(words))} flags=${quoted(texts(flags))} ;;`).join('\n')}
  esac
  [[ $current == -* ]] && words=$flags
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _assay assay
`;
}

function zsh(completions: readonly Completion[]): string {
  const described = (words: readonly Word[]): string =>
    words.map(({ text, about }) => quoted(`${text.replaceAll(':', '\\:')}:${about}`)).join(' ');
  return `#compdef assay
_assay() {
  local at=assay word
  local -a names flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
      (${pathsBelow(completions).join('|')}) at="$at $word" ;;
    esac
  done
  case "$at" in
${completions.map(({ path, words, flags }) => `    (${quoted(path)}) names=(${described(words)}) flags=(${described(flags)}) ;;`).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o flag flags
  elif (( $#names )); then
    _describe word names
  else
    _files
  fi
}
compdef _assay assay
`;
}

function fish(completions: readonly Completion[]): string {
  return `function __assay_at
    set -l at assay
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${pathsBelow(completions).join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv"
end
${completions
  .flatMap(({ path, words, flags }) => [
    ...words.map(({ text, about }) => `complete -c assay -n '__assay_at ${path}' -f -a ${text} -d ${fishQuoted(about)}`),
    ...flags.map(
      ({ text, short, takesValue, about }) =>
        `complete -c assay -n '__assay_at ${path}'${short === undefined ? '' : ` -s ${short.slice(1)}`} -l ${text.slice(2)}${takesValue ? ' -r' : ''} -d ${fishQuoted(about)}`,
    ),
  ])
  .join('\n')}
`;
}

function pathsBelow(completions: readonly Completion[]): readonly string[] {
  return completions.slice(1).map(({ path }) => quoted(path));
}

function texts(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Between the quotes of fish a backslash escapes. */
function fishQuoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
}

import { SUCCESS } from "../exit_code.ts";
import { printResult } from "../terminal/mod.ts";
import {
  type Command,
  COMMON_OPTIONS,
  type Invocation,
  type OptionSpec,
  UsageError,
} from "../arguments/mod.ts";

/** Prints the completion script of the shell that is named. */
export function runCompletions(
  { words }: Invocation,
  commands: readonly Command[],
): Promise<number> {
  const [shell = ""] = words;
  const render = SHELLS.get(shell);
  if (render === undefined || words.length > 1) {
    const names = [...SHELLS.keys()].join(", ");
    throw new UsageError(`Cannot write completions for "${words.join(" ")}": there are ${names}`);
  }
  printResult(render(commands));
  return Promise.resolve(SUCCESS);
}

/** Writes the completion script of one shell. */
type RenderCompletions = (commands: readonly Command[]) => string;

/** The shells that completions are written for. */
export const SHELLS: ReadonlyMap<string, RenderCompletions> = new Map([
  ["bash", renderBash],
  ["zsh", renderZsh],
  ["fish", renderFish],
]);

function optionsOf(command: Command): readonly OptionSpec[] {
  return [...command.options, ...COMMON_OPTIONS];
}

function renderBash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const flags = optionsOf(command).map(({ name }) => `--${name}`);
    const words = [...command.choices ?? [], ...flags].join(" ");
    return `    ${command.name}) words="${words}" ;;`;
  });
  const choices = choicesByOption(commands).map(([name, values]) =>
    `    --${name}) COMPREPLY=($(compgen -W "${values.join(" ")}" -- "$current")); return ;;`
  );
  return `# bash completion of dossier
_dossier() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$previous" in
${choices.join("\n")}
    ${flagsTaking("DIR", commands)}) COMPREPLY=($(compgen -d -- "$current")); return ;;
    ${flagsTaking("FILE", commands)}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _dossier dossier
`;
}

function renderZsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map((command) => {
    const specs = optionsOf(command).map(({ name, value, choices, summary }) => {
      const argument = choices !== undefined
        ? `:${name}:(${choices.join(" ")})`
        : value === undefined
        ? ""
        : value === "DIR"
        ? `:${name}:_files -/`
        : value === "FILE"
        ? `:${name}:_files`
        : `:${name}:`;
      return `        ${quote(`--${name}[${summary.replaceAll(/[[\]:]/g, " ")}]${argument}`)}`;
    });
    if (command.choices !== undefined) {
      specs.push(
        `        ${quote(`:${command.operands.toLowerCase()}:(${command.choices.join(" ")})`)}`,
      );
    }
    return `      ${command.name})\n        _arguments \\\n${specs.join(" \\\n")} ;;`;
  });
  return `#compdef dossier
_dossier() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    case $words[2] in
${cases.join("\n")}
    esac
  fi
}
compdef _dossier dossier
`;
}

function renderFish(commands: readonly Command[]): string {
  const lines = commands.flatMap((command) => {
    const condition = `-n "__fish_seen_subcommand_from ${command.name}"`;
    return [
      `complete -c dossier -f -n __fish_use_subcommand -a ${command.name} -d ${
        quote(command.summary)
      }`,
      ...(command.choices === undefined
        ? []
        : [`complete -c dossier ${condition} -fa ${quote(command.choices.join(" "))}`]),
      ...optionsOf(command).map(({ name, short, value, choices, summary }) =>
        [
          `complete -c dossier ${condition} -l ${name}`,
          short === undefined ? "" : ` -s ${short}`,
          value === undefined ? "" : " -r",
          choices === undefined ? "" : ` -fa ${quote(choices.join(" "))}`,
          ` -d ${quote(summary)}`,
        ].join("")
      ),
    ];
  });
  return `# fish completion of dossier\n${lines.join("\n")}\n`;
}

/** Returns the options that take a value of that name, as bash writes alternatives. */
function flagsTaking(placeholder: string, commands: readonly Command[]): string {
  const options = commands.flatMap(optionsOf).filter(({ value }) => value === placeholder);
  const flags = options.flatMap(({ name, short }) =>
    short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`]
  );
  return [...new Set(flags)].sort().join("|");
}

function choicesByOption(commands: readonly Command[]): [string, readonly string[]][] {
  const found = new Map<string, readonly string[]>();
  for (const { name, choices } of commands.flatMap(optionsOf)) {
    if (choices !== undefined) found.set(name, choices);
  }
  return [...found];
}

/** Returns the text as one word for zsh and fish. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

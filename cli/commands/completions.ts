import { SUCCESS } from "../exit_code.ts";
import {
  COMMON_OPTIONS,
  type Invocation,
  type OptionSpec,
  UsageError,
} from "@dossier/retrieval/operation";
import type { Command } from "@dossier/retrieval/operation";
import { printResult } from "../terminal/output.ts";

/** Prints the completion script of a shell. */
export async function runCompletions(
  { words }: Invocation,
  listCommands: () => Promise<readonly Command[]>,
): Promise<number> {
  const render = SHELLS.get(words.join(" "));
  if (render === undefined) {
    const names = [...SHELLS.keys()].join(", ");
    throw new UsageError(`Cannot write completions for "${words.join(" ")}": use one of ${names}`);
  }
  printResult(render(await listCommands()));
  return SUCCESS;
}

/** Shells with completions. */
export const SHELLS: ReadonlyMap<string, (commands: readonly Command[]) => string> = new Map([
  ["bash", renderBash],
  ["zsh", renderZsh],
  ["fish", renderFish],
]);

function optionsOf({ options }: Command): readonly OptionSpec[] {
  return [...options, ...COMMON_OPTIONS];
}

function renderBash(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const flags = optionsOf(command).map(({ name }) => `--${name}`);
    return `    ${command.name}) words="${[...command.choices ?? [], ...flags].join(" ")}" ;;`;
  });
  const options = commands.flatMap(optionsOf);
  // Options of several commands may have the same name but different choices.
  const chosen = commands.flatMap((command) =>
    optionsOf(command).flatMap(({ name, choices }) =>
      choices === undefined
        ? []
        : [{ at: `"${command.name} --${name}"`, values: choices.join(" ") }]
    )
  );
  const lines = [...Map.groupBy(chosen, ({ values }) => values)].map(([values, places]) =>
    `    ${
      places.map(({ at }) => at).join("|")
    }) COMPREPLY=($(compgen -W "${values}" -- "$current")); return ;;`
  );
  const flagsTaking = (placeholder: string) => {
    const flags = options.filter(({ value }) => value === placeholder)
      .flatMap(({ name, short }) =>
        short === undefined ? [`--${name}`] : [`--${name}`, `-${short}`]
      );
    return [...new Set(flags)].sort().join("|");
  };
  return `# bash completion of dossier
_dossier() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "\${COMP_WORDS[1]} $previous" in
${lines.join("\n")}
  esac
  case "$previous" in
    ${flagsTaking("DIR")}) COMPREPLY=($(compgen -d -- "$current")); return ;;
    ${flagsTaking("FILE")}) COMPREPLY=($(compgen -f -- "$current")); return ;;
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

/** Completions of values for zsh, by the placeholder of the value in the help. */
const ZSH_FILES: ReadonlyMap<string, string> = new Map([["DIR", "_files -/"], ["FILE", "_files"]]);

function renderZsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map((command) => {
    const specs = optionsOf(command).map(({ name, value, isOptional, choices, summary }) => {
      const values = choices === undefined
        ? ZSH_FILES.get(value ?? "") ?? ""
        : `(${choices.join(" ")})`;
      const mark = isOptional === true ? "::" : ":";
      const argument = value === undefined ? "" : `${mark}${name}:${values}`;
      return `--${name}[${summary.replaceAll(/[[\]:]/g, " ")}]${argument}`;
    });
    const { operands = "", choices } = command;
    if (choices !== undefined) specs.push(`:${operands.toLowerCase()}:(${choices.join(" ")})`);
    const lines = specs.map((spec) => `        ${quote(spec)}`);
    return `      ${command.name})\n        _arguments \\\n${lines.join(" \\\n")} ;;`;
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
    const { name, summary, choices } = command;
    const line = `complete -c dossier -n "__fish_seen_subcommand_from ${name}"`;
    return [
      `complete -c dossier -f -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
      ...(choices === undefined ? [] : [`${line} -fa ${quote(choices.join(" "))}`]),
      ...optionsOf(command).map(({ name, short, value, isOptional, choices, summary }) =>
        [
          `${line} -l ${name}`,
          ...(short === undefined ? [] : [`-s ${short}`]),
          ...(value === undefined || isOptional === true ? [] : ["-r"]),
          ...(choices === undefined ? [] : [`-fa ${quote(choices.join(" "))}`]),
          `-d ${quote(summary)}`,
        ].join(" ")
      ),
    ];
  });
  return `# fish completion of dossier\n${lines.join("\n")}\n`;
}

/** Returns the text as one quoted word for zsh and fish. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}

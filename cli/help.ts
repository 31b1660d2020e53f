import type { Command, OptionSpec } from "./command.ts";
import { COMMON_OPTIONS } from "./parse_arguments.ts";

/** Characters of a line at most. */
const COLUMNS = 100;

/** Returns the help of the program: its commands, a line each. */
export function renderHelp(commands: readonly Command[]): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `dossier: what should a coding agent read for this task, and why?
Usage: deno task COMMAND [OPTIONS] [OPERANDS]

${renderRows(rows)}

"deno task COMMAND --help" shows a command's options. Results go to standard output, all else to
standard error. Exit codes: 0 answered, 1 failed, 2 wrong usage, 3 disk or index, 130 interrupted.
`;
}

/** Returns the help of one command. */
export function renderCommandHelp({ name, operands, summary, options, examples }: Command): string {
  const rows = [...options, ...COMMON_OPTIONS].map((option) =>
    [renderOption(option), option.summary + renderChoices(option)] as const
  );
  return `${summary}

Usage: ${["deno task", name, "[OPTIONS]", operands].join(" ").trimEnd()}

Options:
${renderRows(rows)}

Examples:
${examples.map((line) => `  ${line}`).join("\n")}
`;
}

function renderOption({ name, short, value }: OptionSpec): string {
  const head = short === undefined ? "    " : `-${short}, `;
  return `${head}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function renderChoices({ choices }: OptionSpec): string {
  return choices === undefined ? "" : `: ${choices.join(", ")}`;
}

function renderRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const margin = " ".repeat(width + 4);
  return rows.map(([left, right]) =>
    `  ${left.padEnd(width)}  ${wrap(right, COLUMNS - margin.length).join(`\n${margin}`)}`
  ).join("\n");
}

/** Returns a text in lines of at most `columns`, cut at spaces. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns) {
      lines[lines.length - 1] = `${line} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

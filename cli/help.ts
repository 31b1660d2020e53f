import { COMMON_OPTIONS, type OptionSpec } from "@dossier/retrieval/operation";
import type { Command } from "@dossier/retrieval/operation";
import { PROGRAM } from "@dossier/retrieval/program";

/** Minimum number of columns of the texts beside the names, on any terminal. */
const MIN_COLUMNS = 24;

/**
 * Returns the help of the program in lines of at most `columns`: its commands, one per line where
 * they fit.
 */
export function renderHelp(commands: readonly Command[], columns: number): string {
  const rows = commands.map(({ name, summary }) => [name, summary] as const);
  return `${fill("dossier: what should a coding agent read for this task, and why?", columns)}
Usage: ${PROGRAM} COMMAND [OPTIONS] [OPERANDS]

${renderRows(rows, columns)}

${fill(CLOSING, columns)}
`;
}

const CLOSING =
  `"${PROGRAM} COMMAND --help" shows its options, "version" the version. Results go to standard output, the ` +
  "rest to standard error. Exit: 0 answered, 1 failed, 2 usage, 3 disk or index, 130 interrupted.";

/**
 * Returns the help of one command in lines of at most `columns`. Only examples may be longer, so
 * that they can be copied.
 */
export function renderCommandHelp(
  { name, operands, summary, options, examples }: Command,
  columns: number,
): string {
  const rows = [...options, ...COMMON_OPTIONS].map((option) =>
    [renderOption(option), option.summary + renderChoices(option)] as const
  );
  return `${fill(summary, columns)}

Usage: ${[PROGRAM, name, "[OPTIONS]", operands].join(" ").trimEnd()}

Options:
${renderRows(rows, columns)}

Examples:
${examples.map((line) => `  ${toTypedCommand(line)}`).join("\n")}
`;
}

/** Returns an example in the form in which users of this program type it. */
function toTypedCommand(example: string): string {
  return PROGRAM === "dossier" ? example.replaceAll(TASK_REGEXP, PROGRAM) : example;
}

/** Prefix of commands in the examples. */
const TASK_REGEXP = /\bdeno task(?: --quiet)?\b/g;

function renderOption({ name, short, value }: OptionSpec): string {
  const head = short === undefined ? "    " : `-${short}, `;
  return `${head}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function renderChoices({ choices }: OptionSpec): string {
  return choices === undefined ? "" : `: ${choices.join(", ")}`;
}

function renderRows(rows: readonly (readonly [string, string])[], columns: number): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  const margin = " ".repeat(width + 4);
  const textWidth = columns - margin.length;
  // On a narrow terminal the texts are below the names.
  if (textWidth < MIN_COLUMNS) {
    return rows.map(([left, right]) => `  ${left}\n${fill(right, columns, " ".repeat(8))}`).join(
      "\n",
    );
  }
  return rows.map(([left, right]) =>
    `  ${left.padEnd(width)}  ${wrap(right, textWidth).join(`\n${margin}`)}`
  ).join("\n");
}

/** Returns a text in lines of at most `columns`, each with a margin. */
function fill(text: string, columns: number, margin = ""): string {
  return wrap(text, columns - margin.length).map((line) => margin + line).join("\n");
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

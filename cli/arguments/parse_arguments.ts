import type { Command, Invocation, OptionSpec } from "./command.ts";
import { splitArguments } from "./split_arguments.ts";
import { UsageError } from "./usage_error.ts";
import { PROGRAM } from "@dossier/retrieval/program";

/** Options that every command takes. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [
  { name: "help", short: "h", summary: "Show this help" },
];

const WHOLE_NUMBER_REGEXP = /^\d+$/;

/** A value that starts with a dash but can not be meant as the next option. */
const DASHED_VALUE_REGEXP = /^-(\d.*)?$/;

/**
 * Returns what the user wrote, checked against the command's options.
 *
 * @param words Everything after the command's name.
 * @throws {UsageError} For an unknown option, a missing value, a value that is no choice, or words
 * where the command takes none.
 */
export function parseArguments(command: Command, words: readonly string[]): Invocation {
  const specs = [...command.options, ...COMMON_OPTIONS];
  const found = new Map<string, string[]>();
  const operands: string[] = [];
  for (const argument of splitArguments(words, specs)) {
    if (argument.kind === "word") {
      operands.push(argument.word);
      continue;
    }
    const { spec, written, value = "" } = argument;
    if (spec === undefined) throw wrong(command, `there is no option ${written}`);
    checkValue(command, spec, argument);
    found.set(spec.name, [...found.get(spec.name) ?? [], value]);
  }
  if (command.operands === "" && operands.length > 0) {
    throw wrong(command, `it takes no words, and "${operands.join(" ")}" is given`);
  }
  return {
    words: operands,
    value: (name) => found.get(name)?.at(-1),
    values: (name) => found.get(name) ?? [],
    has: (name) => found.has(name),
  };
}

function checkValue(
  command: Command,
  { name, value: placeholder, choices }: OptionSpec,
  { value, isInline }: { readonly value: string | undefined; readonly isInline: boolean },
): void {
  if (placeholder === undefined) {
    if (value !== undefined) throw wrong(command, `--${name} takes no value`);
    return;
  }
  if (value === undefined || value === "") {
    throw wrong(command, `--${name} needs a value: --${name} ${placeholder}`);
  }
  if (!isInline && value.startsWith("-") && !DASHED_VALUE_REGEXP.test(value)) {
    throw wrong(
      command,
      `--${name} needs a value: write --${name}=${value} when "${value}" is meant`,
    );
  }
  if (choices !== undefined && !choices.includes(value)) {
    throw new UsageError(`Cannot use "${value}" for --${name}: it takes ${choices.join(", ")}`);
  }
}

function wrong({ name }: Command, reason: string): UsageError {
  return new UsageError(`Cannot run "${name}" as ${reason} (see ${PROGRAM} ${name} --help)`);
}

/**
 * Returns the whole number of `value`, or undefined without one.
 *
 * @throws {UsageError} When it is not a whole number of at least `minimum`.
 */
export function parseWholeNumber(
  value: string | undefined,
  { name, minimum }: { readonly name: string; readonly minimum: number },
): number | undefined {
  if (value === undefined) return undefined;
  const number = WHOLE_NUMBER_REGEXP.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number) || number < minimum) {
    throw new UsageError(
      `Cannot use "${value}" for --${name}: it takes a whole number ` +
        (number > Number.MAX_SAFE_INTEGER
          ? `of at most ${Number.MAX_SAFE_INTEGER}`
          : `of at least ${minimum}`),
    );
  }
  return number;
}

import { PROGRAM } from "@dossier/retrieval/program";
import type { Command } from "@dossier/retrieval/operation";
import { COMMON_OPTIONS, type Invocation, UsageError } from "@dossier/retrieval/operation";
import { type Argument, splitArguments } from "./split_arguments.ts";

const WHOLE_NUMBER_REGEXP = /^\d+$/;

/** Value that starts with a dash but cannot be an option. */
const DASHED_VALUE_REGEXP = /^-(\d.*)?$/;

/**
 * Returns the parsed words of the user, checked against the command's options.
 *
 * @param words All words after the command's name.
 * @throws {UsageError} For an unknown option, a missing value, a value that is not among the
 *   choices, or operands of a command that has none.
 */
export function parseArguments(command: Command, words: readonly string[]): Invocation {
  const refuse = (reason: string): never => {
    const { name } = command;
    throw new UsageError(`Cannot run "${name}" as ${reason} (see ${PROGRAM} ${name} --help)`);
  };
  const found = new Map<string, string[]>();
  const operands: string[] = [];
  for (const argument of splitArguments(words, [...command.options, ...COMMON_OPTIONS])) {
    if (argument.kind === "word") operands.push(argument.word);
    else {
      const { name, value } = checkOption(argument, refuse);
      found.set(name, [...found.get(name) ?? [], value]);
    }
  }
  if (command.operands === undefined && operands.length > 0) {
    refuse(`it accepts no operands: current value is "${operands.join(" ")}"`);
  }
  return {
    words: operands,
    value: (name) => found.get(name)?.at(-1),
    values: (name) => found.get(name) ?? [],
    has: (name) => found.has(name),
  };
}

function checkOption(
  { spec, written, value, isInline }: Extract<Argument, { readonly kind: "option" }>,
  refuse: (reason: string) => never,
): { readonly name: string; readonly value: string } {
  if (spec === undefined) return refuse(`there is no option ${written}`);
  const { name, value: placeholder, choices, isOptional = false } = spec;
  const { mayBeEmpty = isOptional } = spec;
  if (placeholder === undefined) {
    return value === undefined ? { name, value: "" } : refuse(`--${name} accepts no value`);
  }
  if (value === undefined || (value === "" && !mayBeEmpty)) {
    return refuse(`--${name} needs a value: --${name} ${placeholder}`);
  }
  if (!isInline && value.startsWith("-") && !DASHED_VALUE_REGEXP.test(value)) {
    return refuse(`--${name} needs a value: write --${name}=${value} to use "${value}"`);
  }
  if (choices?.includes(value) === false) {
    throw new UsageError(`Cannot use "${value}" for --${name}: use one of ${choices.join(", ")}`);
  }
  return { name, value };
}

/**
 * Returns the whole number in the value of an option, or undefined without one.
 *
 * @throws {UsageError} When it is not a whole number of at least `minimum`.
 */
export function parseWholeNumber(
  value: string | undefined,
  { name, minimum }: { readonly name: string; readonly minimum: number },
): number | undefined {
  if (value === undefined) return undefined;
  const number = WHOLE_NUMBER_REGEXP.test(value) ? Number(value) : NaN;
  if (Number.isSafeInteger(number) && number >= minimum) return number;
  throw new UsageError(
    `Cannot use "${value}" for --${name}: it must be a whole number ` +
      (number > Number.MAX_SAFE_INTEGER
        ? `of at most ${Number.MAX_SAFE_INTEGER}`
        : `of at least ${minimum}`),
  );
}

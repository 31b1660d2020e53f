import {
  addTruncationHeader,
  DEFAULT_TRUNCATION,
  truncateLegacy,
  truncateText,
} from "../core/conversation/mod.ts";
import {
  type CommandCaller,
  type CommandContext,
  type CommandResult,
  STANDARD_INPUT,
  UsageError,
} from "@dossier/retrieval/operation";

/**
 * Prints a text, cut in its middle when it is too long. Invalid UTF-8 is printed as U+FFFD.
 *
 * @throws {UsageError} For several files or limits, and for a file that cannot be read.
 */
export async function runTruncate(
  caller: CommandCaller,
  context: CommandContext,
): Promise<CommandResult> {
  const { words: [file = STANDARD_INPUT, ...others], has } = caller;
  if (others.length > 0) {
    throw new UsageError("Cannot truncate several files: name one, or - for standard input");
  }
  const cut = chooseCut(caller);
  const text = await context.readInput(file, { what: "the text" });
  const short = cut(text);
  context.print(context.escape(has("header") ? addTruncationHeader(text, short) : short));
  return "done";
}

function chooseCut({ wholeNumber, has }: CommandCaller): (text: string) => string {
  const limits = (["bytes", "tokens"] as const).flatMap((kind) => {
    const limit = wholeNumber(kind, 0);
    return limit === undefined ? [] : [{ kind, limit }];
  });
  if (limits.length + Number(has("legacy")) > 1) {
    throw new UsageError("Cannot use two of --bytes, --tokens and --legacy: use one of them");
  }
  const policy = limits[0] ?? DEFAULT_TRUNCATION;
  return has("legacy") ? truncateLegacy : (text) => truncateText(text, policy);
}

import {
  addTruncationHeader,
  DEFAULT_TRUNCATION,
  truncateLegacy,
  truncateText,
} from "@dossier/hosts/core/conversation";
import { type Invocation, UsageError } from "@dossier/retrieval/operation";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { readInput, STANDARD_INPUT } from "../input/read_input.ts";
import { escapeOnTerminal, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";

/**
 * Prints a text, cut in its middle where it is too long. Bytes that are no UTF-8 are printed as U+FFFD.
 *
 * @throws {UsageError} For several files or limits, and for a file that can not be read.
 */
export async function runTruncate(invocation: Invocation): Promise<number> {
  const { words: [file = STANDARD_INPUT, ...others], has } = invocation;
  if (others.length > 0) {
    throw new UsageError("Cannot truncate several files: name one, or - for standard input");
  }
  const cut = chooseCut(invocation);
  const text = await readInput(file, { what: "the text" });
  const short = cut(text);
  printResult(escapeOnTerminal(has("header") ? addTruncationHeader(text, short) : short));
  return SUCCESS;
}

function chooseCut({ value, has }: Invocation): (text: string) => string {
  const limits = (["bytes", "tokens"] as const).flatMap((kind) => {
    const limit = parseWholeNumber(value(kind), { name: kind, minimum: 0 });
    return limit === undefined ? [] : [{ kind, limit }];
  });
  if (limits.length + Number(has("legacy")) > 1) {
    throw new UsageError("Cannot use two of --bytes, --tokens and --legacy: give one of them");
  }
  const policy = limits[0] ?? DEFAULT_TRUNCATION;
  return has("legacy") ? truncateLegacy : (text) => truncateText(text, policy);
}

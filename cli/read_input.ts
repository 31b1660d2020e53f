import { readPlainText, type RefusedFile } from "@dossier/retrieval/files";
import { absolute, calledFrom } from "./called_from.ts";
import { UsageError } from "./usage_error.ts";

/** What stands for standard input where a file is expected. */
export const STANDARD_INPUT = "-";

/**
 * Returns the text of a file as the user names it, or of standard input.
 *
 * @param options.what What it is, for messages.
 * @throws {UsageError} When it can not be read.
 */
export async function readInput(
  file: string,
  { what }: { readonly what: string },
): Promise<string> {
  if (file === STANDARD_INPUT) return await new Response(Deno.stdin.readable).text();
  const read = readPlainText(absolute(file, calledFrom()));
  if (read.kind === "text") return read.text;
  throw new UsageError(`Cannot read ${what} from "${file}" as ${reasonOf(read)}`, {
    cause: read.cause,
  });
}

function reasonOf({ reason, message }: RefusedFile): string {
  switch (reason) {
    case "missing":
      return "there is no such file";
    case "folder":
      return "it is a folder";
    case "special":
      return "it is no regular file: give it on standard input, with -";
    default:
      return message;
  }
}

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
  try {
    return Deno.readTextFileSync(absolute(file, calledFrom()));
  } catch (error) {
    throw new UsageError(`Cannot read ${what} from "${file}" as ${reasonOf(error)}`, {
      cause: error,
    });
  }
}

function reasonOf(error: unknown): string {
  const { errors } = Deno;
  if (error instanceof errors.NotFound) return "there is no such file";
  if (error instanceof errors.IsADirectory) return "it is a folder";
  if (error instanceof errors.PermissionDenied) return "its permissions do not allow it";
  if (error instanceof errors.NotADirectory) return "a part of its path is no folder";
  return error instanceof Error ? error.message : String(error);
}

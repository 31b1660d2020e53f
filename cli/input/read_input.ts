import { isContextError } from "@dossier/core/errors";
import { readPlainTextAsync, type RefusedFile } from "@dossier/retrieval/files";
import { type Invocation, STANDARD_INPUT, UsageError } from "@dossier/retrieval/operation";
import { callerFolder, toAbsolutePath } from "./invoked_location.ts";

/** Source of the files and the standard input that a user names. */
export interface InputSource {
  /** Folder from which the user called. */
  readonly folder: string;
  /** Returns all of standard input. Rejects when it cannot be read. */
  readStandardInput(): Promise<string>;
}

/** Input of this process. */
export const PROCESS_INPUT: InputSource = {
  get folder() {
    return callerFolder();
  },
  readStandardInput: () => new Response(Deno.stdin.readable).text(),
};

/**
 * Returns the text of a file that the user names, or of standard input.
 *
 * @param options.what Description of the text, for messages.
 * @throws {UsageError} When it cannot be read.
 */
export async function readInput(
  file: string,
  { what, place = PROCESS_INPUT }: { readonly what: string; readonly place?: InputSource },
): Promise<string> {
  if (file === STANDARD_INPUT) return await readStandardInput(what, place);
  const read = await readPlainTextAsync(toAbsolutePath(file, place.folder));
  if (read.kind === "text") return read.text;
  throw new UsageError(`Cannot read ${what} from "${file}" as ${reasonOf(read)}`, {
    cause: read.cause,
  });
}

async function readStandardInput(what: string, place: InputSource): Promise<string> {
  try {
    return await place.readStandardInput();
  } catch (cause) {
    if (isContextError(cause)) throw cause;
    // A folder cannot be read, and the runtime has no texts of more than half a gigabyte.
    throw new UsageError(
      `Cannot read ${what} from standard input: use a file or a pipe with less than 500 MB`,
      { cause },
    );
  }
}

function reasonOf({ reason, message }: RefusedFile): string {
  switch (reason) {
    case "missing":
      return "there is no such file";
    case "folder":
      return "it is a folder";
    case "special":
      return "it is not a regular file: pass it on standard input, with -";
    default:
      return message;
  }
}

/**
 * Returns the words of the command line, or the text of `--file` or of standard input. It may be
 * empty.
 *
 * @param options.what Description of the text, for messages.
 * @throws {UsageError} When there is none, when there are two, or when the file cannot be read.
 */
export async function readOperandText(
  { words, value }: Invocation,
  { what, place }: { readonly what: string; readonly place: InputSource },
): Promise<string> {
  const file = value("file") ?? (words.join() === STANDARD_INPUT ? STANDARD_INPUT : undefined);
  if (file === undefined) {
    if (words.length > 0) return words.join(" ");
    throw new UsageError(`Cannot read ${what} as it is missing: add --file FILE, or -`);
  }
  if (words.length > 0 && words.join() !== STANDARD_INPUT) {
    throw new UsageError(`Cannot use both words and --file ${file}: use one of them`);
  }
  return await readInput(file, { what, place });
}

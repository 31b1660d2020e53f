/** A file or folder that the user named can not be written. */
export class WriteError extends Error {
  override readonly name = "WriteError";

  /** Makes an error with one sentence for people from what the system says of `path`. */
  constructor(path: string, cause: unknown) {
    super(
      `Cannot write "${path}" (${systemReason(cause)}): ` +
        "free some space or make its folder writable, then run this again",
      { cause },
    );
  }
}

/** What the runtime adds to the words of the system. */
const ADDED_REGEXP = /\s*\(os error \d+\).*$|, run again with .*$/s;

/** Returns what the system says of a file, without the runtime's own numbers and names. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(ADDED_REGEXP, "");
}

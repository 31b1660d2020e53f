/** Error for a file or folder named by the user that cannot be written. */
export class WriteError extends Error {
  override readonly name = "WriteError";

  /** Creates an error with one sentence for people, from the error of the system about `path`. */
  constructor(path: string, cause: unknown) {
    super(
      `Cannot write "${path}" (${systemReason(cause)}): ` +
        "free some space or make its folder writable, then run this again",
      { cause },
    );
  }
}

/** Text that the runtime adds to messages of the system. */
const ADDED_REGEXP = /\s*\(os error \d+\).*$|, run again with .*$/s;

/** Returns the message of a system error, without the numbers and hints of the runtime. */
export function systemReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(ADDED_REGEXP, "");
}

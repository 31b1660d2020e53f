/** The reader of the output has closed it, so the rest is of no use. */
export class BrokenPipe extends Error {
  override readonly name = "BrokenPipe";
}

/** The output cannot be written: it is closed, or a file on a full disk. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  /** Creates an error with one sentence for people. */
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot write the output: ${reason}`, { cause });
  }
}

const ENCODER = new TextEncoder();

/**
 * Writes all of a text.
 *
 * @throws {BrokenPipe} When its reader has closed it.
 * @throws {OutputError} When it cannot be written.
 */
export function writeAll(target: typeof Deno.stdout, text: string): void {
  const bytes = ENCODER.encode(text);
  let written = 0;
  try {
    while (written < bytes.length) written += target.writeSync(bytes.subarray(written));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw new BrokenPipe();
    throw new OutputError(error);
  }
}

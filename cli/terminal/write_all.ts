/** The reader of the output has gone away; what is left is of no use to anyone. */
export class BrokenPipe extends Error {
  override readonly name = "BrokenPipe";
}

/** The output can not take what is written to it: it is a file on a full disk, or closed. */
export class OutputError extends Error {
  override readonly name = "OutputError";

  /** Makes an error with one sentence for people. */
  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`Cannot write the output: ${reason}`, { cause });
  }
}

const ENCODER = new TextEncoder();

/**
 * Writes all of a text.
 *
 * @throws {BrokenPipe} When nobody reads it any more.
 * @throws {OutputError} When it can not be written.
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

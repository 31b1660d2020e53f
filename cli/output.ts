const ENCODER = new TextEncoder();

/** The reader of the output has gone away; what is left is of no use to anyone. */
export class BrokenPipe extends Error {
  override readonly name = "BrokenPipe";
}

/**
 * Writes `text` to standard output, all of it.
 *
 * @throws {BrokenPipe} When nobody reads it any more.
 */
export function printResult(text: string): void {
  write(Deno.stdout, text);
}

/** Writes one line to standard error; results never go there. */
export function printMessage(text: string): void {
  try {
    write(Deno.stderr, `${text}\n`);
  } catch (error) {
    // Nobody listens: nothing more can be told, and the result is not less right for it.
    if (!(error instanceof BrokenPipe)) throw error;
  }
}

function write(target: typeof Deno.stdout, text: string): void {
  const bytes = ENCODER.encode(text);
  let written = 0;
  try {
    while (written < bytes.length) written += target.writeSync(bytes.subarray(written));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw new BrokenPipe();
    throw error;
  }
}

/** Returns a function that makes text dim or bold on a terminal, and leaves it as it is elsewhere. */
export function terminalStyle(): { bold(text: string): string; dim(text: string): string } {
  // https://no-color.org: any value that is not empty
  const plain = !Deno.stdout.isTerminal() || (Deno.env.get("NO_COLOR") ?? "") !== "";
  const style = (code: number) => (text: string) => plain ? text : `\x1b[${code}m${text}\x1b[0m`;
  return { bold: style(1), dim: style(2) };
}

import { escapeControl, escapeControls } from "@dossier/core/escape";
import type { Note } from "@dossier/core";
import type { Invocation, Terminal } from "@dossier/retrieval/operation";
import { terminalWidth } from "./layout.ts";

export { escapeControls };

const ENCODER = new TextEncoder();

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

/** Goes to the start of a terminal's line and erases it. */
const ERASE_LINE = "\r\x1b[2K";

/** Whether a line stands on the terminal that the next one must not be glued to. */
let isPainted = false;

/** Writes a line to the terminal that stays until anything else is written; an empty one erases. */
export function paintLine(line: string): void {
  isPainted = false;
  printError(ERASE_LINE + line);
  isPainted = line !== "";
}

/**
 * Writes `text` to standard output, all of it.
 *
 * @throws {BrokenPipe} When nobody reads it any more.
 * @throws {OutputError} When it can not be written.
 */
export function printResult(text: string): void {
  write(Deno.stdout, text);
}

/** Writes `value` to standard output as JSON. */
export function printJson(value: unknown): void {
  printResult(`${escapeOnTerminal(JSON.stringify(value, null, 2))}\n`);
}

/** Writes one line to standard error; results never go there. */
export function printMessage(text: string): void {
  printError(`${escapeControls(text)}\n`);
}

/**
 * Returns `text` with all that {@link escapeControls} replaces but line ends and tabs replaced where
 * standard output is a terminal, and as it is elsewhere: a pipe or a file gets every byte.
 */
export function escapeOnTerminal(text: string): string {
  return Deno.stdout.isTerminal() ? text.replaceAll(CONTROL_IN_LINES_REGEXP, escapeControl) : text;
}

const CONTROL_IN_LINES_REGEXP = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

function printError(text: string): void {
  try {
    write(Deno.stderr, text);
  } catch (error) {
    // Nobody listens: nothing more can be told, and the result is not less right for it.
    if (!(error instanceof BrokenPipe || error instanceof OutputError)) throw error;
  }
}

function write(target: typeof Deno.stdout, text: string): void {
  if (isPainted) paintLine("");
  const bytes = ENCODER.encode(text);
  let written = 0;
  try {
    while (written < bytes.length) written += target.writeSync(bytes.subarray(written));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) throw new BrokenPipe();
    throw new OutputError(error);
  }
}

/** Returns a function that makes text dim or bold on a terminal, and leaves it as it is elsewhere. */
export function terminalStyle(): { bold(text: string): string; dim(text: string): string } {
  // https://no-color.org: any value that is not empty
  const plain = !Deno.stdout.isTerminal() || (Deno.env.get("NO_COLOR") ?? "") !== "";
  const style = (code: number) => (text: string) => plain ? text : `\x1b[${code}m${text}\x1b[0m`;
  return { bold: style(1), dim: style(2) };
}

/** Returns what operations print to: standard output and, for what there is to say besides, standard error. */
export function openTerminal(
  { has, value }: Invocation,
  facts: Pick<Terminal, "root" | "seconds">,
): Terminal {
  return {
    ...facts,
    ...terminalStyle(),
    get width() {
      return terminalWidth();
    },
    has,
    value,
    escape: escapeOnTerminal,
    tell: (message) => printMessage(`dossier: ${message}`),
  };
}

/** Writes each note as one line to standard error. */
export function printNotes(notes: readonly Note[]): void {
  for (const { message } of notes) printMessage(`dossier: ${message}`);
}

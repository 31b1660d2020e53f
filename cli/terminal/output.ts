import { escapeControl, escapeControls } from "@dossier/core/escape";
import type { Note } from "@dossier/core";
import type { Invocation, Terminal } from "@dossier/retrieval/operation";
import { readScreen, type Screen } from "./screen.ts";
import { BrokenPipe, OutputError, writeAll } from "./write_all.ts";

export { BrokenPipe, escapeControls, OutputError };

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
  printError(renderMessage(text));
}

/** Returns a text as one line for people. */
export function renderMessage(text: string): string {
  return `${escapeControls(text)}\n`;
}

/**
 * Returns `text` with all that {@link escapeControls} replaces but line ends and tabs replaced where
 * standard output is a terminal, and as it is elsewhere: a pipe or a file gets every byte.
 */
export function escapeOnTerminal(text: string): string {
  return escapeOn({ isTerminal: Deno.stdout.isTerminal() }, text);
}

function escapeOn({ isTerminal }: Pick<Screen, "isTerminal">, text: string): string {
  return isTerminal ? text.replaceAll(CONTROL_IN_LINES_REGEXP, escapeControl) : text;
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
  writeAll(target, text);
}

/** Returns what operations print to: a screen and, for what there is to say besides, standard error. */
export function createTerminal(
  { has, value }: Invocation,
  { screen = readScreen(), report = reportToUser, ...facts }:
    & Pick<Terminal, "root" | "seconds">
    & Partial<Pick<Terminal, "report">>
    & { readonly screen?: Screen },
): Terminal {
  const style = (code: number) => (text: string) =>
    screen.isPlain ? text : `\x1b[${code}m${text}\x1b[0m`;
  return {
    ...facts,
    bold: style(1),
    dim: style(2),
    width: screen.width,
    has,
    value,
    escape: (text) => escapeOn(screen, text),
    report: report,
  };
}

function reportToUser(message: string): void {
  printMessage(`dossier: ${message}`);
}

/** Writes each note as one line to standard error. */
export function printNotes(notes: readonly Note[]): void {
  for (const { message } of notes) printMessage(`dossier: ${message}`);
}

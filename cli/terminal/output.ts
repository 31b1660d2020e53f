import { escapeControl, escapeControls } from "@dossier/core/escape";
import type { Note } from "@dossier/core";
import type { Invocation, Terminal } from "@dossier/retrieval/operation";
import { readScreen, type Screen } from "./screen.ts";
import { BrokenPipe, OutputError, writeAll } from "./write_all.ts";

export { BrokenPipe, escapeControls, OutputError };

/** Control sequence that erases the line of a terminal and goes to its start. */
const ERASE_LINE = "\r\x1b[2K";

/** True when the terminal shows a line that must be erased before the next output. */
let isPainted = false;

/** Writes a line to the terminal that stays until the next output. An empty line erases it. */
export function paintLine(line: string): void {
  isPainted = false;
  printError(ERASE_LINE + line);
  isPainted = line !== "";
}

/**
 * Writes all of `text` to standard output.
 *
 * @throws {BrokenPipe} When its reader has closed it.
 * @throws {OutputError} When it cannot be written.
 */
export function printResult(text: string): void {
  write(Deno.stdout, text);
}

/** Writes `value` to standard output as JSON. */
export function printJson(value: unknown): void {
  printResult(`${escapeOnTerminal(JSON.stringify(value, null, 2))}\n`);
}

/** Writes one line to standard error, which never contains results. */
export function printMessage(text: string): void {
  printError(renderMessage(text));
}

/** Returns a text as one line for people. */
export function renderMessage(text: string): string {
  return `${escapeControls(text)}\n`;
}

/**
 * Returns `text` for standard output. For a terminal, all characters that {@link escapeControls}
 * replaces are replaced, except line ends and tabs. A pipe or a file gets every byte.
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
    // Standard error is closed, so nothing can be reported. The result is still valid.
    if (!(error instanceof BrokenPipe || error instanceof OutputError)) throw error;
  }
}

function write(target: typeof Deno.stdout, text: string): void {
  if (isPainted) paintLine("");
  writeAll(target, text);
}

/** Returns the output of operations: a screen, and standard error for messages. */
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
    report,
  };
}

function reportToUser(message: string): void {
  printMessage(`dossier: ${message}`);
}

/** Writes each note as one line to standard error. */
export function printNotes(notes: readonly Note[]): void {
  for (const { message } of notes) printMessage(`dossier: ${message}`);
}

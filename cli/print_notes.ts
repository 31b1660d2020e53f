import type { Note } from "@dossier/core";
import { printMessage } from "./output.ts";

/** Writes each note as one line to standard error. */
export function printNotes(notes: readonly Note[]): void {
  for (const { message } of notes) printMessage(`dossier: ${message}`);
}

import type { Note, PassageCandidate, UnhashedFragment } from "@dossier/core";
import { UNKNOWN_ENCODING } from "../../machine/mod.ts";

/** Maximum number of files that a note lists. */
const MAX_LISTED = 8;

/**
 * Returns notes about shown files that are not UTF-8: files that were read in another encoding, and
 * files with bytes that are not shown. An editor that uses the shown text would corrupt such a
 * file.
 *
 * @param passages Passages that may be shown, with the files that they are cut from.
 */
export function noteEncodings(
  fragments: readonly UnhashedFragment[],
  passages: readonly PassageCandidate[],
): readonly Note[] {
  const shown = new Set(fragments.map(({ location }) => location?.path));
  const encodings = new Map<string, string>();
  for (const { path, document: { encoding } } of passages) {
    if (encoding !== undefined && shown.has(path)) encodings.set(path, encoding);
  }
  const files = [...encodings];
  const read = files.filter(([, encoding]) => encoding !== UNKNOWN_ENCODING);
  const broken = files.filter(([, encoding]) => encoding === UNKNOWN_ENCODING);
  const notes: Note[] = [];
  if (read.length > 0) {
    const decoded = read.map(([path, encoding]) => `${path} (${encoding})`);
    notes.push(toNote(`Not UTF-8, edit it in the encoding of the file: ${list(decoded)}`));
  }
  if (broken.length > 0) {
    const paths = broken.map(([path]) => path);
    notes.push(toNote(`Not UTF-8, with invalid bytes shown as U+FFFD: ${list(paths)}`));
  }
  return notes;
}

function toNote(message: string): Note {
  return { code: "not-utf-8", message };
}

function list(files: readonly string[]): string {
  return files.slice(0, MAX_LISTED).join(", ") + (files.length > MAX_LISTED ? ", …" : "");
}

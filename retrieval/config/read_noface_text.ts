import type { Note } from "@dossier/core";
import { readPlainTextAsync } from "../machine/mod.ts";

/** Where noface keeps a project's settings, relative to its root. */
export const NOFACE_PATH = ".noface.toml";

/** Beyond this many bytes a file is not one that somebody wrote settings into. */
const MAX_NOFACE_BYTES = 1024 * 1024;

/** The text of noface's settings, or why there is none although there is something in their place. */
export interface NofaceText {
  /** The text; undefined when there is no file that can be read. */
  readonly text?: string;
  /** What the user should know. */
  readonly notes: readonly Note[];
}

/**
 * Returns the text of the project's `.noface.toml`. The file is another program's: one that can not be
 * read is passed over with a note.
 *
 * @param root Absolute path of the tree.
 */
export async function readNofaceText(root: string): Promise<NofaceText> {
  const path = `${root}/${NOFACE_PATH}`;
  // A link that leads nowhere counts as none.
  if (!exists(path)) return { notes: [] };
  const read = await readPlainTextAsync(path, {
    below: root,
    maxBytes: MAX_NOFACE_BYTES,
  });
  if (read.kind === "text") return { text: read.text, notes: [] };
  return read.reason === "missing" ? { notes: [] } : passOver(read.message);
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

function passOver(reason: string): NofaceText {
  return {
    notes: [{ code: "config-issue", message: `"${NOFACE_PATH}" is passed over as ${reason}` }],
  };
}

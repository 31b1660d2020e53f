import { existsSync } from "node:fs";
import type { Note } from "@dossier/core";

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
export function readNofaceText(root: string): NofaceText {
  const path = `${root}/${NOFACE_PATH}`;
  // Most projects have none, and an error takes longer than all else that a search asks of the tree. A
  // link that leads nowhere counts as none.
  if (!existsSync(path)) return { notes: [] };
  try {
    // A pipe would be waited for without end, and a link may lead out of the root.
    const { isFile, size } = Deno.lstatSync(path);
    if (!isFile) return passOver("it is no regular file");
    if (size > MAX_NOFACE_BYTES) return passOver(`it is larger than ${MAX_NOFACE_BYTES} bytes`);
    return { text: Deno.readTextFileSync(path), notes: [] };
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { notes: [] };
    return passOver("it can not be read");
  }
}

function passOver(reason: string): NofaceText {
  return {
    notes: [{ code: "config-issue", message: `${NOFACE_PATH} is passed over as ${reason}` }],
  };
}

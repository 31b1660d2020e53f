import { draftPath } from "./draft_path.ts";
import { lstatOrUndefined } from "./file_info.ts";

/**
 * Writes a file whole or not at all: a draft beside it takes its place, through nothing that stands there.
 *
 * @throws What the system says; the file is as before then, and no draft is left.
 */
export function writeWhole(
  path: string,
  text: string,
  options: Pick<Deno.WriteFileOptions, "mode"> = {},
): void {
  const draft = draftPath(path);
  try {
    Deno.writeTextFileSync(draft, text, { ...options, createNew: true });
    Deno.renameSync(draft, path);
  } catch (error) {
    if (lstatOrUndefined(draft) !== undefined) Deno.removeSync(draft);
    throw error;
  }
}

import { RetrievalError } from "../../machine/mod.ts";
import type { MaskText } from "../../secrets/mod.ts";
import type { Lease } from "../../lease/mod.ts";
import { hideIgnored } from "./narrow_visibility.ts";
import { openFile, type ReadableFile } from "./open_file.ts";

/**
 * Returns the files that some written paths lead to, in their order, whatever the rules on size say.
 *
 * @throws {RetrievalError} `file-not-found`, `file-excluded`.
 */
export async function openNamedFiles(
  written: readonly string[],
  { mask, ...state }: Pick<Lease, "indexed" | "index" | "visibility"> & {
    readonly mask: MaskText;
  },
): Promise<readonly ReadableFile[]> {
  const { root } = state.indexed;
  const visibility = await hideIgnored(state.visibility, written, state);
  return written.map((path) => {
    const outcome = openFile(path, { root, visibility, mask });
    if (outcome.kind === "opened") return outcome.file;
    const { kind, reason } = outcome;
    const isNone = kind === "folder" || kind === "not_found";
    const why = kind === "folder" ? " as it is a folder" : `: ${reason}`;
    const code = isNone ? "file-not-found" : "file-excluded";
    throw new RetrievalError(code, `Cannot read "${path}"${why}`);
  });
}

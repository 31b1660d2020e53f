import type { Note } from "@dossier/core";

/** The folder that design documents are in, or why there is none. */
export interface FoundVault {
  /**
   * Path relative to the root, with `/` and none at its end; empty for all of the tree. Undefined where
   * there are no documents to look for.
   */
  readonly folder: string | undefined;
  /** What to tell the reader of an answer. */
  readonly notes: readonly Note[];
}

/**
 * Returns the folder that the setting `vault` names. A setting that names no folder of the tree costs
 * an answer its documents and nothing else.
 *
 * @param root Real absolute path of the tree.
 * @param vault A path as the user wrote it, relative to the root; empty for all of the tree.
 */
export function findVault(root: string, vault: string): FoundVault {
  const named = vault.trim();
  if (named === "") return { folder: "", notes: [] };
  try {
    const path = Deno.realPathSync(named.startsWith("/") ? named : `${root}/${named}`);
    if (path !== root && !path.startsWith(`${root}/`)) {
      return missing("vault-outside-root", `it lies outside of the root: "${vault}"`);
    }
    if (!Deno.statSync(path).isDirectory) {
      return missing("vault-not-a-folder", `it is no folder: "${vault}"`);
    }
    return { folder: path.slice(root.length + 1), notes: [] };
  } catch {
    return missing("vault-missing", `there is no such folder: "${vault}"`);
  }
}

function missing(code: string, reason: string): FoundVault {
  const message = `No design documents are looked for in the vault as ${reason}`;
  return { folder: undefined, notes: [{ code, message }] };
}

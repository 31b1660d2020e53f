import { readLexicalSnapshot } from "../../search/mod.ts";
import type { Store } from "../../index/mod.ts";
import { type DocumentTree, readDesignDocument } from "./design_document.ts";
import { findVault } from "./find_vault.ts";
import { resolveSlug } from "./resolve_slug.ts";
import { openVault } from "./vault.ts";

/**
 * Returns the path of the design document that goes by a slug, the nearest to the top of the vault of
 * several; undefined when there is none.
 *
 * @param options.vault Folder of the design documents as the settings have it; empty for all of the tree.
 */
export function findBySlug(
  store: Store,
  slug: string,
  { vault, ...tree }: DocumentTree & { readonly vault: string },
): string | undefined {
  const { folder } = findVault(tree.root, vault);
  if (folder === undefined) return undefined;
  const isServed = (path: string) => tree.exclusions.shows(path);
  return store.read(() => {
    const opened = openVault(store, folder, { snapshot: readLexicalSnapshot(store), isServed });
    return resolveSlug(opened, slug, (path) => readDesignDocument(path, tree)?.text)?.document.path;
  });
}

import type { IndexReader } from "../../index/mod.ts";
import type { DocumentTree } from "./design_document.ts";
import { openTexts } from "./find_design_documents.ts";
import { findVault } from "./find_vault.ts";
import { resolveSlugs } from "./resolve_slug.ts";
import { openVault } from "./vault.ts";

/**
 * Returns the paths of the design documents that go by some slugs, by slug: the nearest to the top of the
 * vault of several; slugs of none are left out.
 *
 * @param options.vault Folder of the design documents as the settings have it; empty for all of the tree.
 */
export async function findBySlugs(
  reader: IndexReader,
  slugs: readonly string[],
  { vault: place, ...tree }: DocumentTree & { readonly vault: string },
): Promise<ReadonlyMap<string, string>> {
  const { folder } = findVault(tree.root, place);
  if (folder === undefined) return new Map();
  const vault = await openVault(reader, folder, tree.exclusions);
  const resolved = await resolveSlugs(vault, slugs, openTexts(tree));
  return new Map([...resolved].map(([slug, { document: { path } }]) => [slug, path]));
}

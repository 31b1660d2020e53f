import type { BundleIndex } from "@dossier/core";
import type { ServedRoot } from "../service/mod.ts";

/** Index as a bundle found it, or as it is without a comparison with its tree. */
export type KnownIndex =
  & Pick<BundleIndex, "documents" | "chunks">
  & Partial<Pick<BundleIndex, "stale" | "pending">>
  & { readonly updatedAt: string | undefined };

/** Values that every page is rendered from. */
export interface PageState {
  readonly roots: readonly ServedRoot[];
  /** Name of the tree that the page is about. */
  readonly root: string;
  /** Index of the tree; undefined when its state cannot be read. */
  readonly index: KnownIndex | undefined;
}

/** Values of the query of an address. Empty and absent values are omitted. */
export type AddressValues = Readonly<Record<string, string | number | undefined>>;

/**
 * Returns an address of the page with its query.
 *
 * @example
 * ```ts
 * import { pageUrl } from "./page_state.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(pageUrl("/log", { root: "a b", session: undefined }), "/log?root=a+b");
 * ```
 */
export function pageUrl(path: string, values: AddressValues = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
}

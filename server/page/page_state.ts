import type { BundleIndex } from "@dossier/core";
import type { ServedRoot } from "../service/service.ts";

/** What is known of an index: as a bundle found it, or as it is without being compared with its tree. */
export type KnownIndex =
  & Pick<BundleIndex, "documents" | "chunks">
  & Partial<Pick<BundleIndex, "refreshed" | "stale" | "pending">>
  & { readonly updatedAt: string | undefined };

/** What every page is drawn from. */
export interface PageState {
  /** The trees that are served. */
  readonly roots: readonly ServedRoot[];
  /** Name of the one that the page is about. */
  readonly root: string;
  /** Its index; undefined when it can not be told. */
  readonly index: KnownIndex | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

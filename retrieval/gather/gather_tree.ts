import type { Visibility } from "@dossier/core/exclude";
import { readVisibility } from "../config/mod.ts";
import { openForbidden, type RootChoice, takeRoot } from "../tree/mod.ts";

/** A tree that agents gather from, and what of it may be seen. */
export interface GatherTree {
  /** Real absolute path. */
  readonly root: string;
  /** The rules of the project when the tree was opened. */
  readonly visibility: Visibility;
  /** Most files that there may be where git does not list them. */
  readonly maxFiles: number;
}

/** What is opened. */
export interface GatherTreeChoice extends RootChoice {
  /** Paths and globs that may not be seen either, as a work manifest has them. @default none */
  readonly forbidden?: readonly string[] | undefined;
}

/**
 * Opens a tree for gathering, by the rules of its project.
 *
 * @throws {RetrievalError} `root-not-found`, `root-refused`, `invalid-config`, `invalid-glob`.
 */
export async function openGatherTree(
  { forbidden = [], ...choice }: GatherTreeChoice,
): Promise<GatherTree> {
  const { path: root, maxFiles } = takeRoot(choice);
  const visibility = await readVisibility(root);
  const isForbidden = await openForbidden({ forbidden: [...forbidden] }, root);
  return { root, visibility: visibility.hide("forbidden", isForbidden), maxFiles };
}

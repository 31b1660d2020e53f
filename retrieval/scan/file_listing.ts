import type { ExclusionRule, Note } from "@dossier/core";

/** A file or a whole folder that a rule on names leaves out. */
export interface ExcludedPath {
  /** Path relative to the root, with `/`; a folder ends in `/`. */
  readonly path: string;
  /** The rule that decided. */
  readonly rule: ExclusionRule;
}

/** The files of a tree. */
export interface FileListing {
  /** Paths relative to the root, with `/`, in code unit order. */
  readonly paths: readonly string[];
  /** What rules on names left out. */
  readonly excluded: readonly ExcludedPath[];
  /** What else there is to say: submodules and nested repositories that are skipped, and the like. */
  readonly notes: readonly Note[];
}

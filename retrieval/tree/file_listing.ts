import type { ExclusionRule, Note } from "@dossier/core";

/** A file or a whole folder that a rule on names leaves out. */
export interface ExcludedPath {
  /** Path relative to the root, with `/`; a folder ends in `/`. */
  readonly path: string;
  /** The rule that decided. */
  readonly rule: ExclusionRule;
}

/** A line of an ignore file. */
export interface IgnoreLine {
  /** `file:line` of it, the file relative to the root, or absolute where it is somewhere else. */
  readonly origin: string;
  /** What it says. */
  readonly pattern: string;
}

/** A file or a whole folder that a line of an ignore file leaves out. */
export interface IgnoredPath extends IgnoreLine {
  /** Path relative to the root, with `/`; a folder ends in `/`. */
  readonly path: string;
}

/** The files of a tree. */
export interface FileListing {
  /** Paths relative to the root, with `/`, in code unit order. */
  readonly paths: readonly string[];
  /** What rules on names left out. */
  readonly excluded: readonly ExcludedPath[];
  /** What the project's own ignore files leave out, and without git all of them; when it was asked for. */
  readonly ignored?: readonly IgnoredPath[] | undefined;
  /** What else there is to say: submodules and nested repositories that are skipped, and the like. */
  readonly notes: readonly Note[];
}

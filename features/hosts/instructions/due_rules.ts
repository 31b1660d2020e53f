import type { InstructionFile, InstructionFinding } from "../core/instructions/mod.ts";
import { join, RetrievalError } from "@dossier/retrieval/machine";
import { openGlobs, placesOf } from "@dossier/retrieval/tree";

/** Which rules hold for which files. */
export interface DueRules {
  /** Returns whether a rule for some files is for the one with a path relative to the root. */
  isDue(rule: InstructionFile, path: string): boolean;
  /** The rules whose globs can not be used. */
  readonly findings: readonly InstructionFinding[];
}

/**
 * Returns which rules hold for which files; globs are relative to the folder that a rule is for.
 *
 * @param root Absolute path of the tree.
 */
export async function openRules(
  files: readonly InstructionFile[],
  root: string,
): Promise<DueRules> {
  const matchers = new Map<string, (path: string) => boolean>();
  const findings: InstructionFinding[] = [];
  for (const { path, scope, folder } of files) {
    if (scope?.kind !== "globs") continue;
    try {
      matchers.set(path, await openGlobs(scope.globs, placesOf(join(root, folder))));
    } catch (error) {
      if (!(error instanceof RetrievalError)) throw error;
      findings.push({ level: "error", kind: "rule", path, message: error.message });
    }
  }
  return {
    isDue({ path: rule, folder }, path) {
      const inner = folder === "" ? path : path.slice(folder.length + 1);
      return (folder === "" || path.startsWith(`${folder}/`)) &&
        (matchers.get(rule)?.(inner) ?? false);
    },
    findings,
  };
}

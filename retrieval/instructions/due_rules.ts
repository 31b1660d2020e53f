import type { InstructionFile } from "@dossier/core/instructions";
import { RetrievalError } from "../machine/mod.ts";
import { openGlobs } from "../tree/mod.ts";
import type { InstructionProblem } from "./load_instructions.ts";

/** Which rules hold for which files. */
export interface DueRules {
  /** Returns whether a rule for some files is for the one with a path relative to the root. */
  isDue(rule: InstructionFile, path: string): boolean;
  /** The rules whose globs can not be used. */
  readonly problems: readonly InstructionProblem[];
}

/** Returns which rules hold for which files; globs are relative to the folder that a rule is for. */
export async function openRules(files: readonly InstructionFile[]): Promise<DueRules> {
  const matchers = new Map<string, (path: string) => boolean>();
  const problems: InstructionProblem[] = [];
  for (const { path, scope } of files) {
    if (scope?.kind !== "globs") continue;
    try {
      matchers.set(path, await openGlobs(scope.globs));
    } catch (error) {
      if (!(error instanceof RetrievalError)) throw error;
      problems.push({ level: "error", path, message: error.message });
    }
  }
  return {
    isDue({ path: rule, folder }, path) {
      const inner = folder === "" ? path : path.slice(folder.length + 1);
      return (folder === "" || path.startsWith(`${folder}/`)) &&
        (matchers.get(rule)?.(inner) ?? false);
    },
    problems,
  };
}

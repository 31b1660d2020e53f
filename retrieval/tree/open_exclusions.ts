import { compileExclusions, type ExclusionRules, type Exclusions } from "@dossier/core/exclude";
import { openGlobs } from "./open_globs.ts";

/** Returns the rules made ready for deciding, their `include` globs compiled. */
export async function openExclusions(rules: ExclusionRules): Promise<Exclusions> {
  if (rules.include.length === 0) return compileExclusions(rules);
  return compileExclusions(rules, await openGlobs(rules.include));
}

import { type ExclusionRules, toVisibility, type Visibility } from "@dossier/core/exclude";
import { openGlobs } from "./open_globs.ts";

/** Returns the rules made ready for deciding, their `include` globs compiled. */
export async function openVisibility(rules: ExclusionRules): Promise<Visibility> {
  if (rules.include.length === 0) return toVisibility(rules);
  return toVisibility(rules, await openGlobs(rules.include));
}

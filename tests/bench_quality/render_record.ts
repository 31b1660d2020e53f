import { fileURLToPath } from "node:url";
import { RANKING_STEPS } from "../../mod.ts";
import type { SetsOptions } from "./quality_arguments.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Returns the page that keeps tables of results, with what they were measured by. */
export function renderRecord(
  tables: string,
  { disabled, history, limit }: Pick<SetsOptions, "disabled" | "history" | "limit">,
): string {
  const steps = RANKING_STEPS.filter((step) => !disabled.includes(step));
  return `# Relevance

Written by \`deno task bench:quality --bench DIR --trees DIR … --record FILE\`; not edited by hand. Each
measure is the mean over repositories of the mean over their queries, "by query" the mean over all
queries; \`r@N\` is the share of the files asked for that are within the first N tokens of results.

- date: ${new Date().toISOString().slice(0, 10)}
- commit: ${describeCommit()}
- runtime: Deno ${Deno.version.deno}
- ranking steps: ${steps.join(", ") || "none"}
- git history: ${history === undefined ? "none" : "up to the commit of each tree"}
- results of a query: ${limit}

${tables}`;
}

/** Returns the commit that is checked out, and whether files differ from it. */
function describeCommit(): string {
  const commit = git("rev-parse", "--short=12", "HEAD");
  const isChanged = git("status", "--porcelain", "--untracked-files=no") !== "";
  return isChanged ? `${commit} with changes` : commit;
}

function git(...args: readonly string[]): string {
  const { stdout } = new Deno.Command("git", { args: ["-C", ROOT, ...args] }).outputSync();
  return new TextDecoder().decode(stdout).trim();
}

import { fileURLToPath } from "node:url";
import { RANKING_STEPS } from "../../mod.ts";
import type { SetsOptions } from "./quality_arguments.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Subject and file of a record. */
type RecordOptions = Pick<SetsOptions, "disabled" | "history" | "limit"> & {
  readonly record: string;
  /** Result of {@link describeCommit} before the run. */
  readonly commit: string;
};

/** Writes the page with tables of results and the conditions of the measurement. */
export function writeRecord(tables: string, options: RecordOptions): void {
  Deno.writeTextFileSync(options.record, renderRecord(tables, options));
  // The page is formatted like every document of the repository.
  run(Deno.execPath(), "fmt", "--quiet", "--config", `${ROOT}/deno.json`, options.record);
}

function renderRecord(tables: string, { disabled, history, limit, commit }: RecordOptions): string {
  const steps = RANKING_STEPS.filter((step) => !disabled.includes(step));
  return `# Relevance

What reaches an agent is in [the results of delivery](../delivery/RESULTS.md); this is how well files
are ranked. Written by \`deno task bench:quality --bench DIR --trees DIR … --record FILE\`; not edited by hand. Each
measure is the mean over repositories of the mean over their queries, "by query" the mean over all
queries; \`r@N\` is the share of the files asked for that are within the first N tokens of results.

- date: ${new Date().toISOString().slice(0, 10)}
- commit: ${commit}
- runtime: Deno ${Deno.version.deno}
- ranking steps: ${steps.join(", ") || "none"}
- git history: ${history === undefined ? "none" : "up to the commit of each tree"}
- results of a query: ${limit}

${tables}`;
}

/** Returns the current commit, and whether files differ from it. */
export function describeCommit(): string {
  const commit = run("git", "-C", ROOT, "rev-parse", "--short=12", "HEAD");
  const changes = run("git", "-C", ROOT, "status", "--porcelain", "--untracked-files=no");
  return changes === "" ? commit : `${commit} with changes`;
}

/** Runs a program and returns its output. */
function run(program: string, ...args: readonly string[]): string {
  const { success, stdout, stderr } = new Deno.Command(program, { args: [...args] }).outputSync();
  if (!success) throw new Error(`Cannot run ${program}: ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout).trim();
}

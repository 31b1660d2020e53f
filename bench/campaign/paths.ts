/**
 * Creates files with paths that are hostile to shells, formats, terminals and file systems, and
 * queries each of them: `deno task campaign:paths [--paths 2301] [--seed 1]`.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { runPaths } from "../../tests/runs/path_runs.ts";

/** Number of files of a tree. */
const PER_TREE = 100;

const { values } = parseArgs({
  options: { paths: { type: "string", default: "2301" }, seed: { type: "string", default: "1" } },
});
const failures = await runPaths({
  paths: Number(values.paths),
  perTree: PER_TREE,
  seed: Number(values.seed),
});
for (const failure of [...failures, `${values.paths} paths, ${failures.length} failures`]) {
  Deno.stdout.writeSync(new TextEncoder().encode(`${failure}\n`));
}
if (failures.length > 0) Deno.exitCode = 1;

/**
 * Indexes a tree of 50,000 files and queries it for one of them, with and without git: `deno task
 * campaign:files [--files 50000]`.
 *
 * @module
 */

import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import { TempWorkspace } from "../../tests/temp_workspace.ts";

/** Number of folders over which the files are spread. */
const FOLDERS = 250;

const { values } = parseArgs({ options: { files: { type: "string", default: "50000" } } });
const files = Number(values.files);

using workspace = new TempWorkspace();
for (let i = 0; i < files; i++) {
  workspace.write(`part_${i % FOLDERS}/file_${i}.md`, `# Zebra ${i}\n\nA word of file ${i}.\n`);
}
const last = files - 1;
const query = `zebra ${last}`;
const path = `part_${last % FOLDERS}/file_${last}.md`;

const report = JSON.parse(await run("index", ["index", "--json"]));
assert.deepEqual([report.documents, report.pending], [files, 0]);
assert.equal(await findFirst("search"), path);
assert.equal(await findFirst("search without a refresh", "--no-refresh"), path);
workspace.initialize();
assert.equal(await findFirst("search with git"), path);
workspace.write(path, "# Okapi\n");
const [changed] = JSON.parse(await run("search after a change", ["search", "--json", "okapi"]))
  .results;
assert.equal(changed.path, path);

async function findFirst(name: string, ...options: readonly string[]): Promise<string> {
  const { results } = JSON.parse(await run(name, ["search", "--json", ...options, query]));
  return results[0].path;
}

/** Runs the command line, prints its duration, and returns its output. */
async function run(name: string, args: readonly string[]): Promise<string> {
  const start = performance.now();
  const { code, stdout, stderr } = await workspace.run(args);
  assert.equal(code, 0, stderr);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  Deno.stdout.writeSync(new TextEncoder().encode(`${name}: ${seconds} s\n`));
  return stdout;
}

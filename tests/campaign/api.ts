/**
 * Has schemathesis, a tester of APIs in Python, make requests from the document that a server gives of
 * itself, with all of its checks: `deno task campaign:api [--examples 150] [--seed 1]`. Python 3 is needed;
 * schemathesis is installed from PyPI into a folder of its own in the cache.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { TempWorkspace } from "../temp_workspace.ts";
import { openServer } from "./served_process.ts";

/** What is installed. */
const SCHEMATHESIS = "schemathesis==4.32.5";

const { values } = parseArgs({
  options: { examples: { type: "string", default: "150" }, seed: { type: "string", default: "1" } },
});
const program = await installSchemathesis();
using workspace = new TempWorkspace({
  "README.md": "# Uploader\n\nSends files. Failed uploads are tried again.\n",
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
});
workspace.initialize();
workspace.commit();
await using server = await openServer([workspace.root]);
const { code } = await new Deno.Command(program, {
  args: [
    "run",
    `${server.url}/openapi.json`,
    "--checks=all",
    `--max-examples=${values.examples}`,
    `--seed=${values.seed}`,
    "--no-color",
  ],
  cwd: workspace.cache,
}).spawn().status;
Deno.exitCode = code;

/** Returns the path of the program, which is installed unless it is there. */
async function installSchemathesis(): Promise<string> {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  const folder = `${cache}/dossier-campaign/${SCHEMATHESIS}`;
  const installed = `${folder}/bin/schemathesis`;
  if (!await exists(installed)) {
    await run("python3", ["-m", "venv", folder]);
    await run(`${folder}/bin/pip`, ["install", "--quiet", SCHEMATHESIS]);
  }
  return installed;
}

async function run(program: string, args: readonly string[]): Promise<void> {
  const { success } = await new Deno.Command(program, { args: [...args] }).spawn().status;
  if (!success) throw new Error(`Cannot run "${program} ${args.join(" ")}"`);
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch {
    return false;
  }
}

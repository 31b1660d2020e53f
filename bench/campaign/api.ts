/**
 * Uses the OpenAPI document of a server like other programs: a generated Python client calls every
 * operation, and schemathesis, a tester of APIs, sends requests with all of its checks: `deno task
 * campaign:api [--examples 150] [--seed 1]`. Python 3 is needed. Both programs are installed from
 * PyPI into a separate folder of the cache.
 *
 * @module
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { TempWorkspace } from "../../tests/temp_workspace.ts";
import { openServer } from "../../tests/runs/served_process.ts";

/** Packages to install. */
const PACKAGES = ["schemathesis==4.32.5", "openapi-python-client==0.29.1"];

/** Script that calls every operation with the generated client. */
const USE_CLIENT = fileURLToPath(import.meta.resolve("./use_client.py"));

const { values } = parseArgs({
  options: { examples: { type: "string", default: "150" }, seed: { type: "string", default: "1" } },
});
using workspace = new TempWorkspace({
  "README.md": "# Uploader\n\nSends files. Failed uploads are tried again.\n",
  "src/upload.py": "def retry_upload(file):\n    return send(file)\n",
});
workspace.initialize();
workspace.commit();
const programs = await installPrograms();
await using server = await openServer([workspace.root]);
const document = `${server.url}/openapi.json`;
const folder = `${workspace.cache}/client`;
await run(`${programs}/openapi-python-client`, [
  ...["generate", "--url", document, "--output-path", folder],
  // An operation that the client lacks is a warning.
  ...["--fail-on-warning", "--meta", "none"],
], { PATH: `${programs}:${Deno.env.get("PATH")}` });
await run(`${programs}/python`, [USE_CLIENT, folder, server.url]);
await run(`${programs}/schemathesis`, [
  ...["run", document, "--checks=all", "--no-color"],
  ...[`--max-examples=${values.examples}`, `--seed=${values.seed}`],
]);

/** Returns the folder of the programs, which are installed when missing. */
async function installPrograms(): Promise<string> {
  const cache = Deno.env.get("XDG_CACHE_HOME") ?? `${Deno.env.get("HOME")}/.cache`;
  const folder = `${cache}/dossier-campaign/${PACKAGES.join("+")}`;
  if (!await exists(`${folder}/installed`)) {
    await run("python3", ["-m", "venv", folder]);
    await run(`${folder}/bin/pip`, ["install", "--quiet", ...PACKAGES]);
    await Deno.writeTextFile(`${folder}/installed`, "");
  }
  return `${folder}/bin`;
}

/** Runs a program in the cache, and ends this process with its exit code when it fails. */
async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code } = await new Deno.Command(program, { args: [...args], env, cwd: workspace.cache })
    .spawn().status;
  if (code === 0) return;
  Deno.exitCode = code;
  throw new Error(`"${program} ${args.join(" ")}" has failed`);
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch {
    return false;
  }
}

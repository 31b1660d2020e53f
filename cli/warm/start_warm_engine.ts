import { findEngines } from "@dossier/retrieval/door";
import { permissionFlags } from "@dossier/retrieval/permissions";
import { bundleFlags, IS_BUNDLED } from "@dossier/retrieval/program";
import { cacheFolder } from "../input/caller_folder.ts";

/** Number of minutes without a request after which a background engine ends. */
const IDLE_MINUTES = 15;

/**
 * Starts a background process that keeps the index of a tree open, unless there is one. The process
 * has no output and no terminal. If several are started at once, one stays. Does nothing when this
 * command may not start a process.
 *
 * @param root Real path.
 */
export async function startWarmEngine(root: string): Promise<void> {
  const cache = cacheFolder();
  if (cache === undefined || (await findEngines(root, cache)).length > 0) return;
  const args = [
    ...(Deno.build.standalone ? [] : listRuntimeArguments()),
    ...["warm", `--root=${root}`, `--idle=${IDLE_MINUTES}`],
  ];
  // The permission to run the runtime may be for its name on PATH.
  for (const program of [Deno.execPath(), "deno"]) {
    try {
      new Deno.Command(program, {
        args,
        cwd: "/",
        detached: true,
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn().unref();
      return;
    } catch {
      // The program may not be run, or does not exist.
    }
  }
}

/**
 * Returns the arguments of the runtime that run this program as an engine, with only the
 * permissions of an engine.
 */
function listRuntimeArguments(): readonly string[] {
  const main = decodeURIComponent(new URL(Deno.mainModule).pathname);
  const folder = main.replace(/\/cli\/[^/]+$/, "");
  const packages = IS_BUNDLED
    ? [...bundleFlags("warm"), "--cached-only"]
    : [`--config=${folder}/deno.json`, `--lock=${folder}/deno.lock`, "--frozen"];
  return ["run", "--quiet", ...packages, "--no-prompt", ...permissionFlags("warm"), main];
}

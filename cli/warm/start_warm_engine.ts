import { findEngines } from "@dossier/retrieval/door";
import { permissionFlags } from "@dossier/retrieval/permissions";
import { bundleFlags, IS_BUNDLED } from "@dossier/retrieval/program";
import { cacheFolder } from "../input/caller_folder.ts";

/** Minutes without a question after which a process ends that was left behind. */
const IDLE_MINUTES = 15;

/**
 * Leaves a process behind that keeps the index of a tree open, unless one is there. It has no output and no terminal, and
 * of several that are left at once one goes on. Where this command may start none, it leaves none.
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
  // The runtime of this process may be allowed by the name by which PATH has it.
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
      // It may not be run, or is not there.
    }
  }
}

/** Returns what the runtime is told to run this program as an engine, with what that may do and no more. */
function listRuntimeArguments(): readonly string[] {
  const main = decodeURIComponent(new URL(Deno.mainModule).pathname);
  const folder = main.replace(/\/cli\/[^/]+$/, "");
  const packages = IS_BUNDLED
    ? [...bundleFlags("warm"), "--cached-only"]
    : [`--config=${folder}/deno.json`, `--lock=${folder}/deno.lock`, "--frozen"];
  return ["run", "--quiet", ...packages, "--no-prompt", ...permissionFlags("warm"), main];
}

import { RetrievalError } from "@dossier/retrieval";
import { join } from "node:path";
import { permissionFlags, type PermissionSet } from "@dossier/retrieval/permissions";
import { BUNDLE_ENTRY } from "@dossier/retrieval/program";
import { runDeno } from "./run_deno.ts";

/** Message of the runtime when its base file for executables is unavailable. */
const BASE_REGEXP = /denort|base binary/i;

/**
 * Writes a bundle of the program as one executable file. `deno compile` 2.9.6 needs: the whole
 * folder of the bundle, as workers, data and grammars are found by address; the bundle's own
 * configuration, for its import map; the permissions, which cannot be given later; and `denort`,
 * the runtime without its tools. `denort` is downloaded once for each target, unless `DENORT_BIN`
 * names it.
 *
 * @param bundle Absolute path of the folder that `makeBundle` has written.
 * @param options.file Absolute path of the executable.
 * @param options.permissions Permissions of the executable.
 * @param options.target System and processor, as the runtime names them. By default those of this
 *   machine.
 * @throws {RetrievalError} `package-missing` when `denort` is unavailable.
 */
export async function compileBundle(
  bundle: string,
  { file, permissions, target }: {
    readonly file: string;
    readonly permissions: readonly PermissionSet[];
    readonly target?: string | undefined;
  },
): Promise<void> {
  const { success, stderr } = await runDeno([
    ...["compile", "--quiet", "--no-check", "--no-prompt"],
    `--config=${join(bundle, "deno.json")}`,
    ...permissionFlags(...permissions),
    `--include=${bundle}`,
    `--output=${file}`,
    ...(target === undefined ? [] : [`--target=${target}`]),
    join(bundle, BUNDLE_ENTRY),
  ], bundle);
  if (success) return;
  if (!BASE_REGEXP.test(stderr)) throw new Error(`Cannot compile the program: ${stderr}`);
  throw new RetrievalError(
    "package-missing",
    "Cannot compile as the runtime's base for executables is not on this machine: run this where " +
      "dl.deno.land can be reached, or name the file of denort in DENORT_BIN",
    { cause: stderr },
  );
}

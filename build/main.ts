/**
 * Builds the npm package of the program, `dossier-X.Y.Z.tgz`, in the current folder.
 *
 * Run as `deno task package`.
 *
 * @module
 */

import { SUCCESS } from "../cli/exit_code.ts";
import { callerFolder } from "../cli/input/invoked_location.ts";
import { runToExitCode } from "../cli/program.ts";
import { printResult } from "../cli/terminal/output.ts";
import { makePackage } from "./make_package.ts";

if (import.meta.main) {
  Deno.exit(
    await runToExitCode(async () => {
      printResult(`Wrote ${await makePackage(callerFolder())}\n`);
      return SUCCESS;
    }),
  );
}

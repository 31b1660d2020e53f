import { writeConfig } from "@dossier/retrieval/config";
import type { Invocation } from "@dossier/retrieval/operation";
import { invokedRoot } from "../input/invoked_location.ts";
import { escapeControls, printResult } from "../terminal/output.ts";
import { SUCCESS } from "../exit_code.ts";
import { PROGRAM } from "@dossier/retrieval/program";

/**
 * Writes the project's configuration, with every setting commented out, and prints the next command
 * to run.
 */
export function runInit(invocation: Invocation): Promise<number> {
  const path = writeConfig(invokedRoot(invocation), { force: invocation.has("force") });
  printResult(
    `Wrote ${escapeControls(path)} with every setting commented out\nNext: ${PROGRAM} doctor\n`,
  );
  return Promise.resolve(SUCCESS);
}

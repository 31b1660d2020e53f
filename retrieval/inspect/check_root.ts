import { readVisibility } from "../config/mod.ts";
import { RetrievalError } from "../machine/mod.ts";
import { acceptRoot, findGitRoot, listFiles, type RootChoice } from "../tree/mod.ts";

/**
 * Checks, before a service starts, whether its root may be served, as the first index run would.
 * Without git the files are counted.
 *
 * @throws {RetrievalError} `root-not-found`, `root-refused`.
 */
export async function checkRoot(choice: RootChoice): Promise<void> {
  const { path, maxFiles } = acceptRoot(choice);
  if (maxFiles === Infinity || findGitRoot(path) !== undefined) return;
  try {
    await listFiles(path, await readVisibility(path), { maxFiles });
  } catch (error) {
    // Other problems, such as broken settings, are reported with the first request: they may be
    // fixed until then.
    if (error instanceof RetrievalError && error.code === "root-refused") throw error;
  }
}

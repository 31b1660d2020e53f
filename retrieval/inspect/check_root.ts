import { readVisibility } from "../config/mod.ts";
import { RetrievalError } from "../machine/mod.ts";
import { acceptRoot, findGitRoot, listFiles, type RootChoice } from "../tree/mod.ts";

/**
 * Says before a service starts what its first index run would find: whether the root may be served.
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
    // All else, such as broken settings, is for whoever asks: it may be fixed until then.
    if (error instanceof RetrievalError && error.code === "root-refused") throw error;
  }
}

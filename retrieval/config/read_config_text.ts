import { RetrievalError } from "../errors.ts";

/** Where a project's configuration is, relative to its root. */
export const CONFIG_PATH = ".dossier/config.yaml";

/**
 * Returns the text of the project's configuration, or undefined when it has none.
 *
 * @throws {RetrievalError} `invalid-config` when there is one that can not be read.
 */
export function readConfigText(root: string): string | undefined {
  try {
    return Deno.readTextFileSync(`${root}/${CONFIG_PATH}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return undefined;
    }
    throw new RetrievalError(
      "invalid-config",
      `Cannot read "${CONFIG_PATH}": check that it is a file and its permissions`,
      { cause: error },
    );
  }
}

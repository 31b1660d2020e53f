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
    const path = `${Deno.realPathSync(root)}/${CONFIG_PATH}`;
    // A pipe would be waited for without end, and a link may lead out of the root.
    if (Deno.lstatSync(path).isFile && Deno.realPathSync(path) === path) {
      return Deno.readTextFileSync(path);
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return undefined;
    }
    throw unreadable(error);
  }
  throw unreadable();
}

function unreadable(cause?: unknown): RetrievalError {
  return new RetrievalError(
    "invalid-config",
    `Cannot read "${CONFIG_PATH}": check that it is a file and no link, and its permissions`,
    { cause },
  );
}

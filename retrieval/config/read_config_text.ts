import { readPlainTextAsync, RetrievalError } from "../machine/mod.ts";

/** Where a project's configuration is, relative to its root. */
export const CONFIG_PATH = ".dossier/config.yaml";

/**
 * Returns the text of the project's configuration, or undefined when it has none.
 *
 * @throws {RetrievalError} `invalid-config` when there is one that can not be read.
 */
export async function readConfigText(root: string): Promise<string | undefined> {
  const read = await readPlainTextAsync(`${root}/${CONFIG_PATH}`, { below: root });
  if (read.kind === "text") return read.text;
  if (read.reason === "missing") return undefined;
  throw new RetrievalError(
    "invalid-config",
    `Cannot read "${CONFIG_PATH}" as ${read.message}`,
    { cause: read.cause },
  );
}

import type { Note } from "@dossier/core";
import { readPlainTextAsync, RetrievalError } from "../machine/mod.ts";
import { CONFIG_PATH, NOFACE_PATH, type SettingsTexts } from "./settings.ts";

/** Maximum size of a `.noface.toml`, in bytes: a larger file was not written by hand. */
const MAX_NOFACE_BYTES = 1024 * 1024;

/**
 * Returns the texts of the settings of a project, with a note about a `.noface.toml` that cannot be
 * read: it belongs to another program, and is skipped.
 *
 * @param root Absolute path of the tree.
 * @throws {RetrievalError} `invalid-config` for a `.dossier/config.yaml` that cannot be read.
 */
export async function readSettingsTexts(
  root: string,
): Promise<{ readonly texts: SettingsTexts; readonly notes: readonly Note[] }> {
  const nofacePath = `${root}/${NOFACE_PATH}`;
  // A broken link counts as no file.
  const noface = exists(nofacePath)
    ? await readPlainTextAsync(nofacePath, { below: root, maxBytes: MAX_NOFACE_BYTES })
    : undefined;
  const config = await readPlainTextAsync(`${root}/${CONFIG_PATH}`, { below: root });
  if (config.kind === "refused" && config.reason !== "missing") {
    throw new RetrievalError(
      "invalid-config",
      `Cannot read "${CONFIG_PATH}" as ${config.message}`,
      { cause: config.cause },
    );
  }
  const refusal = noface?.kind === "refused" && noface.reason !== "missing" ? noface : undefined;
  return {
    texts: {
      config: config.kind === "text" ? config.text : null,
      noface: noface?.kind === "text" ? noface.text : null,
    },
    notes: refusal === undefined ? [] : [{
      code: "config-issue",
      message: `"${NOFACE_PATH}" is ignored as ${refusal.message}`,
    }],
  };
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound);
  }
}

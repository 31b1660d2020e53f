import {
  checkedEmbedder,
  type Embedder,
  EmbedderError,
  type OpenEmbedderOptions,
} from "./embedder.ts";
import type { EmbedderSettings } from "../config/mod.ts";
import { RetrievalError } from "../machine/mod.ts";

/** Absolute path, on Windows too. */
const ABSOLUTE_REGEXP = /^(?:[\\/]|[a-z]:)/i;

/**
 * Opens the embedder of the settings, with checks of all results; returns undefined when they name
 * none. Large models are loaded only when there is something to embed.
 *
 * @param settings Settings; undefined means the table that is part of the program.
 * @throws {EmbedderError} When it cannot be opened.
 * @throws {RetrievalError} `package-missing` when the program's own table is missing: answers
 * without vectors would be different, and an index would lose its vectors.
 */
export async function openEmbedder(
  settings: EmbedderSettings | undefined,
  { root }: OpenEmbedderOptions,
): Promise<Embedder | undefined> {
  const embedder = await openUnchecked(settings, root);
  return embedder === undefined ? undefined : checkedEmbedder(embedder);
}

// Each kind is loaded only where it is used.
async function openUnchecked(
  settings: EmbedderSettings | undefined,
  root: string,
): Promise<Embedder | undefined> {
  switch (settings?.kind) {
    case "none":
      return undefined;
    case "transformers": {
      const { openTransformersEmbedder } = await import(
        "./transformers/transformers_embedder.ts"
      );
      return await openTransformersEmbedder(settings, root);
    }
  }
  const { openStaticEmbedder, SHIPPED_TABLE_PATH } = await import("./static/static_embedder.ts");
  const table = settings?.table;
  if (table !== undefined) return openStaticEmbedder(fromRoot(root, table));
  try {
    return openStaticEmbedder(SHIPPED_TABLE_PATH);
  } catch (cause) {
    if (!(cause instanceof EmbedderError && cause.kind === "missing")) throw cause;
    throw new RetrievalError(
      "package-missing",
      `Cannot embed as the table of words that belongs to the program is missing: reinstall ` +
        `the program, or restore the file "${SHIPPED_TABLE_PATH}"`,
      { cause },
    );
  }
}

/** Returns an absolute path. `node:path` has such a function, but takes milliseconds to load. */
function fromRoot(root: string, path: string): string {
  return ABSOLUTE_REGEXP.test(path) ? path : `${root}/${path}`;
}

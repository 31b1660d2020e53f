import {
  checkedEmbedder,
  type Embedder,
  EmbedderError,
  type OpenEmbedderOptions,
} from "./embedder.ts";
import type { EmbedderSettings } from "../config/mod.ts";
import { RetrievalError } from "../machine/mod.ts";

/** A path from the root of the file system, of Windows as well. */
const ABSOLUTE_REGEXP = /^(?:[\\/]|[a-z]:)/i;

/**
 * Opens what the settings name, checked at every use; undefined where they name nothing. No model of
 * some size is loaded before there is something to embed.
 *
 * @param settings Undefined stands for the table that the program comes with.
 * @throws {EmbedderError} When it can not be opened.
 * @throws {RetrievalError} `package-missing` when the program has lost its own table: answers without vectors would be
 * others, and an index would lose those that it has.
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

/** Returns an absolute path; `node:path`, which knows how to, takes milliseconds to load. */
function fromRoot(root: string, path: string): string {
  return ABSOLUTE_REGEXP.test(path) ? path : `${root}/${path}`;
}

/**
 * Thread that reads, outlines, cuts and embeds files, while another thread finds their terms and
 * writes them, which takes about as long.
 *
 * @module
 */

import type { ExclusionRules } from "@dossier/core";
import type { EmbedderSettings } from "../../config/mod.ts";
import { type Embedder, EmbedderError, openEmbedder } from "../../embed/mod.ts";
import { serveThread } from "../../machine/mod.ts";
import { openVisibility } from "../../tree/mod.ts";
import { createDocumentReader, type DocumentReader, type HashedFile } from "./read_files.ts";

/** Settings of reading files on a thread. */
export interface ReadingSettings {
  readonly root: string;
  readonly rules: ExclusionRules;
  /** Embedder of chunks during indexing. */
  readonly embedding: ReadingEmbedding | undefined;
}

/** Embedder that the thread opens. */
interface ReadingEmbedding {
  /** Settings; undefined for the default embedder. */
  readonly settings: EmbedderSettings | undefined;
  /** Fingerprint of the embedder. An embedder with another fingerprint is not used. */
  readonly fingerprint: string;
}

serveThread((settings: ReadingSettings) => {
  let reader: Promise<DocumentReader> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return {
    call: (_, files) => {
      const read = async () => {
        reader ??= openReader(settings);
        return await (await reader).read(files as readonly HashedFile[]);
      };
      // Groups are read one after another, as reading all at once would need the memory of all.
      const own = last.then(read, read);
      last = own;
      return own;
    },
  };
});

async function openReader({ root, rules, embedding }: ReadingSettings): Promise<DocumentReader> {
  const [visibility, embedder] = await Promise.all([
    openVisibility(rules, root),
    embedding && openSameEmbedder(embedding, root),
  ]);
  return createDocumentReader(root, { visibility, embedder });
}

/**
 * Returns the embedder that the other thread opened too; undefined when the settings lead to
 * another one.
 */
async function openSameEmbedder(
  { settings, fingerprint }: ReadingEmbedding,
  root: string,
): Promise<Embedder | undefined> {
  try {
    const embedder = await openEmbedder(settings, { root });
    if (embedder?.fingerprint === fingerprint) return embedder;
    embedder?.[Symbol.dispose]();
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
  }
  return undefined;
}

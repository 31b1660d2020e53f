/**
 * The thread that reads, outlines, cuts and embeds files while another one finds their terms and writes them,
 * which is about as much work.
 *
 * @module
 */

import type { ExclusionRules } from "@dossier/core";
import type { EmbedderSettings } from "../../config/mod.ts";
import { type Embedder, EmbedderError, openEmbedder } from "../../embed/mod.ts";
import { serveThread } from "../../machine/mod.ts";
import { openVisibility } from "../../tree/mod.ts";
import { createDocumentReader, type DocumentReader, type HashedFile } from "./read_files.ts";

/** What files are read by, on a thread. */
export interface ReadingSettings {
  readonly root: string;
  readonly rules: ExclusionRules;
  /** The embedder of chunks while they are indexed. */
  readonly embedding: ReadingEmbedding | undefined;
}

/** The embedder that the thread opens. */
interface ReadingEmbedding {
  /** Undefined stands for the default. */
  readonly settings: EmbedderSettings | undefined;
  /** The embedder's; one with another is not used. */
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
      // One group after another: all of them at once would take the memory of all.
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

/** Returns the embedder that the other thread has opened as well; undefined when it is another one. */
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

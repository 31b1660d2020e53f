import { formatExclusionReason } from "@dossier/core/exclude";
import type { Lease } from "../../lease/mod.ts";
import { RetrievalError } from "../../machine/mod.ts";
import { maskSecrets } from "../../secrets/mod.ts";
import type { DocumentChunk, DocumentEntry } from "../../index/mod.ts";

/** Indexed document. */
export interface IndexedDocument extends Omit<DocumentEntry, "chunks" | "definitions"> {
  /** SHA-256 of the bytes, in hexadecimal. */
  readonly hash: string;
  /** Chunks in the order of lines, with secrets in their labels masked. */
  readonly chunks: readonly DocumentChunk[];
  /** Distinct names of its definitions, in the order of lines, with secrets masked. */
  readonly definitions: readonly string[];
}

/**
 * Returns the index data of the document at `path`.
 *
 * @throws {RetrievalError} `file-excluded` for an excluded file, `file-not-found` for one that is
 * not indexed.
 */
export async function describeDocument(
  path: string,
  { indexed: { reader }, visibility }: Pick<Lease, "indexed" | "visibility">,
): Promise<IndexedDocument> {
  const rule = visibility.findHidingRule(path);
  if (rule !== undefined) throw leftOut(path, formatExclusionReason(rule));
  const document = (await reader.findDocuments([path])).get(path);
  if (document === undefined) {
    const [skipped] = await reader.listSkipped([path]);
    if (skipped !== undefined) throw leftOut(path, skipped.reason);
    throw new RetrievalError(
      "file-not-found",
      `Cannot show the chunks of "${path}" as it is not in the index: see which files are excluded`,
    );
  }
  const { language, kind, size, modified, hash, chunks, definitions } = document;
  const { texts } = await maskSecrets([
    ...chunks.map(({ startLine, label }) => ({ path, startLine, text: label })),
    ...definitions.map((text) => ({ path, startLine: 1, text })),
  ]);
  const shown = texts.map(({ text }) => text);
  return {
    path,
    language,
    kind,
    size,
    modified,
    hash,
    chunks: chunks.map((chunk, at) => ({ ...chunk, label: shown[at]! })),
    definitions: shown.slice(chunks.length),
  };
}

function leftOut(path: string, reason: string): RetrievalError {
  return new RetrievalError("file-excluded", `Cannot show "${path}"as it is excluded: ${reason}`);
}

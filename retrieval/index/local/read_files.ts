import type { SymbolDefinition, Visibility } from "@dossier/core";
import {
  type Chunk,
  chunkDocument,
  chunkLabel,
  definedNames,
  type DocumentInfo,
  embeddingTexts,
  groupNames,
  headingText,
  symbolNames,
} from "@dossier/core/chunk";
import { detectLanguage } from "@dossier/core/language";
import { outlineSymbols } from "@dossier/core/outline";
import { cutParts, encodeParts, isCuttable } from "@dossier/core/part";
import { encodeFileName } from "@dossier/core/rank";
import { splitLines } from "@dossier/core/split-lines";
import { type Embedder, EmbedderError, quantiseRows } from "../../embed/mod.ts";
import { blobId, contentHash, RACY_MS, waitForPendingCalls } from "../../machine/mod.ts";
import { readDocument, toSource } from "../../tree/mod.ts";
import type { PlannedFile } from "./plan_refresh.ts";
import type { IndexedChunk } from "./segment_builder.ts";
import type { FileStamp, NewDocument } from "./store/documents.ts";
import type { SkippedFile } from "./store/skipped.ts";
import type { VectorRows } from "./store/vector_rows.ts";

/**
 * Maximum time by which the clock of the file system, which may be that of a server, is assumed to
 * be ahead, in milliseconds. A later time comes from a clock that was set wrong. It is treated like
 * any other time: no change up to now can have it, and otherwise such files would be read again for
 * every answer.
 */
const MAX_CLOCK_LEAD_MS = 600_000;

/** File to read, with the hash of its indexed content; undefined for a new file. */
export interface HashedFile extends PlannedFile {
  readonly hash: string | undefined;
}

/**
 * Values to write for a document, except the location of its chunks, and the text that its terms
 * come from.
 */
export interface ReadDocument extends Omit<NewDocument, "segment" | "firstChunk"> {
  readonly text: string;
  readonly indexed: readonly IndexedChunk[];
  /** Parts as `encodeParts()` of core writes them; undefined for a text that is too long. */
  readonly parts: string | undefined;
  /** Vectors of the names that it defines; undefined when there are none yet. */
  readonly nameVectors: VectorRows | undefined;
}

/** Content of files that were read together. Plain values, as another thread may have read them. */
export interface FileReadings {
  readonly documents: readonly ReadDocument[];
  /**
   * Vectors of all chunks of the documents, in their order; undefined when they are embedded later.
   */
  readonly vectors: VectorRows | undefined;
  /** Files whose times changed but whose bytes did not. */
  readonly stamps: readonly (FileStamp & Pick<NewDocument, "path">)[];
  readonly skipped: readonly SkippedFile[];
}

/** Reader of files, on this thread or another. */
export interface DocumentReader {
  /** Recommended number of groups of files to request at a time, at least 1. */
  readonly groupsAhead: number;
  read(files: readonly HashedFile[]): Promise<FileReadings>;
}

/** Options of reading files. */
export interface FileReadingOptions {
  readonly visibility: Visibility;
  /** Embedder of the chunks. */
  readonly embedder?: Embedder | undefined;
}

/** Returns a reader that reads, outlines, cuts and embeds the files of a tree. */
export function createDocumentReader(
  root: string,
  { visibility, embedder }: FileReadingOptions,
): DocumentReader {
  const read = async (files: readonly HashedFile[]): Promise<FileReadings> => {
    const now = Date.now();
    const read = await Promise.all(files.map((file) => readPlanned(root, file, visibility)));
    const stamps: (FileStamp & Pick<NewDocument, "path">)[] = [];
    const skipped: SkippedFile[] = [];
    const documents: Omit<ReadDocument, "nameVectors">[] = [];
    const passages: string[] = [];
    for (const { file: { path, hash, modified, changed, inode }, outcome, facts } of read) {
      waitForPendingCalls();
      const racy = isRacy(modified, now) || isRacy(changed, now);
      const stamp = { path, size: outcome.size, modified, changed, inode, racy };
      if (outcome.kind === "skipped") {
        // A change of permissions does not change size and time.
        const isUnsure = racy || outcome.reason === "unreadable";
        skipped.push({ ...stamp, racy: isUnsure, reason: outcome.message });
        continue;
      }
      if (hash !== undefined && hash === facts!.hash) {
        stamps.push(stamp);
        continue;
      }
      const { text } = outcome;
      const info = { path, ...facts! };
      const definitions = outlineSymbols(text, info.language);
      const chunks = chunkDocument({ info, text, symbols: definitions });
      if (embedder !== undefined) {
        for (const passage of embeddingTexts({ path, text, chunks })) passages.push(passage);
      }
      const indexed = toIndexedChunks(text, chunks);
      // With other line ends the outline may differ.
      const parts = cutAndEncode(
        text,
        info,
        (displayed) => text.includes("\r") ? outlineSymbols(displayed, info.language) : definitions,
      );
      documents.push({
        ...info,
        ...stamp,
        text,
        parts,
        indexed,
        chunks: chunks.map((chunk) => (
          { startLine: chunk.startLine, endLine: chunk.endLine, label: chunkLabel(chunk) }
        )),
        definitions: definedNames(chunks),
        nameTerms: encodeFileName(path),
      });
    }
    const embedded = embedder && await embedAll(embedder, documents, passages);
    return {
      documents: documents.map((document, i) => ({ ...document, nameVectors: embedded?.names[i] })),
      vectors: embedded?.chunks,
      stamps,
      skipped,
    };
  };
  return { read, groupsAhead: 1 };
}

/** Returns the values of the chunks of a text that a segment needs. */
export function toIndexedChunks(text: string, chunks: readonly Chunk[]): IndexedChunk[] {
  const { starts } = splitLines(text);
  return chunks.map((chunk) => ({
    end: starts[chunk.endLine] ?? text.length,
    symbols: symbolNames(chunk),
    heading: headingText(chunk),
  }));
}

/** Returns true when a file with this time may change again without its time changing. */
function isRacy(time: number, now: number): boolean {
  return time > now - RACY_MS && time < now + MAX_CLOCK_LEAD_MS;
}

/** Reads a file. The result has facts computed from its bytes, unless the file is skipped. */
async function readPlanned(root: string, file: HashedFile, visibility: Visibility) {
  const outcome = readDocument(root, file.path, visibility);
  if (outcome.kind === "skipped") return { file, outcome };
  const { language, kind } = detectLanguage(file.path, outcome.text);
  const [hash, blob] = await Promise.all([contentHash(outcome.bytes), blobId(outcome.bytes)]);
  return { file, outcome, facts: { language, kind, hash, blob } };
}

/**
 * Returns the encoded parts of a text; undefined for a text that is too long.
 *
 * @param find Returns the definitions in the text as it is displayed.
 */
function cutAndEncode(
  text: string,
  info: DocumentInfo,
  find: (displayed: string) => readonly SymbolDefinition[],
): string | undefined {
  const { lines } = toSource({ text });
  const displayed = lines.join("\n");
  if (!isCuttable(displayed)) return undefined;
  return encodeParts(cutParts(displayed, info, () => find(displayed)), lines);
}

/**
 * Returns the vectors of passages and of the names of documents; undefined when the embedder fails,
 * so that another try follows.
 */
async function embedAll(
  embedder: Embedder,
  documents: readonly Pick<ReadDocument, "definitions">[],
  passages: readonly string[],
) {
  const runs = documents.map(({ definitions }) => groupNames(definitions));
  try {
    const rows = await embedder.embedPassages([...passages, ...runs.flat()]);
    let next = passages.length;
    return {
      chunks: quantiseRows(rows.slice(0, next)),
      names: runs.map(({ length }) =>
        length === 0 ? undefined : quantiseRows(rows.slice(next, next += length))
      ),
    };
  } catch (error) {
    if (!(error instanceof EmbedderError)) throw error;
    return undefined;
  }
}

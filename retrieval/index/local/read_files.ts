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
import { blobId, contentHash, RACY_MS, waitForAnswers } from "../../machine/mod.ts";
import { readDocument, toSource } from "../../tree/mod.ts";
import type { PlannedFile } from "./plan_refresh.ts";
import type { IndexedChunk } from "./segment_builder.ts";
import type { FileStamp, NewDocument } from "./store/documents.ts";
import type { SkippedFile } from "./store/skipped.ts";
import type { VectorRows } from "./store/vector_rows.ts";

/**
 * How far the clock that files are dated by, which may be a server's, is thought to be ahead, in
 * milliseconds. A time beyond that comes from a clock that was set wrong: it is a time like any other,
 * as no change made by now will get it, and such files would be read again for every answer.
 */
const MAX_CLOCK_LEAD_MS = 600_000;

/** A file to read, with the hash of what is indexed of it; undefined for a new one. */
export interface HashedFile extends PlannedFile {
  readonly hash: string | undefined;
}

/** What there is to write of a document but for where its chunks are, and what its terms are found in. */
export interface ReadDocument extends Omit<NewDocument, "segment" | "firstChunk"> {
  readonly text: string;
  readonly indexed: readonly IndexedChunk[];
  /** Its parts, as `encodeParts` in core writes them; undefined for a text that is too long to be cut. */
  readonly parts: string | undefined;
  /** Vectors of the names it defines; undefined while there are none. */
  readonly nameVectors: VectorRows | undefined;
}

/** What was found in files that were read together: plain values, as another thread may have read them. */
export interface FileReadings {
  readonly documents: readonly ReadDocument[];
  /** Vectors of all chunks of the documents, in their order; undefined where they get none now. */
  readonly vectors: VectorRows | undefined;
  /** Files that look different but are not. */
  readonly stamps: readonly (FileStamp & Pick<NewDocument, "path">)[];
  readonly skipped: readonly SkippedFile[];
}

/** What reads files, here or on another thread. */
export interface DocumentReader {
  /** How many groups of files it had best be given at a time, at least 1. */
  readonly groupsAhead: number;
  read(files: readonly HashedFile[]): Promise<FileReadings>;
}

/** What files are read by. */
export interface FileReadingOptions {
  readonly visibility: Visibility;
  /** Makes a vector for every chunk. */
  readonly embedder?: Embedder | undefined;
}

/** Returns what reads, outlines, cuts and embeds the files of a tree. */
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
      waitForAnswers();
      const racy = isRacy(modified, now) || isRacy(changed, now);
      const stamp = { path, size: outcome.size, modified, changed, inode, racy };
      if (outcome.kind === "skipped") {
        // A change of permissions leaves size and time as they are.
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
      // With other line ends it may be another outline.
      const parts = cutAndEncode(
        text,
        info,
        (shown) => text.includes("\r") ? outlineSymbols(shown, info.language) : definitions,
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
    const made = embedder && await embedAll(embedder, documents, passages);
    return {
      documents: documents.map((document, i) => ({ ...document, nameVectors: made?.names[i] })),
      vectors: made?.chunks,
      stamps,
      skipped,
    };
  };
  return { read, groupsAhead: 1 };
}

/** Returns what a segment needs of the chunks of a text. */
export function toIndexedChunks(text: string, chunks: readonly Chunk[]): IndexedChunk[] {
  const { starts } = splitLines(text);
  return chunks.map((chunk) => ({
    end: starts[chunk.endLine] ?? text.length,
    symbols: symbolNames(chunk),
    heading: headingText(chunk),
  }));
}

/** Returns whether a file of this time may be changed once more within it. */
function isRacy(time: number, now: number): boolean {
  return time > now - RACY_MS && time < now + MAX_CLOCK_LEAD_MS;
}

/** Reads a file; one that is not left out comes with facts found out from its bytes. */
async function readPlanned(root: string, file: HashedFile, visibility: Visibility) {
  const outcome = readDocument(root, file.path, visibility);
  if (outcome.kind === "skipped") return { file, outcome };
  const { language, kind } = detectLanguage(file.path, outcome.text);
  const [hash, blob] = await Promise.all([contentHash(outcome.bytes), blobId(outcome.bytes)]);
  return { file, outcome, facts: { language, kind, hash, blob } };
}

/**
 * Returns the parts of a text as they are written; undefined for one that is too long to be cut.
 *
 * @param find Returns the definitions in the text as it is shown.
 */
function cutAndEncode(
  text: string,
  info: DocumentInfo,
  find: (shown: string) => readonly SymbolDefinition[],
): string | undefined {
  const { lines } = toSource({ text });
  const shown = lines.join("\n");
  if (!isCuttable(shown)) return undefined;
  return encodeParts(cutParts(shown, info, () => find(shown)), lines);
}

/** Returns the vectors of passages and of the names of documents; none when the embedder fails, which is tried again. */
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

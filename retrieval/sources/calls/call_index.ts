import type { PassageSource } from "@dossier/core";
import { type DefinitionPlace, listImports } from "@dossier/core/calls";
import type { ImportedModule } from "@dossier/core/language";
import { analyzeWord } from "@dossier/core/text";
import { type LexicalSnapshot, readLexicalSnapshot } from "../../search/mod.ts";
import {
  createPostingBuffer,
  decodePostings,
  type DocumentPlace,
  findDocument,
  listDefiningDocuments,
  listDocumentPlaces,
  listPostings,
  type Store,
  type StoredDocument,
  SYMBOLS_MASK,
} from "../../index/mod.ts";
import { type CodeRange, isOutlinedWhole, listRanges, type ReadDocument } from "./code_ranges.ts";

/** Files of which a name is looked for among those that define it: more say nothing of any. */
const MAX_DEFINING_FILES = 400;

/** Lines of a file that are looked through for what it imports. */
const MAX_IMPORT_LINES = 300;

/** What is known of a document whose text is wanted. */
export interface WantedSource {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** SHA-256 of the bytes that were indexed, hexadecimal. */
  readonly documentHash: string;
}

/** What {@link CallIndex} works with. */
export interface CallIndexOptions {
  /** An open index, which stays the caller's to close. */
  readonly store: Store;
  /** Returns texts by path; undefined for those that may not be read or have changed. */
  readonly readSources: (
    wanted: readonly WantedSource[],
  ) => Promise<ReadonlyMap<string, PassageSource | undefined>>;
  /** Returns whether what is in a file may be served. */
  readonly isServed: (path: string) => boolean;
  /** Name of the root folder: in some languages the module of the files in it. */
  readonly rootName?: string;
}

/** A file that defines a name. */
export interface DefiningFile extends DefinitionPlace {
  /** Row number of the document. */
  readonly id: number;
  /** Lower-case language name. */
  readonly language: string;
  /** SHA-256 of the bytes that were indexed, hexadecimal. */
  readonly documentHash: string;
  /** Numbers in its document of the chunks that may define it. */
  readonly chunks: readonly number[];
}

/** Chunks of one file that have a term. */
export interface MentioningFile {
  /** Row number of the document. */
  readonly id: number;
  /** Numbers in the document of its chunks. */
  readonly chunks: readonly number[];
}

/**
 * The postings of the index as a table of calls. A name is indexed whole, so the chunks that may
 * refer to it are those of its term, and what they say is read when it is asked for: such a table takes
 * no room and no time when files change.
 *
 * It is of one state of the index; make another one for another answer.
 */
export class CallIndex {
  /** Returns whether what is in a file may be served. */
  readonly isServed: (path: string) => boolean;
  /** Name of the root folder. */
  readonly rootName: string;
  readonly #store: Store;
  readonly #readSources: CallIndexOptions["readSources"];
  readonly #sources = new Map<string, PassageSource | undefined>();
  readonly #imports = new Map<string, readonly ImportedModule[]>();
  readonly #ranges = new Map<string, readonly CodeRange[]>();
  readonly #defining = new Map<string, readonly DefiningFile[]>();
  readonly #containers = new Map<string, ReadonlySet<number>>();
  #snapshot: LexicalSnapshot | undefined;

  /** Makes a table over an open index. */
  constructor({ store, readSources, isServed, rootName = "" }: CallIndexOptions) {
    this.#store = store;
    this.#readSources = readSources;
    this.isServed = isServed;
    this.rootName = rootName;
  }

  /** Returns the files that define a name, by path, whether they may be served or not. */
  listDefining(name: string): readonly DefiningFile[] {
    const known = this.#defining.get(name);
    if (known !== undefined) return known;
    const found = this.#store.read(() => this.#findDefining(name));
    this.#defining.set(name, found);
    return found;
  }

  /** Returns the files with chunks that have the whole of a name, in the order of the index. */
  listMentioning(name: string): readonly MentioningFile[] {
    const term = wholeTerm(name);
    if (term === undefined) return [];
    return this.#store.read(() => this.#listChunks(term, { onlyNamed: false }));
  }

  /** Returns paths, languages and kinds of documents, in no order. */
  listPlaces(ids: readonly number[]): readonly DocumentPlace[] {
    return listDocumentPlaces(this.#store, ids);
  }

  /** Returns documents with their texts, in their order; without those that can not be read. */
  async readDocuments(ids: readonly number[]): Promise<ReadDocument[]> {
    const documents = this.#store.read(() => ids.map((id) => findDocument(this.#store, id)))
      .filter((document) => document !== undefined)
      .filter(({ path }) => this.isServed(path));
    const missing = documents.filter(({ path }) => !this.#sources.has(path));
    if (missing.length > 0) {
      const read = await this.#readSources(
        missing.map(({ path, hash }) => ({ path, documentHash: hash })),
      );
      for (const { path } of missing) this.#sources.set(path, read.get(path));
    }
    return documents.flatMap((document) => {
      const source = this.#sources.get(document.path);
      return source === undefined ? [] : [toReadDocument(document, source)];
    });
  }

  /** Returns the definitions around a chunk of a document, in line order. */
  listRanges(document: ReadDocument, place: number): readonly CodeRange[] {
    const key = `${isOutlinedWhole(document) ? "" : place}:${document.path}`;
    let ranges = this.#ranges.get(key);
    if (ranges === undefined) this.#ranges.set(key, ranges = listRanges(document, place));
    return ranges;
  }

  /** Returns what a file imports. */
  listImports({ path, language, source }: Pick<ReadDocument, "path" | "language" | "source">) {
    let imports = this.#imports.get(path);
    if (imports === undefined) {
      imports = listImports(source.lines.slice(0, MAX_IMPORT_LINES).join("\n"), language);
      this.#imports.set(path, imports);
    }
    return imports;
  }

  #findDefining(name: string): DefiningFile[] {
    const term = wholeTerm(name);
    if (term === undefined) return [];
    const files = this.#listChunks(term, { onlyNamed: true }).slice(0, MAX_DEFINING_FILES);
    const chunksOf = new Map(files.map((file) => [file.id, file]));
    return listDefiningDocuments(this.#store, [...chunksOf.keys()], name)
      .map((place) => this.#toDefining(place, chunksOf.get(place.id)?.chunks ?? []))
      .sort((a, b) => a.path < b.path ? -1 : 1);
  }

  #toDefining(
    { id, path, language, hash }: DocumentPlace,
    chunks: readonly number[],
  ): DefiningFile {
    const isIn = (container: string) => {
      const first = this.#firstChunkOf(id);
      const within = this.#chunksIn(container);
      return chunks.some((chunk) => within.has(first + chunk));
    };
    return { id, path, language, documentHash: hash, chunks, isIn };
  }

  #firstChunkOf(id: number): number {
    const { documents, firstChunks } = this.#currentSnapshot().files;
    return firstChunks[documents.indexOf(id)] ?? 0;
  }

  /** Returns the chunks that define members of what goes by a name. */
  #chunksIn(container: string): ReadonlySet<number> {
    let chunks = this.#containers.get(container);
    if (chunks === undefined) {
      const term = wholeTerm(container);
      const files = term === undefined
        ? []
        : this.#store.read(() => this.#listChunks(term, { onlyNamed: true }));
      chunks = new Set(files.flatMap(({ id, chunks: places }) => {
        const first = this.#firstChunkOf(id);
        return places.map((place) => first + place);
      }));
      this.#containers.set(container, chunks);
    }
    return chunks;
  }

  /** Returns the chunks that have a term, or have it among the names they define or are in. */
  #listChunks(term: string, { onlyNamed }: { readonly onlyNamed: boolean }): MentioningFile[] {
    const snapshot = this.#currentSnapshot();
    const { files: { documents, firstChunks }, fileOf, segments } = snapshot;
    const buffer = createPostingBuffer();
    for (const { segment, data } of listPostings(this.#store, term)) {
      const place = segments.get(segment);
      if (place !== undefined) decodePostings(data, buffer, place);
    }
    const found: { id: number; chunks: number[] }[] = [];
    let last = -1;
    for (let i = 0; i < buffer.length; i++) {
      if (onlyNamed && (buffer.packed[i]! & SYMBOLS_MASK) === 0) continue;
      const chunk = buffer.chunks[i]!;
      const file = fileOf[chunk]!;
      // The postings of a file stand together.
      if (file !== last) found.push({ id: documents[file]!, chunks: [] });
      found.at(-1)!.chunks.push(chunk - firstChunks[file]!);
      last = file;
    }
    return found;
  }

  #currentSnapshot(): LexicalSnapshot {
    const snapshot = readLexicalSnapshot(this.#store);
    if (this.#snapshot !== snapshot) {
      this.#snapshot = snapshot;
      // Numbers of chunks are of one state only.
      this.#defining.clear();
      this.#containers.clear();
    }
    return snapshot;
  }
}

/** Returns the index term of a whole name, or undefined for a name that is not indexed. */
export function wholeTerm(name: string): string | undefined {
  return analyzeWord(name.replaceAll(MARK_REGEXP, ""))[0];
}

const MARK_REGEXP = /[?!]$/g;

function toReadDocument(
  { id, path, language, kind, hash, chunks }: StoredDocument,
  source: PassageSource,
): ReadDocument {
  return { id, path, language, kind, documentHash: hash, chunks, source };
}

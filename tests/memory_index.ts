import {
  analyze,
  type Chunk,
  chunkDocument,
  chunkLabel,
  cutParts,
  decodeFileName,
  definedNames,
  detectLanguage,
  encodeFileName,
  encodeParts,
  type Field,
  FIELDS,
  fileKeys,
  headingText,
  type IndexedNames,
  type IndexView,
  outlineSymbols,
  packFrequencies,
  pathKinds,
  symbolNames,
} from "@dossier/core";
import type {
  BrowseRequest,
  CommitTimes,
  DocumentPage,
  IndexReader,
  IndexState,
  KnownDocument,
  PastName,
  PastNamesQuery,
} from "../retrieval/index/mod.ts";
import { blobId, contentHash } from "../retrieval/machine/mod.ts";
import { Buffer } from "node:buffer";

/** Document with the terms and the numbers of its chunks. */
interface MemoryDocument extends KnownDocument {
  /** Parts, encoded by `encodeParts`. */
  readonly parts: string;
  readonly blob: string;
  readonly names: IndexedNames;
  readonly firstChunk: number;
  readonly terms: readonly ChunkTerms[];
}

/** Frequencies of terms in the fields of a chunk, and the number of terms of each field. */
interface ChunkTerms {
  readonly counts: ReadonlyMap<string, Readonly<Record<Field, number>>>;
  readonly lengths: Readonly<Record<Field, number>>;
}

/** Compares texts by code points: by code units, surrogate pairs would come before some others. */
function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const NO_SUBJECTS = {
  commits: 0,
  age: 0,
  weights: new Float32Array(),
  starts: new Uint32Array(),
  touched: new Uint32Array(),
  lengths: new Float64Array(),
  documents: new Uint32Array(),
  listCommitsWith: () => [],
};

const NO_COMMITS: CommitTimes = {
  newest: undefined,
  tip: undefined,
  findLastChange: () => undefined,
  countSince: () => 0,
  findCommitAtOrAfter: () => undefined,
};

/** Index in memory, built from texts: without files, SQLite and postings except requested ones. */
export class MemoryIndex implements IndexReader {
  readonly #documents: readonly MemoryDocument[];
  readonly #view: IndexView;
  readonly #past = new Map<string, Map<string, PastName>>();

  private constructor(documents: readonly MemoryDocument[]) {
    this.#documents = documents;
    this.#view = viewDocuments(documents);
  }

  /** Returns the index of texts by path. */
  static async of(files: Readonly<Record<string, string>>): Promise<MemoryIndex> {
    const documents: MemoryDocument[] = [];
    let firstChunk = 0;
    for (const path of Object.keys(files).sort(compareUtf8)) {
      const document = await toDocument(path, files[path]!, documents.length + 1);
      documents.push({ ...document, firstChunk });
      firstChunk += document.chunks.length;
    }
    return new MemoryIndex(documents);
  }

  describe(): Promise<IndexState> {
    return Promise.resolve({
      documents: this.#documents.length,
      chunks: this.#view.chunks.count,
      segments: 1,
      updatedAt: new Date(0).toISOString(),
      isComplete: true,
    });
  }

  withView<Result>(body: (view: IndexView) => Result): Promise<Result> {
    return Promise.resolve(body(this.#view));
  }

  listDefinitions(limit: number) {
    return Promise.resolve(
      this.#documents.slice(0, limit)
        .map(({ path, definitions }) => ({ path, definitions: definitions.join("\n") })),
    );
  }

  findDocuments(paths: readonly string[]) {
    return Promise.resolve(
      new Map(
        this.#documents.filter(({ path }) => paths.includes(path)).map((one) => [one.path, one]),
      ),
    );
  }

  readDocuments(ids: readonly number[]) {
    return Promise.resolve(
      new Map(ids.flatMap((id) => {
        const document = this.#documents[id - 1];
        return document === undefined ? [] : [[id, document] as const];
      })),
    );
  }

  readParts(ids: readonly number[]) {
    const known = this.#documents.filter(({ id }) => ids.includes(id));
    return Promise.resolve(
      new Map(known.map(({ id, hash, parts: encoded }) => [id, { hash, encoded }])),
    );
  }

  listOutlines() {
    return Promise.resolve(
      this.#documents.map(({ id, path, language, kind, parts: encoded }) => (
        { id, path, language, kind, encoded }
      )),
    );
  }

  readFacts(ids: readonly number[]) {
    return Promise.resolve(
      this.#documents.filter(({ id }) => ids.includes(id))
        .map(({ id, path, language, kind, hash }) => ({ id, path, language, kind, hash })),
    );
  }

  findHashes(paths: readonly string[]) {
    return Promise.resolve(
      new Map(
        this.#documents.filter(({ path }) => paths.includes(path))
          .map(({ path, hash, blob }) => [path, { hash, blob }]),
      ),
    );
  }

  listByFileKeys(keys: Iterable<string>) {
    return Promise.resolve(this.#view.listByFileKeys(keys));
  }

  listNonEmptyFolders(folders: readonly string[]) {
    const isFilled = (folder: string) =>
      this.#documents.some(({ path }) => path.startsWith(`${folder}/`));
    return Promise.resolve(new Set(folders.filter(isFilled)));
  }

  listModified(time: number, limit: number) {
    const later = this.#documents.filter(({ modified }) => modified > time);
    return Promise.resolve(later.slice(0, limit).map(({ path }) => path));
  }

  listProse(folder: string) {
    return Promise.resolve(
      this.#documents
        .filter(({ path, kind }) =>
          kind === "document" && (folder === "" || path.startsWith(`${folder}/`))
        )
        .map(({ id, path, language }) => ({ id, path, language })),
    );
  }

  browse(
    { folder, text, language, isRecursive, after, limit }: BrowseRequest,
  ): Promise<DocumentPage> {
    const inFolder = this.#documents.filter(({ path }) =>
      path.startsWith(folder) && path.toLowerCase().includes(text.toLowerCase())
    );
    const found = inFolder.filter((one) => language === "" || one.language === language);
    const below = (path: string) => path.slice(folder.length).includes("/");
    const groups = Map.groupBy(
      found.filter(({ path }) => below(path)),
      ({ path }) => path.slice(0, path.indexOf("/", folder.length) + 1),
    );
    return Promise.resolve({
      languages: [...Map.groupBy(inFolder, (one) => one.language)]
        .map(([language, { length }]) => ({ language, documents: length }))
        .sort((a, b) => b.documents - a.documents || (a.language < b.language ? -1 : 1)),
      folders: isRecursive ? [] : [...groups].map(([path, documents]) => ({
        path,
        documents: documents.length,
        size: documents.reduce((sum, { size }) => sum + size, 0),
      })),
      documents: found.filter(({ path }) =>
        compareUtf8(path, after) > 0 && (isRecursive || !below(path))
      )
        .slice(0, limit)
        .map(({ path, language, kind, size, modified, chunks, definitions }) => ({
          path,
          language,
          kind,
          size,
          modified,
          chunks: chunks.length,
          definitions: definitions.length,
        })),
    });
  }

  listSkipped() {
    return Promise.resolve([]);
  }

  readCommits(): Promise<CommitTimes> {
    return Promise.resolve(NO_COMMITS);
  }

  findPastNames({ commit, names, paths }: PastNamesQuery) {
    const known = this.#past.get(commit) ?? new Map<string, PastName>();
    const found = new Map([...names, ...paths].flatMap((name) => {
      const past = known.get(name);
      return past === undefined ? [] : [[name, past] as const];
    }));
    return Promise.resolve({
      found,
      isCurrent: [...names, ...paths].every((name) => found.has(name)),
      isSearched: names.every((name) => found.has(name)),
      changed: [],
      change: 0,
      version: "0",
    });
  }

  writePastNames(
    commit: string,
    found: ReadonlyMap<string, PastName>,
    version: string,
  ): Promise<void> {
    const known = this.#past.get(commit) ?? new Map();
    if (version === "0") this.#past.set(commit, new Map([...known, ...found]));
    return Promise.resolve();
  }

  /** No resource is open. */
  [Symbol.dispose](): void {}
}

/** Returns the numbers of some documents, in the order of their paths. */
function viewDocuments(documents: readonly MemoryDocument[]): IndexView {
  const chunks = documents.flatMap(({ terms }) => terms);
  const fileOf = Uint32Array.from(documents.flatMap(({ terms }, file) => terms.map(() => file)));
  const mapFields = <Value>(make: (field: Field) => Value) =>
    Object.fromEntries(FIELDS.map((field) => [field, make(field)])) as Record<Field, Value>;
  const sumOf = (all: readonly ChunkTerms[], field: Field) =>
    all.reduce((sum, { lengths }) => sum + lengths[field], 0);
  const bodies = documents.map(({ terms }) => sumOf(terms, "body"));
  const readPostings = (term: string) => {
    const found = [...chunks.keys()].filter((chunk) => chunks[chunk]!.counts.has(term));
    return {
      chunks: Uint32Array.from(found),
      packed: Uint16Array.from(found, (chunk) => packFrequencies(chunks[chunk]!.counts.get(term)!)),
      length: found.length,
    };
  };
  return {
    chunks: {
      count: chunks.length,
      liveCount: chunks.length,
      fileOf,
      lengths: mapFields((field) => Uint16Array.from(chunks, ({ lengths }) => lengths[field])),
      averageLengths: mapFields((field) => sumOf(chunks, field) / Math.max(1, chunks.length)),
    },
    files: {
      documents: Uint32Array.from(documents, ({ id }) => id),
      firstChunks: Uint32Array.of(...documents.map(({ firstChunk }) => firstChunk), chunks.length),
      lengths: Uint32Array.from(bodies),
      averageLength: sumOf(chunks, "body") / Math.max(1, documents.length),
    },
    model: undefined,
    readPostings,
    hasTerm: (term, accepted) => readPostings(term).chunks.some((chunk) => accepted?.[chunk] !== 0),
    rankPaths: () => Uint32Array.from(documents.keys()),
    listChunks: (id) => documents[id - 1]?.chunks ?? [],
    listNames: (ids) => new Map(ids.map((id) => [id, documents[id - 1]!.names])),
    listFacts: () => documents,
    listByFileKeys(keys) {
      const wanted = new Set(keys);
      return documents.filter(({ path }) => fileKeys(path).some((key) => wanted.has(key)))
        .map(({ id, path }) => ({ id, path }));
    },
    listDefiningDocuments: (ids, name) =>
      ids.map((id) => documents[id - 1]!).filter(({ definitions }) => definitions.includes(name))
        .map(({ id, path, language, kind, hash }) => ({ id, path, language, kind, hash })),
    compareChunks: () => new Float32Array(chunks.length).fill(NaN),
    compareNames: (_, ids) => new Float32Array(ids.length),
    readSubjects: () => NO_SUBJECTS,
  };
}

async function toDocument(path: string, text: string, id: number) {
  const bytes = new TextEncoder().encode(text);
  const info = { path, ...detectLanguage(path, text) };
  const chunks = chunkDocument({ info, text, symbols: outlineSymbols(text, info.language) });
  const lines = text.split("\n");
  const hash = await contentHash(bytes);
  const definitions = definedNames(chunks);
  return {
    ...info,
    id,
    hash,
    blob: await blobId(bytes),
    size: bytes.length,
    modified: 0,
    chunks: chunks.map((chunk) => {
      const { startLine, endLine } = chunk;
      return { startLine, endLine, label: chunkLabel(chunk) };
    }),
    definitions,
    names: {
      path,
      kind: info.kind,
      hash,
      definitions: definitions.join("\n"),
      name: decodeFileName(encodeFileName(path)),
      kinds: pathKinds(path),
    },
    parts: encodeParts(cutParts(text, info), lines),
    terms: chunks.map((chunk) => toTerms(path, chunk, lines)),
  };
}

function toTerms(path: string, chunk: Chunk, lines: readonly string[]): ChunkTerms {
  const texts: Readonly<Record<Field, string>> = {
    body: lines.slice(chunk.startLine - 1, chunk.endLine).join("\n"),
    symbols: symbolNames(chunk),
    heading: headingText(chunk),
    path,
  };
  const counts = new Map<string, Record<Field, number>>();
  const lengths = { body: 0, symbols: 0, heading: 0, path: 0 };
  for (const field of FIELDS) {
    for (const { text: term } of analyze(texts[field])) {
      const known = counts.get(term) ?? { body: 0, symbols: 0, heading: 0, path: 0 };
      known[field]++;
      counts.set(term, known);
      lengths[field]++;
    }
  }
  return { counts, lengths };
}

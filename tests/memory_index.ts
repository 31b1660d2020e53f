import type { TermCounts } from "@dossier/core/plan";
import {
  analyze,
  analyzeWord,
  bm25fParameters,
  choosePool,
  type Chunk,
  chunkDocument,
  chunkLabel,
  countWords,
  cutParts,
  decodeFileName,
  definedNames,
  detectLanguage,
  encodeFileName,
  encodeParts,
  type Evidence,
  EVIDENCE_STEPS,
  type Field,
  fieldFactor,
  FIELDS,
  fieldScale,
  FILE_BM25,
  fileKeys,
  headingText,
  IDF_EXPONENT,
  idfExponent,
  inverseDocumentFrequency,
  lexicalEvidence,
  LINE,
  listWholeTerms,
  MENTION,
  mentionEvidence,
  NAMED_SYMBOL,
  namedSymbolEvidence,
  nameEvidence,
  nameTrustOf,
  outlineSymbols,
  pathKinds,
  phraseChunks,
  queryTermWeight,
  queryTraits,
  saturate,
  type ScorableTerm,
  symbolNames,
  type TermEvidence,
} from "@dossier/core";
import {
  type BrowseRequest,
  type CommitTimes,
  type DefiningDocument,
  type DocumentPage,
  type EvidenceRequest,
  type IndexReader,
  type IndexState,
  type KnownDocument,
  type MentioningDocument,
  openDocumentMatcher,
  type PastMentions,
  type PastName,
} from "../retrieval/index/mod.ts";
import { blobId, contentHash } from "../retrieval/machine/mod.ts";
import { Buffer } from "node:buffer";

/** A document, its chunks' terms, and the numbers of its chunks among all. */
interface MemoryDocument extends KnownDocument {
  /** As `encodeParts` writes them. */
  readonly parts: string;
  readonly blob: string;
  readonly firstChunk: number;
  readonly terms: readonly ChunkTerms[];
}

/** How often each term is in the fields of a chunk, and how many terms there are in each. */
interface ChunkTerms {
  readonly counts: ReadonlyMap<string, Readonly<Record<Field, number>>>;
  readonly lengths: Readonly<Record<Field, number>>;
}

/** Compares texts by their code points: by code units, those of a pair come before others. */
function compareUtf8(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const NO_COMMITS: CommitTimes = {
  newest: undefined,
  tip: undefined,
  findLastChange: () => undefined,
  countSince: () => 0,
  findCommitFrom: () => undefined,
};

/**
 * An index in memory, made of texts: no files, no SQLite, no postings. It says the same as the index of
 * this machine, from the same analysis, and keeps the conformance suite honest.
 */
export class MemoryIndex implements IndexReader {
  readonly #documents: readonly MemoryDocument[];
  readonly #chunks: readonly ChunkTerms[];
  readonly #fileOf: readonly number[];
  readonly #firstChunks: Uint32Array;
  readonly #past = new Map<string, Map<string, PastName>>();

  private constructor(documents: readonly MemoryDocument[]) {
    this.#documents = documents;
    this.#chunks = documents.flatMap(({ terms }) => terms);
    this.#fileOf = documents.flatMap(({ terms }, file) => terms.map(() => file));
    this.#firstChunks = Uint32Array.of(
      ...documents.map(({ firstChunk }) => firstChunk),
      this.#chunks.length,
    );
  }

  /** Returns the index of some texts, by path. */
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
      chunks: this.#chunks.length,
      segments: 1,
      updatedAt: new Date(0).toISOString(),
      isComplete: true,
    });
  }

  async gatherEvidence(
    { query, phrases = [], filter, isServed, disabled, explain }: EvidenceRequest,
  ): Promise<Evidence> {
    const matches = await openDocumentMatcher(filter, {
      isServed,
      isThere: (place) => this.#documents.some(({ path }) => `${path}/`.startsWith(`${place}/`)),
    });
    const allowed = Uint8Array.from(this.#documents, (one) => matches?.(one) === false ? 0 : 1);
    const exponent = disabled.has(IDF_EXPONENT.name) ? 1 : idfExponent(countWords(query.terms));
    const terms = this.#scoreTerms(query.terms, { disabled, exponent });
    const words = this.#scoreChunks(terms);
    const nameTrust = nameTrustOf(query, { steps: EVIDENCE_STEPS, disabled });
    const names = nameTrust > 0 ? this.#scoreNames(query.nameTerms ?? [], disabled) : undefined;
    const mention = mentionEvidence(query, {
      listCalled: (keys) =>
        this.#documents.map(({ path }, file) => ({ file, path }))
          .filter(({ path }) => fileKeys(path).some((key) => keys.has(key))),
      firstChunks: this.#firstChunks,
      chunksOf: (file) => this.#documents[file]!.chunks,
    });
    const pooled = {
      ...lexicalEvidence(
        { chunks: words, files: this.#scoreFiles(terms), coverage: this.#cover(terms, query) },
        this.#firstChunks,
      ),
      ...names?.evidence,
      mention: disabled.has(MENTION.name) ? undefined : mention?.files,
    };
    const holders = phrases.length === 0 ? undefined : phraseChunks(phrases, {
      listChunksWithAll: (all) =>
        all.length === 0
          ? []
          : this.#listChunks(({ counts }) => all.every((term) => counts.has(term))),
      scores: words,
      isAllowed: (chunk) => allowed[this.#fileOf[chunk]!] === 1,
      compareFiles: (a, b) => {
        const [path, other] = [a, b].map((chunk) => this.#documents[this.#fileOf[chunk]!]!.path);
        return path === other ? 0 : path! < other! ? -1 : 1;
      },
    });
    const pool = new Set([
      ...choosePool(pooled, { disabled, allowed, nameTrust }),
      ...[...holders ?? []].map((chunk) => this.#fileOf[chunk]!),
    ]);
    const named = namedSymbolEvidence(query.symbols ?? [], {
      listNamedChunks: (term) =>
        this.#listChunks(({ counts }) => (counts.get(term)?.symbols ?? 0) > 0)
          .map((chunk) => ({ chunk, file: this.#fileOf[chunk]! })),
      isInPool: (file) => pool.has(file),
      labelOf: (chunk) => {
        const { chunks, firstChunk } = this.#documents[this.#fileOf[chunk]!]!;
        return chunks[chunk - firstChunk]!.label;
      },
      asked: queryTraits(query).verbosity === 0,
    });
    return {
      pool: [...pool].map((file) => this.#toPoolFile(file)),
      scores: pooled,
      idfs: new Map(
        terms.map(({ term, holding, chunkCount }) => [
          term,
          inverseDocumentFrequency(holding, chunkCount),
        ]),
      ),
      words,
      nameWords: names?.words,
      named: disabled.has(NAMED_SYMBOL.name) ? undefined : named,
      lines: disabled.has(LINE.name) ? undefined : mention?.chunks,
      namedLines: mention?.lines,
      namedFunctions: mention?.functions,
      holders,
      isByMeaning: pool.size === 0,
      terms: explain ? terms : undefined,
    };
  }

  listMissing(names: readonly string[]): Promise<readonly string[]> {
    const isKnown = (term: string) => this.#listChunks(({ counts }) => counts.has(term)).length > 0;
    return Promise.resolve(names.filter((name) => {
      const terms = listWholeTerms(name);
      return terms.length === 0 || !terms.every(isKnown);
    }));
  }

  listInCode(names: readonly string[]): Promise<ReadonlySet<string>> {
    const code = this.#documents.filter(({ kind }) => kind === "code");
    return Promise.resolve(
      new Set(names.filter((name) => {
        const [term] = analyzeWord(name);
        return term === undefined ||
          code.some(({ terms }) => terms.some(({ counts }) => counts.has(term)));
      })),
    );
  }

  listDefinitions(limit: number) {
    return Promise.resolve(
      this.#documents.slice(0, limit)
        .map(({ path, definitions }) => ({ path, definitions: definitions.join("\n") })),
    );
  }

  async findDefining(
    names: readonly string[],
  ): Promise<ReadonlyMap<string, readonly DefiningDocument[]>> {
    const mentioning = await this.findMentioning(names, { isNamed: true });
    return new Map(names.map((name) => [
      name,
      mentioning.get(name)!.flatMap(({ id, chunks }) => {
        const { path, language, kind, hash, definitions } = this.#documents[id - 1]!;
        const place = { id, path, language, kind, hash, chunks };
        return definitions.includes(name) ? [place] : [];
      }).sort((a, b) => a.path < b.path ? -1 : 1),
    ]));
  }

  findMentioning(
    names: readonly string[],
    { isNamed }: { readonly isNamed: boolean },
  ): Promise<ReadonlyMap<string, readonly MentioningDocument[]>> {
    const listMentioning = (name: string) => {
      const [term = ""] = analyzeWord(name.replace(/[?!]$/, ""));
      return this.#documents.flatMap(({ id, path, terms }) => {
        const chunks = [...terms.keys()].filter((chunk) => {
          const counts = terms[chunk]!.counts.get(term);
          return counts !== undefined && (!isNamed || counts.symbols > 0);
        });
        return chunks.length === 0 ? [] : [{ id, chunks, path }];
      }).sort((a, b) => a.path < b.path ? -1 : 1).map(({ id, chunks }) => ({ id, chunks }));
    };
    return Promise.resolve(new Map(names.map((name) => [name, listMentioning(name)])));
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

  listPlaces(ids: readonly number[]) {
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

  listCalled(keys: Iterable<string>) {
    const wanted = new Set(keys);
    return Promise.resolve(
      this.#documents.filter(({ path }) => fileKeys(path).some((key) => wanted.has(key)))
        .map(({ id, path }) => ({ id, path })),
    );
  }

  listFilled(folders: readonly string[]) {
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

  countTerms(ids: readonly number[], terms: readonly string[]): Promise<TermCounts> {
    const chunksOf = ids.map((id) => this.#documents[id - 1]?.terms ?? []);
    return Promise.resolve({
      lengths: Uint32Array.from(
        chunksOf,
        (chunks) => chunks.reduce((sum, { lengths }) => sum + lengths.body, 0),
      ),
      terms: terms.map((term) => {
        const all = chunksOf.map((chunks) =>
          chunks.reduce((sum, { counts }) => sum + (counts.get(term)?.body ?? 0), 0)
        );
        const places = [...all.keys()].filter((place) => all[place]! > 0);
        return { places, counts: places.map((place) => all[place]!) };
      }),
    });
  }

  compareMeaning(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  browse({ folder, text, language, isDeep, after, limit }: BrowseRequest): Promise<DocumentPage> {
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
      folders: isDeep ? [] : [...groups].map(([path, documents]) => ({
        path,
        documents: documents.length,
        size: documents.reduce((sum, { size }) => sum + size, 0),
      })),
      documents: found.filter(({ path }) =>
        compareUtf8(path, after) > 0 && (isDeep || !below(path))
      )
        .slice(0, limit)
        .map(({ path, language, kind, size, modified, chunks, definitions }) => ({
          ...{ path, language, kind, size, modified },
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

  recallPast({ commit, names, paths }: PastMentions) {
    const known = this.#past.get(commit) ?? new Map<string, PastName>();
    const found = new Map([...names, ...paths].flatMap((name) => {
      const past = known.get(name);
      return past === undefined ? [] : [[name, past] as const];
    }));
    return Promise.resolve({
      found,
      isCurrent: [...names, ...paths].every((name) => found.has(name)),
      isLookedFor: names.every((name) => found.has(name)),
      changed: [],
      change: 0,
      version: "0",
    });
  }

  keepPast(commit: string, found: ReadonlyMap<string, PastName>, version: string): Promise<void> {
    const known = this.#past.get(commit) ?? new Map();
    if (version === "0") this.#past.set(commit, new Map([...known, ...found]));
    return Promise.resolve();
  }

  /** Nothing is open. */
  [Symbol.dispose](): void {}

  /** Returns what each term of a query is in each chunk. */
  #scoreTerms(
    terms: readonly ScorableTerm[],
    { disabled, exponent }: {
      readonly disabled: ReadonlySet<string>;
      readonly exponent: number;
    },
  ): TermEvidence[] {
    const { k1, fields } = bm25fParameters(disabled);
    const chunkCount = this.#chunks.length;
    const average = (field: Field) =>
      this.#chunks.reduce((sum, { lengths }) => sum + lengths[field], 0) / chunkCount;
    const scales = FIELDS.map((field) =>
      [field, fieldScale(fields[field], average(field))] as const
    );
    return terms.map(({ term, count, weight = 1 }) => {
      const holding = this.#listChunks(({ counts }) => counts.has(term));
      const hits = new Map(holding.map((chunk) => {
        const { counts: all, lengths } = this.#chunks[chunk]!;
        const counts = all.get(term)!;
        const frequency = scales.reduce(
          (sum, [field, scale]) => sum + counts[field] * fieldFactor(scale, lengths[field]),
          0,
        );
        return [chunk, { counts, saturated: saturate(frequency, k1) }];
      }));
      const idf = inverseDocumentFrequency(holding.length, chunkCount) ** exponent;
      return { term, count, weight, holding: holding.length, chunkCount, idf, exponent, hits };
    });
  }

  /** Returns BM25F of each chunk. */
  #scoreChunks(terms: readonly TermEvidence[]): Float64Array {
    const words = new Float64Array(this.#chunks.length);
    for (const { count, weight, idf, hits } of terms) {
      for (const [chunk, { saturated }] of hits) {
        words[chunk]! += queryTermWeight(count) * weight * idf * saturated;
      }
    }
    return words;
  }

  /** Returns what the terms of guessed names say; undefined where none of them is in the index. */
  #scoreNames(nameTerms: readonly ScorableTerm[], disabled: ReadonlySet<string>) {
    const terms = this.#scoreTerms(nameTerms, { disabled, exponent: 1 });
    const words = this.#scoreChunks(terms);
    const scores = { chunks: words, files: this.#scoreFiles(terms), coverage: new Float64Array() };
    const evidence = nameEvidence(scores, this.#firstChunks);
    return evidence && { evidence, words };
  }

  /** Returns BM25 of the whole text of each document. */
  #scoreFiles(terms: readonly TermEvidence[]): Float64Array {
    const { k1, b } = FILE_BM25;
    const lengths = this.#documents.map(({ terms: chunks }) =>
      chunks.reduce((sum, one) => sum + one.lengths.body, 0)
    );
    const total = lengths.reduce((sum, length) => sum + length, 0);
    const { base, slope } = fieldScale({ weight: 1, b }, total / Math.max(1, lengths.length));
    const scores = new Float64Array(lengths.length);
    for (const { count, weight, idf, hits } of terms) {
      const bodies = new Map<number, number>();
      for (const [chunk, { counts }] of hits) {
        const file = this.#fileOf[chunk]!;
        bodies.set(file, (bodies.get(file) ?? 0) + counts.body);
      }
      for (const [file, body] of bodies) {
        const frequency = body / (base + slope * lengths[file]!);
        scores[file]! += queryTermWeight(count) * weight * idf * saturate(frequency, k1);
      }
    }
    return scores;
  }

  /** Returns which share of the whole words of a query each document has, by what they are worth. */
  #cover(terms: readonly TermEvidence[], query: EvidenceRequest["query"]): Float64Array {
    const words = terms.filter((_, i) => !query.terms[i]!.part);
    const total = words.reduce((sum, { weight, idf }) => sum + weight * idf, 0);
    return Float64Array.from(
      this.#documents,
      (_, file) =>
        words.reduce((sum, { weight, idf, hits }) => {
          const holds = [...hits.keys()].some((chunk) => this.#fileOf[chunk] === file);
          return holds ? sum + weight * idf / total : sum;
        }, 0),
    );
  }

  #listChunks(isWanted: (chunk: ChunkTerms) => boolean): number[] {
    return [...this.#chunks.keys()].filter((chunk) => isWanted(this.#chunks[chunk]!));
  }

  #toPoolFile(file: number) {
    const { id: document, path, kind, hash, definitions, firstChunk, terms } = this
      .#documents[file]!;
    return {
      ...{ file, document, path, kind, hash, firstChunk, endChunk: firstChunk + terms.length },
      definitions: definitions.join("\n"),
      name: decodeFileName(encodeFileName(path)),
      kinds: pathKinds(path),
    };
  }
}

async function toDocument(path: string, text: string, id: number) {
  const bytes = new TextEncoder().encode(text);
  const info = { path, ...detectLanguage(path, text) };
  const chunks = chunkDocument({ info, text, symbols: outlineSymbols(text, info.language) });
  const lines = text.split("\n");
  return {
    ...info,
    id,
    hash: await contentHash(bytes),
    blob: await blobId(bytes),
    size: bytes.length,
    modified: 0,
    chunks: chunks.map((chunk) => {
      const { startLine, endLine } = chunk;
      return { startLine, endLine, label: chunkLabel(chunk) };
    }),
    definitions: definedNames(chunks),
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

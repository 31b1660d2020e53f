import {
  addHeadMeaning,
  cutParts,
  decodeParts,
  type FileWithParts,
  gatherPartEvidence,
  HEAD_MEANING_STEP,
  isCuttable,
  type Part,
  type PartQuery,
  type PartWithEvidence,
  type RankedPart,
  rankParts,
} from "@dossier/core/part";
import type { PassageSource } from "@dossier/core";
import { type Embedder, EmbedderError } from "../embed/mod.ts";
import { readSources, type SourceTree } from "../tree/mod.ts";
import type { IndexReader, KnownParts } from "../index/mod.ts";
import { formatPath } from "@dossier/core/fragment";
import type { EmbeddedQuery, FoundFiles } from "./find_candidates.ts";
import type { FoundFile } from "./retrieve.ts";

/** Options of the ranking of parts. */
export interface RankedPartsOptions {
  readonly disabled?: readonly string[] | undefined;
  readonly explain?: boolean | undefined;
  /** Maximum number of returned parts. @default all */
  readonly limit?: number | undefined;
}

/** Tree whose files are cut into parts. */
export interface PartsTree extends SourceTree {
  /** Name of the repository, when several are searched. */
  readonly repository?: string;
  readonly index: IndexReader;
  readonly embeddedQuery: EmbeddedQuery;
  /** Embedder of the names and signatures of parts. */
  readonly embedder: Embedder | undefined;
}

/** Options of {@link findParts}. */
export interface FindPartsOptions
  extends RankedPartsOptions, Omit<PartsTree, "repository" | "index"> {}

/** Found file with its current text. */
export interface LoadedFile {
  readonly file: FoundFile;
  readonly source: PassageSource;
}

/** Parts of the best files for a query. */
export interface FoundParts {
  /** Parts, best first. */
  readonly ranked: readonly RankedPart[];
  /** Readable files by their keys, best first; see `formatPath()`. */
  readonly read: ReadonlyMap<string, LoadedFile>;
  /** Files that have changed since they were indexed. */
  readonly changed: readonly FoundFile[];
  /** Further files, which are not read. */
  readonly further: readonly FoundFile[];
}

/** Parts of files with their evidence. */
interface GatheredParts extends Pick<FoundParts, "changed"> {
  readonly query: PartQuery;
  readonly parts: readonly PartWithEvidence[];
  /** Readable files, best first. */
  readonly read: readonly LoadedFile[];
}

/**
 * Number of files whose parts are ranked for a question; with 16 or 24, no more of the needed lines
 * are shown.
 */
export const QUERY_FILES = 12;

/**
 * Maximum number of parts whose names and signatures are embedded: the best by all other evidence.
 */
const MAX_EMBEDDED = 150;

/**
 * Maximum total length of the files that are cut into parts, in UTF-16 units, for {@link
 * QUERY_FILES} files; for more files the limit is proportionally higher. The best few files are
 * always cut. With this limit, .66 of the lines that 81 questions require were shown, and .65
 * without it: large files have many parts that only seem relevant, and take longest.
 */
const MAX_CUT_CHARACTERS = 250_000;

/** Number of files that are always cut. */
const ALWAYS_CUT = 3;

/** Cached parts of texts; a shelf of sources returns the same object for the same text. */
const PARTS = new WeakMap<PassageSource, readonly Part[]>();

/** Cached vectors of parts by embedder; each lasts as long as its part. */
const HEADS = new WeakMap<Embedder, WeakMap<Part, Float32Array>>();

/** Returns the parts of the best files for a query, best first, read from the current tree. */
export async function findParts(
  index: IndexReader,
  found: FoundFiles,
  { disabled, explain, limit, ...tree }: FindPartsOptions,
): Promise<FoundParts> {
  return await findPartsInAll([{ ...tree, index }], found, { disabled, explain, limit });
}

/** Same as {@link findParts} for files of several trees, ranked against each other. */
export async function findPartsInAll(
  trees: readonly PartsTree[],
  found: FoundFiles,
  { disabled, explain = false, limit }: RankedPartsOptions,
): Promise<FoundParts> {
  const { files } = found;
  const best = { ...found, files: files.filter(({ isFurther }) => !isFurther) };
  const { query, parts, read, changed } = await gatherParts(trees, best, { disabled });
  const ranked = rankParts(parts, { query, disabled: new Set(disabled), explain, limit });
  const treeOf = createTreeLookup(trees);
  return {
    ranked,
    read: new Map(read.map((one) => [formatPath(one.file), one])),
    changed,
    further: files.filter((file) => file.isFurther && treeOf(file).visibility.isVisible(file.path)),
  };
}

function createTreeLookup(
  trees: readonly PartsTree[],
): (file: Pick<FoundFile, "repository">) => PartsTree {
  const byName = new Map(trees.map((tree) => [tree.repository, tree]));
  return ({ repository }) => byName.get(repository)!;
}

/**
 * Returns the input of the ranking of {@link findParts}: the parts with their evidence, in the
 * order of files and lines.
 */
export async function gatherParts(
  trees: readonly PartsTree[],
  { files, limit, query, phrases }: FoundFiles,
  { disabled = [] }: Pick<RankedPartsOptions, "disabled"> = {},
): Promise<GatheredParts> {
  const { read, changed } = await readFiles(files, trees);
  const parted = await cutFiles(trees, read, limit / QUERY_FILES);
  const options = { query, disabled: new Set(disabled) };
  const known = gatherPartEvidence(parted, query, await createPhraseScorer(parted, phrases));
  const cosines = options.disabled.has(HEAD_MEANING_STEP.name) ? undefined : await embedHeads(
    () => rankParts(known, { ...options, limit: MAX_EMBEDDED }),
    trees,
  );
  return { query, parts: cosines ? addHeadMeaning(known, cosines) : known, read, changed };
}

async function readFiles(
  files: readonly FoundFile[],
  trees: readonly PartsTree[],
): Promise<{ readonly read: readonly LoadedFile[]; readonly changed: readonly FoundFile[] }> {
  const treeOf = createTreeLookup(trees);
  const allowed = files.filter((file) => treeOf(file).visibility.isVisible(file.path));
  const sources = new Map<PartsTree, Awaited<ReturnType<typeof readSources>>>();
  for (const [tree, own] of Map.groupBy(allowed, treeOf)) {
    sources.set(tree, await readSources(own, tree));
  }
  const read: LoadedFile[] = [];
  const changed: FoundFile[] = [];
  for (const file of allowed) {
    const source = sources.get(treeOf(file))!.get(file.path);
    if (source === undefined) changed.push(file);
    else read.push({ file, source });
  }
  return { read, changed };
}

/** Returns the files with their parts, without those above the limit of length. */
async function cutFiles(
  trees: readonly PartsTree[],
  read: readonly LoadedFile[],
  scale: number,
): Promise<readonly FileWithParts[]> {
  const maxCharacters = MAX_CUT_CHARACTERS * Math.max(1, scale);
  let characters = 0;
  const taken = read.filter(({ source }, at) => {
    const size = source.lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (at >= ALWAYS_CUT && characters + size > maxCharacters) return false;
    characters += size;
    return true;
  });
  const unknown = taken.filter(({ source }) => !PARTS.has(source));
  const treeOf = createTreeLookup(trees);
  const indexed = new Map<PartsTree, ReadonlyMap<number, KnownParts>>();
  for (const [tree, own] of Map.groupBy(unknown, ({ file }) => treeOf(file))) {
    indexed.set(tree, await tree.index.readParts(own.map(({ file }) => file.document)));
  }
  return taken.map(({ file, source }): FileWithParts => {
    const { repository, path, kind, kinds, score, chunks, named } = file;
    const known = indexed.get(treeOf(file))?.get(file.document);
    const parts = PARTS.get(source) ?? readParts(source, file, known);
    PARTS.set(source, parts);
    return {
      ...(repository !== undefined && { repository }),
      path,
      kinds,
      score,
      chunks,
      named,
      parts,
      isDocument: kind === "document",
      lines: source.lines,
    };
  });
}

/**
 * Returns the parts of a text. They come from the index if it has them, because a process that
 * answers one question takes longer to load the parser than for everything else. A text that is too
 * long has its chunks as parts.
 */
function readParts(
  { lines }: PassageSource,
  file: FoundFile,
  indexed: KnownParts | undefined,
): readonly Part[] {
  const known = indexed?.hash === file.documentHash
    ? decodeParts(indexed.encoded, lines)
    : undefined;
  if (known !== undefined) return known;
  const text = lines.join("\n");
  if (isCuttable(text)) return cutParts(text, file);
  return file.chunks.map(({ startLine, endLine }): Part => ({
    startLine,
    endLine,
    kind: "block",
    names: [],
    container: "",
    head: "",
    isContinuation: false,
  }));
}

/** Returns a function that scores the phrases in a part, or `undefined` without phrases. */
async function createPhraseScorer(
  files: readonly FileWithParts[],
  phrases: FoundFiles["phrases"],
): Promise<Parameters<typeof gatherPartEvidence>[2]> {
  if (phrases.length === 0) return undefined;
  const { findPhrase } = await import("@dossier/core/query");
  const places = new Map(files.map((file) => [
    file,
    phrases.flatMap(({ text, weight }) =>
      findPhrase(text, file.lines).map((row) => ({ line: row + 1, weight }))
    ),
  ]));
  return (file, { startLine, endLine }) =>
    places.get(file)!.filter(({ line }) => startLine <= line && line <= endLine)
      .reduce((best, { weight }) => Math.max(best, weight), 0);
}

/**
 * Returns the cosines of the names and signatures of parts, or `undefined` without a fast model, or
 * when the trees have different models.
 */
async function embedHeads(
  listRanked: () => readonly RankedPart[],
  [first, ...others]: readonly Pick<PartsTree, "embeddedQuery" | "embedder">[],
): Promise<ReadonlyMap<Part, number> | undefined> {
  const { embeddedQuery: { vector } = {}, embedder } = first ?? {};
  if (vector === undefined || embedder?.isFast !== true) return undefined;
  if (
    others.some(({ embeddedQuery }) => embeddedQuery.vector?.fingerprint !== vector.fingerprint)
  ) {
    return undefined;
  }
  const ranked = listRanked();
  const rows = HEADS.get(embedder) ?? new WeakMap<Part, Float32Array>();
  HEADS.set(embedder, rows);
  const unknown = ranked.filter(({ part }) => !rows.has(part));
  const texts = unknown.map(({ file: { path }, part: { symbol = "", head } }) =>
    [path.replaceAll("/", " "), symbol, head].join("\n")
  );
  const embedded = await embedder.embedPassages(texts).catch((error) => {
    // The parts are then ranked by all other evidence; the embedding of the query reports the error
    // in a note.
    if (error instanceof EmbedderError) return undefined;
    throw error;
  });
  if (embedded === undefined) return undefined;
  unknown.forEach(({ part }, i) => rows.set(part, embedded[i]!));
  return new Map(ranked.map(({ part }) => [part, cosine(rows.get(part)!, vector.numbers)]));
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

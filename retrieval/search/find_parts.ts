import {
  addHeadMeaning,
  cutParts,
  decodeParts,
  gatherPartEvidence,
  HEAD_MEANING,
  isCuttable,
  type Part,
  type PartedFile,
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

/** How parts are ranked. */
export interface RankedPartsOptions {
  readonly disabled?: readonly string[] | undefined;
  readonly explain?: boolean | undefined;
  /** Most parts that are returned. @default all */
  readonly limit?: number | undefined;
}

/** A tree whose files are cut into parts. */
export interface PartsTree extends SourceTree {
  /** Name of the repository, where several are asked. */
  readonly repository?: string;
  readonly index: IndexReader;
  readonly asked: EmbeddedQuery;
  /** Embeds what parts say of themselves. */
  readonly embedder: Embedder | undefined;
}

/** What {@link findParts} goes by. */
export interface FindPartsOptions
  extends RankedPartsOptions, Omit<PartsTree, "repository" | "index"> {}

/** A found file as the tree has it now. */
export interface LoadedFile {
  readonly file: FoundFile;
  readonly source: PassageSource;
}

/** The parts of the best files for a query. */
export interface FoundParts {
  /** Best first. */
  readonly ranked: readonly RankedPart[];
  /** The files that could be read, by their keys, best first; see `formatPath()`. */
  readonly read: ReadonlyMap<string, LoadedFile>;
  /** Files that are no longer what was indexed. */
  readonly changed: readonly FoundFile[];
  /** Files behind the best, which are not read. */
  readonly further: readonly FoundFile[];
}

/** The parts of some files with what speaks for each. */
interface GatheredParts extends Pick<FoundParts, "changed"> {
  readonly query: PartQuery;
  readonly parts: readonly PartWithEvidence[];
  /** The files that could be read, best first. */
  readonly read: readonly LoadedFile[];
}

/** Files whose parts a question is answered with; with 16 or 24 not more of the needed lines are shown. */
export const QUERY_FILES = 12;

/** Parts whose names and signatures are embedded: the best by all else. */
const MAX_EMBEDDED = 150;

/**
 * UTF-16 units of {@link QUERY_FILES} files that are cut into parts, and of more accordingly more; the best few
 * are cut whatever their size. Of 81 questions .66 of the lines that one has to read were shown with this bound,
 * .65 without: large files hold many parts that only seem to be asked for, and take longest.
 */
const MAX_CUT_CHARACTERS = 250_000;

/** Files that are cut in any case. */
const ALWAYS_CUT = 3;

/** The parts of texts that were asked before; a shelf of sources gives the same object for the same text. */
const PARTS = new WeakMap<PassageSource, readonly Part[]>();

/** The vectors of parts by the model that made them; each lasts as long as its part. */
const HEADS = new WeakMap<Embedder, WeakMap<Part, Float32Array>>();

/** Returns the parts of the best files for a query, best first, read from the tree as it is now. */
export async function findParts(
  index: IndexReader,
  found: FoundFiles,
  { disabled, explain, limit, ...tree }: FindPartsOptions,
): Promise<FoundParts> {
  return await findPartsInAll([{ ...tree, index }], found, { disabled, explain, limit });
}

/** Returns what {@link findParts} does, of files of several trees, ranked against each other. */
export async function findPartsInAll(
  trees: readonly PartsTree[],
  found: FoundFiles,
  { disabled, explain = false, limit }: RankedPartsOptions,
): Promise<FoundParts> {
  const { files } = found;
  const best = { ...found, files: files.filter(({ isFurther }) => !isFurther) };
  const { query, parts, read, changed } = await gatherParts(trees, best, { disabled });
  const ranked = rankParts(parts, { query, disabled: new Set(disabled), explain, limit });
  const treeOf = openTreeOf(trees);
  return {
    ranked,
    read: new Map(read.map((one) => [formatPath(one.file), one])),
    changed,
    further: files.filter((file) => file.isFurther && treeOf(file).visibility.shows(file.path)),
  };
}

function openTreeOf(
  trees: readonly PartsTree[],
): (file: Pick<FoundFile, "repository">) => PartsTree {
  const byName = new Map(trees.map((tree) => [tree.repository, tree]));
  return ({ repository }) => byName.get(repository)!;
}

/** Returns what {@link findParts} ranks: the parts with their evidence, in the order of files and lines. */
export async function gatherParts(
  trees: readonly PartsTree[],
  { files, limit, query, phrases }: FoundFiles,
  { disabled = [] }: Pick<RankedPartsOptions, "disabled"> = {},
): Promise<GatheredParts> {
  const { read, changed } = await readFiles(files, trees);
  const parted = await cutFiles(trees, read, limit / QUERY_FILES);
  const options = { query, disabled: new Set(disabled) };
  const known = gatherPartEvidence(parted, query, await openPhrases(parted, phrases));
  const cosines = options.disabled.has(HEAD_MEANING.name) ? undefined : await embedHeads(
    () => rankParts(known, { ...options, limit: MAX_EMBEDDED }),
    trees,
  );
  return { query, parts: cosines ? addHeadMeaning(known, cosines) : known, read, changed };
}

async function readFiles(
  files: readonly FoundFile[],
  trees: readonly PartsTree[],
): Promise<{ readonly read: readonly LoadedFile[]; readonly changed: readonly FoundFile[] }> {
  const treeOf = openTreeOf(trees);
  const allowed = files.filter((file) => treeOf(file).visibility.shows(file.path));
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

/** Returns the files with their parts, without those that are too much to cut. */
async function cutFiles(
  trees: readonly PartsTree[],
  read: readonly LoadedFile[],
  scale: number,
): Promise<readonly PartedFile[]> {
  const maxCharacters = MAX_CUT_CHARACTERS * Math.max(1, scale);
  let characters = 0;
  const taken = read.filter(({ source }, at) => {
    const size = source.lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (at >= ALWAYS_CUT && characters + size > maxCharacters) return false;
    characters += size;
    return true;
  });
  const unknown = taken.filter(({ source }) => !PARTS.has(source));
  const treeOf = openTreeOf(trees);
  const indexed = new Map<PartsTree, ReadonlyMap<number, KnownParts>>();
  for (const [tree, own] of Map.groupBy(unknown, ({ file }) => treeOf(file))) {
    indexed.set(tree, await tree.index.readParts(own.map(({ file }) => file.document)));
  }
  return taken.map(({ file, source }): PartedFile => {
    const { repository, path, kind, kinds, score, chunks, named } = file;
    const known = indexed.get(treeOf(file))?.get(file.document);
    const parts = PARTS.get(source) ?? partsOf(source, file, known);
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
 * Returns the parts of a text, from the index where it has them, as a process that answers one question takes
 * longer to begin to cut than to do all the rest with them; of a text that is too long, its chunks.
 */
function partsOf(
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
    isRest: false,
  }));
}

/** Returns what says how strongly a part holds a phrase; undefined without phrases. */
async function openPhrases(
  files: readonly PartedFile[],
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
 * Returns the cosines of what some parts say of themselves; undefined without a model that is fast, and where the trees
 * have different ones.
 */
async function embedHeads(
  listRanked: () => readonly RankedPart[],
  [first, ...others]: readonly Pick<PartsTree, "asked" | "embedder">[],
): Promise<ReadonlyMap<Part, number> | undefined> {
  const { asked: { vector } = {}, embedder } = first ?? {};
  if (vector === undefined || embedder?.isFast !== true) return undefined;
  if (others.some(({ asked }) => asked.vector?.fingerprint !== vector.fingerprint)) {
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
    // The parts are ranked by all else then; what embeds the query says so in a note.
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

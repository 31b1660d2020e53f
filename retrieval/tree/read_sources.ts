import type { Candidate, PassageSource } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { omitUndefined } from "@dossier/core/text";
import { BoundedMap, contentHash, type DecodedText, RACY_MS } from "../machine/mod.ts";
import { type ReadableDocument, readText, statDocument } from "./read_document.ts";

/** Maximum size of the cache, in approximate bytes: the texts of some thousand files. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/** Approximate memory of a line in addition to its characters, in bytes. */
const LINE_BYTES = 40;

const LINE_BREAK_REGEXP = /\r?\n/;

/** Lines of a file, with the facts about the file that was read. */
interface CachedSource {
  readonly source: PassageSource;
  readonly hash: string;
  readonly file: ReadableDocument;
  /** Approximate size in memory. */
  readonly bytes: number;
}

/**
 * Cache of the lines of files that passages are cut from. A file is valid as long as its facts on
 * disk are the same. A warm engine cuts most passages from files that it has read before.
 */
export class SourceCache {
  readonly #now: () => number;
  readonly #sources = new BoundedMap<string, CachedSource>({
    limit: MAX_CACHED_BYTES,
    sizeOf: ({ bytes }) => bytes,
  });

  readonly #mismatched = new Set<string>();

  /** Creates an empty cache with a clock in milliseconds since 1970. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /**
   * Returns the cached lines of a file in its current state; undefined when it was not read in that
   * state.
   */
  find(path: string, file: ReadableDocument): CachedSource | undefined {
    const known = this.#sources.get(path);
    return known !== undefined && isSameFile(known.file, file) ? known : undefined;
  }

  /** Returns true when a file still has these lines. */
  isCurrent(
    path: string,
    source: PassageSource,
    { root, visibility }: Pick<SourceTree, "root" | "visibility">,
  ): boolean {
    const file = statDocument(root, path, visibility);
    return file.kind === "file" && this.find(path, file)?.source === source;
  }

  /** Records that a file has other content than was indexed. */
  noteMismatch(path: string): void {
    this.#mismatched.add(path);
  }

  /** Returns the files that were recorded since the last call. */
  consumeMismatches(): readonly string[] {
    const paths = [...this.#mismatched];
    this.#mismatched.clear();
    return paths;
  }

  /** Stores the lines of a file that was checked before it was read, unless it has just changed. */
  add(path: string, source: CachedSource): void {
    if (this.isStable(source.file)) this.#sources.set(path, source);
  }

  /**
   * Returns true when the last change of a file is old enough: any change after it was checked then
   * also changes its times.
   */
  isStable({ touched }: ReadableDocument): boolean {
    return touched <= this.#now() - RACY_MS;
  }
}

/** Returns true when two facts about a file are equal. */
export function isSameFile(known: ReadableDocument, file: ReadableDocument): boolean {
  const fields = ["size", "modified", "touched", "inode"] as const;
  return fields.every((field) => known[field] === file[field]);
}

/** Tree whose texts are read. */
export interface SourceTree {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly visibility: Visibility;
  /** Cache of texts; without it each file is read again. */
  readonly sources?: SourceCache | undefined;
}

/**
 * Returns the texts of the files of candidates by path, each read once in its current state;
 * undefined for files that may not be read, or differ from the indexed ones.
 */
export async function readSources(
  candidates: readonly Pick<Candidate, "path" | "documentHash">[],
  tree: SourceTree,
): Promise<ReadonlyMap<string, PassageSource | undefined>> {
  const hashes = new Map(candidates.map(({ path, documentHash }) => [path, documentHash]));
  const sources = [...hashes].map(async ([path, hash]) =>
    [path, await readSource(path, hash, tree)] as const
  );
  return new Map(await Promise.all(sources));
}

async function readSource(
  path: string,
  hash: string,
  { root, visibility, sources }: SourceTree,
): Promise<PassageSource | undefined> {
  const file = statDocument(root, path, visibility);
  if (file.kind === "skipped") return undefined;
  const known = sources?.find(path, file);
  if (known !== undefined) return checkHash(known);
  const read = await readText(root, path, { ...file, visibility });
  if (read.kind === "skipped") return undefined;
  const source = toSource(read);
  const bytes = read.text.length + source.lines.length * LINE_BYTES;
  const cached = { file, source, hash: await contentHash(read.bytes), bytes };
  sources?.add(path, cached);
  return checkHash(cached);

  function checkHash(found: CachedSource): PassageSource | undefined {
    if (found.hash === hash) return found.source;
    sources?.noteMismatch(path);
    return undefined;
  }
}

/**
 * Returns the lines of a text.
 *
 * @param original Lines before secrets were masked. Lines that differ are marked as masked.
 */
export function toSource(
  { text, encoding }: DecodedText,
  original?: PassageSource,
): PassageSource {
  const lines = text.includes("\r") ? text.split(LINE_BREAK_REGEXP) : text.split("\n");
  // A line break at the very end starts no further line.
  if (lines.at(-1) === "" && lines.length !== original?.lines.length) lines.pop();
  if (original === undefined) return { lines, ...omitUndefined({ encoding }) };
  const masked = lines.flatMap((line, row) => line === original.lines[row] ? [] : [row + 1]);
  return { ...original, lines, masked: new Set(masked) };
}

import type { Candidate, PassageSource } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { omitUndefined } from "@dossier/core/text";
import { BoundedMap, contentHash, type DecodedText, RACY_MS } from "../machine/mod.ts";
import { type ReadableDocument, readText, statDocument } from "./read_document.ts";

/** Most that is kept, in about bytes: the texts of some thousand files. */
const MAX_CACHED_BYTES = 64 * 1024 * 1024;

/** About what a line takes beside its characters, in bytes. */
const LINE_BYTES = 40;

const LINE_BREAK_REGEXP = /\r?\n/;

/** The lines of a file, and what they were read from. */
interface CachedSource {
  readonly source: PassageSource;
  readonly hash: string;
  readonly file: ReadableDocument;
  /** About what it takes in memory. */
  readonly bytes: number;
}

/**
 * The lines of files that passages were cut from, each for as long as its file is the same by all that
 * the disk says of it. A warm engine cuts most passages from files that it has read before.
 */
export class SourceCache {
  readonly #now: () => number;
  readonly #sources = new BoundedMap<string, CachedSource>({
    limit: MAX_CACHED_BYTES,
    sizeOf: ({ bytes }) => bytes,
  });

  readonly #mismatched = new Set<string>();

  /** Makes an empty shelf with a clock in milliseconds since 1970. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Returns what is known of a file as it is. */
  find(path: string, file: ReadableDocument): CachedSource | undefined {
    const known = this.#sources.get(path);
    return known !== undefined && isSameFile(known.file, file) ? known : undefined;
  }

  /** Returns whether the lines of a file are still these. */
  isCurrent(
    path: string,
    source: PassageSource,
    { root, visibility }: Pick<SourceTree, "root" | "visibility">,
  ): boolean {
    const file = statDocument(root, path, visibility);
    return file.kind === "file" && this.find(path, file)?.source === source;
  }

  /** Notes that a file was found to hold something else than what was indexed. */
  noteMismatch(path: string): void {
    this.#mismatched.add(path);
  }

  /** Returns the files that were noted since the last call. */
  consumeMismatches(): readonly string[] {
    const doubted = [...this.#mismatched];
    this.#mismatched.clear();
    return doubted;
  }

  /** Keeps the lines of a file that was looked at before it was read, unless it has just been touched. */
  add(path: string, shelved: CachedSource): void {
    if (this.isStable(shelved.file)) this.#sources.set(path, shelved);
  }

  /** Returns whether a file that was looked at before it was read can not have changed since without a sign of it. */
  isStable({ touched }: ReadableDocument): boolean {
    return touched <= this.#now() - RACY_MS;
  }
}

/** Returns whether a file is the same by all that the disk says of it. */
export function isSameFile(known: ReadableDocument, file: ReadableDocument): boolean {
  const fields = ["size", "modified", "touched", "inode"] as const;
  return fields.every((field) => known[field] === file[field]);
}

/** Where texts are read. */
export interface SourceTree {
  /** Absolute path of the tree. */
  readonly root: string;
  readonly visibility: Visibility;
  /** Texts that were read before; each is read anew without it. */
  readonly sources?: SourceCache | undefined;
}

/**
 * Returns the texts of the files that candidates are of, by path, each read once and as the tree has it
 * now; undefined for those that may not be read or are no longer what was indexed.
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
 * @param original The lines before secrets in them were masked: those that differ are marked.
 */
export function toSource(
  { text, encoding }: DecodedText,
  original?: PassageSource,
): PassageSource {
  const lines = text.includes("\r") ? text.split(LINE_BREAK_REGEXP) : text.split("\n");
  // A line break at the very end opens no further line.
  if (lines.at(-1) === "" && lines.length !== original?.lines.length) lines.pop();
  if (original === undefined) return { lines, ...omitUndefined({ encoding }) };
  const masked = lines.flatMap((line, row) => line === original.lines[row] ? [] : [row + 1]);
  return { ...original, lines, masked: new Set(masked) };
}

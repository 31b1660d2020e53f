import type { Candidate, PassageSource } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { contentHash } from "../machine/mod.ts";
import { readText, statDocument } from "./read_document.ts";
import type { SourceShelf } from "./source_shelf.ts";

/** Where texts are read. */
export interface SourceTree {
  /** Absolute path of the tree. */
  readonly root: string;
  /** What may not be read. */
  readonly visibility: Visibility;
  /** Texts that were read before; each is read anew without it. */
  readonly sources?: SourceShelf | undefined;
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
  if (known !== undefined) return known.hash === hash ? known.source : undefined;
  const read = await readText(root, path, { ...file, visibility });
  if (read.kind === "skipped" || await contentHash(read.bytes) !== hash) return undefined;
  const source = toSource(read.text);
  sources?.keep(path, { file, source, hash, length: read.text.length });
  return source;
}

/**
 * Returns the lines of a text.
 *
 * @param original The lines before secrets in them were masked: those that differ are marked.
 */
export function toSource(text: string, original?: PassageSource): PassageSource {
  const lines = text.includes("\r") ? text.split(LINE_BREAK_REGEXP) : text.split("\n");
  // A line break at the very end opens no further line.
  if (lines.at(-1) === "" && lines.length !== original?.lines.length) lines.pop();
  if (original === undefined) return { lines };
  const masked = lines.flatMap((line, row) => line === original.lines[row] ? [] : [row + 1]);
  return { lines, masked: new Set(masked) };
}

const LINE_BREAK_REGEXP = /\r?\n/;

import type { Candidate, PassageSource } from "@dossier/core";
import type { Exclusions } from "@dossier/core/exclude";
import { contentHash } from "./scan/content_hash.ts";
import { readDocument } from "./scan/read_document.ts";

/**
 * Returns the texts of the files that candidates are of, by path, each read once from the tree as it is
 * now; undefined for those that may not be read or are no longer what was indexed.
 */
export async function readSources(
  candidates: readonly Pick<Candidate, "path" | "documentHash">[],
  { root, exclusions }: { readonly root: string; readonly exclusions: Exclusions },
): Promise<ReadonlyMap<string, PassageSource | undefined>> {
  const hashes = new Map(candidates.map(({ path, documentHash }) => [path, documentHash]));
  const sources = [...hashes].map(async ([path, hash]) => {
    const read = readDocument(root, path, exclusions);
    const isRanked = read.kind === "text" && await contentHash(read.bytes) === hash;
    return [path, isRanked ? toSource(read.text) : undefined] as const;
  });
  return new Map(await Promise.all(sources));
}

/** Returns the lines of a text. */
export function toSource(text: string): PassageSource {
  const lines = text.includes("\r") ? text.split(LINE_BREAK_REGEXP) : text.split("\n");
  // A line break at the very end opens no further line.
  if (lines.at(-1) === "") lines.pop();
  return { lines };
}

const LINE_BREAK_REGEXP = /\r?\n/;

import { RANKING } from "@dossier/core/rank";
import type { ChunkEvidence } from "./chunk_evidence.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";
import type { FoundEvidence } from "./read_file_evidence.ts";

/** Name of the step that lowers further chunks of the same file. */
export const FILE_SATURATION = "file-saturation";

/** A file of the pool with its score. */
export interface RankedFile extends FoundEvidence {
  /** The sum of the ranking's steps. */
  readonly score: number;
}

/** A chunk with its final score. */
export interface RankedChunk {
  /** Number in the snapshot. */
  readonly chunk: number;
  /** The file's score times {@link share} and {@link saturation}. */
  readonly score: number;
  /** What speaks for the chunk as a share of what speaks for the file's best chunk. */
  readonly share: number;
  /** How many chunks of its file are better. */
  readonly before: number;
  /** What the step makes of that; 1 when it is left out. */
  readonly saturation: number;
}

/**
 * Returns the chunks of the files: the best of each has its file's score, and each further one less,
 * as what a file says twice is worth less than another file. Of two equal chunks of one file the
 * earlier is the better one.
 *
 * A file that no word of the query is in is shown by its beginning.
 *
 * @param options.limit How many are wanted: chunks that are surely not among the best so many, nor equal
 * to the last of them, are left out.
 */
export function rankChunks(
  files: readonly RankedFile[],
  { limit, snapshot, evidence: { valueOf }, kept = new Set(), disabled }: {
    readonly limit: number;
    /** Chunks that are not left out. */
    readonly kept?: ReadonlySet<number> | undefined;
    readonly snapshot: LexicalSnapshot;
    readonly evidence: ChunkEvidence;
    readonly disabled: ReadonlySet<string>;
  },
): RankedChunk[] {
  const factor = disabled.has(FILE_SATURATION)
    ? 1
    : RANKING.find(({ name }) => name === FILE_SATURATION)?.constant ?? 1;
  const { firstChunks } = snapshot.files;
  // The best chunks of the best files are enough already.
  const floor = files.map(({ score }) => score).sort((a, b) => b - a)[limit - 1] ?? -Infinity;
  const keptFiles = new Set([...kept].map((chunk) => snapshot.fileOf[chunk]!));
  return files.flatMap(({ file, score: fileScore }) => {
    const hasKept = keptFiles.has(file);
    if (fileScore < floor && !hasKept) return [];
    const first = firstChunks[file]!;
    const chunks: { readonly chunk: number; readonly value: number }[] = [];
    for (let chunk = first; chunk < firstChunks[file + 1]!; chunk++) {
      const value = valueOf(chunk);
      if (value > 0) chunks.push({ chunk, value });
    }
    const [best] = chunks.sort((a, b) => b.value - a.value || a.chunk - b.chunk);
    if (best === undefined) {
      return [{ chunk: first, score: fileScore, share: 1, before: 0, saturation: 1 }];
    }
    const ranked: RankedChunk[] = [];
    for (const { chunk, value } of chunks) {
      const before = ranked.length;
      const share = value / best.value;
      const saturation = factor ** before;
      const score = fileScore * share * saturation;
      if (score < floor && !hasKept) break;
      ranked.push({ chunk, score, share, before, saturation });
    }
    return ranked;
  });
}

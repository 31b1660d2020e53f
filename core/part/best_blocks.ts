import { log } from "../math/mod.ts";
import type { LineRange } from "../fragment/lines.ts";
import type { ScorableTerm } from "../rank/analyzed_query.ts";
import { analyzeWord } from "../text/analyze.ts";
import { scanNames } from "../text/scan_names.ts";
import { createWordCache } from "../text/word_cache.ts";
import type { Part } from "./cut_parts.ts";

/** Maximum number of lines of a block, for text without blank lines. */
const MAX_BLOCK = 10;

/** Minimum number of lines of a part from which lines may be elided. */
const MIN_PART = 24;

const termsOf = createWordCache(analyzeWord, { maxWords: 1 << 10 });

/** Options of {@link chooseBestBlocks}. */
export interface BestBlocksOptions {
  /** Lines of the file; line 1 is at index 0. */
  readonly lines: readonly string[];
  /** Lines of the part's signature, which are always included. */
  readonly signature?: LineRange | undefined;
  readonly terms: readonly Pick<ScorableTerm, "term" | "weight">[];
  /** Maximum number of lines, as a share of the lines of the part. */
  readonly share: number;
}

/**
 * Returns the most relevant lines of a part: its signature, and the blocks with words of a query,
 * rare words first. Blocks are separated by blank lines. Undefined when the part is short or no
 * block has a word of the query.
 */
export function chooseBestBlocks(
  part: Part,
  { lines, terms, share, signature }: BestBlocksOptions,
): readonly LineRange[] | undefined {
  const { startLine, endLine } = part;
  const size = endLine - startLine + 1;
  if (size < MIN_PART) return undefined;
  const blocks = listBlocks(lines, part);
  const weights = new Map(terms.map(({ term, weight = 1 }) => [term, weight]));
  const found = blocks.map((block) => findTerms(lines, block, weights));
  const blocksWith = (term: string) => found.filter((terms) => terms.has(term)).length;
  const idfs = new Map([...weights].map(([term, weight]) => {
    const n = blocksWith(term);
    return [term, weight * log(1 + (blocks.length - n + .5) / (n + .5))];
  }));
  const scored = blocks.map((block, i) => ({
    block,
    score: [...found[i]!].reduce((sum, term) => sum + idfs.get(term)!, 0),
  })).filter(({ score }) => score > 0).sort((a, b) => b.score - a.score);
  const chosen: LineRange[] = signature === undefined ? [] : [signature];
  let left = size * share;
  for (const { block } of scored) {
    const length = block.endLine - block.startLine + 1;
    if (length > left) continue;
    left -= length;
    chosen.push(block);
  }
  return chosen.length > 1 ? chosen : undefined;
}

/** Returns the lines of a part in blocks, cut at blank lines. */
function listBlocks(lines: readonly string[], { startLine, endLine }: Part): readonly LineRange[] {
  const blocks: LineRange[] = [];
  let start: number | undefined;
  const close = (end: number) => {
    if (start !== undefined) blocks.push({ startLine: start, endLine: end });
    start = undefined;
  };
  for (let line = startLine; line <= endLine; line++) {
    if (lines[line - 1]!.trim() === "") close(line - 1);
    else {
      if (start !== undefined && line - start >= MAX_BLOCK) close(line - 1);
      start ??= line;
    }
  }
  close(endLine);
  return blocks;
}

function findTerms(
  lines: readonly string[],
  { startLine, endLine }: LineRange,
  weights: ReadonlyMap<string, number>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const line of lines.slice(startLine - 1, endLine)) {
    scanNames(line, (start, end) => {
      for (const term of termsOf(line, start, end)) if (weights.has(term)) found.add(term);
    });
  }
  return found;
}

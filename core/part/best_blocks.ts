import { log } from "../math/mod.ts";
import type { LineRange } from "../fragment/lines.ts";
import type { ScorableTerm } from "../rank/analyzed_query.ts";
import { analyzeWord } from "../text/analyze.ts";
import { scanNames } from "../text/scan_names.ts";
import { createWordCache } from "../text/word_cache.ts";
import type { Part } from "./cut_parts.ts";

/** Lines after which a block ends, though no line is blank. */
const MAX_BLOCK = 10;

/** Lines of the smallest part that is worth an elision. */
const MIN_PART = 24;

const termsOf = createWordCache(analyzeWord, { maxWords: 1 << 10 });

/** What {@link chooseBestBlocks} goes by. */
export interface BestBlocksOptions {
  /** The lines of the file; line 1 is at index 0. */
  readonly lines: readonly string[];
  /** The lines of its signature, which are always among those. */
  readonly signature?: LineRange | undefined;
  readonly terms: readonly Pick<ScorableTerm, "term" | "weight">[];
  /** Most lines, as a share of those of the part. */
  readonly share: number;
}

/**
 * Returns the lines of a part that speak most for it: its signature, and of the blocks between its blank
 * lines those with the words of a query, rare ones first. Undefined when it is short, or has none.
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

import type { CutChunk, CutFile } from "./cut_file.ts";
import { isPassage, withoutComment } from "./masked_lines.ts";
import type { Pair } from "./pair.ts";
import { firstSentence, stripMarkup, toQuery } from "./sentence.ts";

const FENCE_REGEXP = /^\s*(?:```|~~~)/;
const NO_PROSE_REGEXP = /^\s*(?:#|[|>!<=~:[-]|\.\.|\d+\.|$| {4})/;
const CHANGES_PATH_REGEXP = /change|release|history|news|licen[cs]e|authors|contributors|version/i;

/** Maximum number of headings of one chunk that are used as queries. */
const MAX_PER_CHUNK = 2;

/**
 * Minimum number of words of a heading that is used alone. Shorter ones are joined with the one
 * above.
 */
const MIN_HEADING_WORDS = 3;

/** Returns the pairs of a file of prose: its headings and the first sentences below them. */
export function sectionPairs(file: CutFile): readonly Pair[] {
  if (CHANGES_PATH_REGEXP.test(file.path)) return [];
  return file.chunks.flatMap((chunk) => [...headingPairs(file, chunk), ...leadPairs(file, chunk)]);
}

function headingPairs(file: CutFile, { chunk, lines }: CutChunk): readonly Pair[] {
  const inside = chunk.symbols.filter(({ kind }) => kind === "heading").map(({ name }) => name);
  const headings = new Set([...chunk.trail.slice(-1), ...inside]);
  const pairs: Pair[] = [];
  for (const heading of headings) {
    const isTelling = stripMarkup(heading).split(" ").length >= MIN_HEADING_WORDS;
    const above = chunk.trail.filter((title) => title !== heading).at(-1) ?? "";
    const query = toQuery(stripMarkup(isTelling ? heading : `${heading} ${above}`));
    if (query === undefined || pairs.length >= MAX_PER_CHUNK) continue;
    const hidden = isTelling ? [heading] : [heading, above];
    const trail = chunk.trail.filter((title) => !hidden.includes(title)).join(" > ");
    const capsule = trail === "" ? file.path : `${file.path}\n${trail}`;
    const body = withoutComment(lines, heading).join("\n");
    if (isPassage(body)) {
      pairs.push({ kind: "section", language: file.language, query, capsule, body });
    }
  }
  return pairs;
}

function leadPairs(file: CutFile, { capsule, lines }: CutChunk): readonly Pair[] {
  const lead = firstParagraph(lines);
  const query = firstSentence(lead);
  if (query === undefined) return [];
  const body = withoutComment(lines, query).join("\n");
  if (!isPassage(body)) return [];
  return [{ kind: "section", language: file.language, query, capsule, body }];
}

function firstParagraph(lines: readonly string[]): string {
  const first = lines.findIndex((line) => !NO_PROSE_REGEXP.test(line) || FENCE_REGEXP.test(line));
  if (first < 0 || FENCE_REGEXP.test(lines[first]!)) return "";
  const end = lines.findIndex((line, row) => row > first && NO_PROSE_REGEXP.test(line));
  return lines.slice(first, end < 0 ? undefined : end).join(" ");
}

import type { DocumentInfo } from "../chunk/mod.ts";
import { isBlankRange } from "../fragment/candidate.ts";
import { formatHeadings } from "../fragment/fragment.ts";
import type { LineRange } from "../fragment/lines.ts";
import {
  cutParts,
  gatherPartEvidence,
  type Part,
  type PartQuery,
  type RankedPart,
  rankParts,
} from "../part/mod.ts";

/** Lines of a document that answer a task. */
export interface DocumentSection extends LineRange {
  /** Its headings from the top, joined by ` > `; empty before the first heading. */
  readonly heading: string;
}

/**
 * Minimum probability of need of a shown section, as a share of the probability of the best
 * section. Most of a long document is about other subjects, and a reader can request further lines.
 */
const LEAST_SHARE = 0.5;

/** Document whose sections are chosen. */
interface SectionedDocument {
  readonly info: DocumentInfo;
  readonly lines: readonly string[];
  /** First line of its text after the front matter, 1-based. @default 1 */
  readonly from?: number;
}

/** Returns all sections of a document. */
export function cutSections({ info, lines, from = 1 }: SectionedDocument): readonly Part[] {
  return cutParts(lines.join("\n"), { ...info, kind: "document" })
    .filter(({ startLine }) => startLine >= from);
}

/**
 * Returns the sections of a document that a task asks about, in line order; consecutive sections
 * are joined. Returns no sections when none has a word of the task, or when the best one is too
 * long: then the beginning of the document is as good.
 *
 * @param document.parts All its sections. @default the result of `cutSections()`
 * @param limit Maximum total length of the sections in UTF-16 code units, as for a cut document.
 */
export function chooseSections(
  { parts, ...document }: SectionedDocument & { readonly parts?: readonly Part[] },
  query: PartQuery,
  limit: number = DOCUMENT_CHARACTERS,
): readonly DocumentSection[] {
  const { info: { path }, lines } = document;
  parts ??= cutSections(document);
  const file = { path, isDocument: true, kinds: [], score: 1, lines, parts, chunks: [] };
  const relevant = gatherPartEvidence([file], query)
    .filter(({ evidence: { words, head } }) => words + head > 0);
  const ranked = rankParts(relevant.map((part) => ({ ...part, uses: [] })), { query });
  const sizeOf = ({ part: { startLine, endLine } }: RankedPart) =>
    lines.slice(startLine - 1, endLine).join("\n").length;
  const [best] = ranked;
  if (best === undefined || sizeOf(best) > limit) return [];
  let left = limit;
  const chosen = ranked.filter((section) => {
    const size = sizeOf(section);
    if (size > left || section.needProbability < LEAST_SHARE * best.needProbability) return false;
    left -= size;
    return true;
  });
  const sections: DocumentSection[] = [];
  for (const { part } of chosen.toSorted((a, b) => a.part.startLine - b.part.startLine)) {
    const { startLine, endLine } = part;
    const last = sections.at(-1);
    const gap = { startLine: (last?.endLine ?? 0) + 1, endLine: startLine - 1 };
    if (last !== undefined && isBlankRange({ lines }, gap)) {
      sections[sections.length - 1] = { ...last, endLine };
    } else {
      sections.push({ startLine, endLine, heading: formatHeadings(part) });
    }
  }
  return sections;
}

/** Beginning of a document. */
export interface DocumentHead {
  /** Shown text, with the notice at its end when it is cut. */
  readonly text: string;
  /** True when text is omitted. */
  readonly cut: boolean;
  /** Last line that is shown whole, 1-based; 0 when none is. */
  readonly lastCompleteLine: number;
}

/** Number of characters of a document in a prompt, as in noface. */
export const DOCUMENT_CHARACTERS = 2000;

/** Minimum share of the characters that a cut at a line end must keep. */
const LINE_SHARE = 0.5;

/** Line end with the white space in front of it. */
const LINE_END_REGEXP = /[^\S\n]*(?:\n|$)/y;

const SURROGATE_PAIR_REGEXP = /[\ud800-\udbff][\udc00-\udfff]/g;

/**
 * Returns the first `limit` characters (code points) of a text and a notice that it continues.
 * Returns the whole text when the cut would save no more than the notice costs.
 *
 * The cut is at a line end, unless that would drop half of the characters.
 *
 * @param limit Maximum number of characters, without the notice.
 */
export function cutDocument(text: string, limit: number = DOCUMENT_CHARACTERS): DocumentHead {
  const total = countCharacters(text);
  if (total <= limit) return uncutHead(text);
  const hard = text.slice(0, offsetOf(text, limit));
  const line = hard.lastIndexOf("\n");
  const isTidy = line >= LINE_SHARE * hard.length;
  const shown = (text[hard.length] === "\n" || !isTidy ? hard : hard.slice(0, line)).trimEnd();
  const notice = `[cut: ${countCharacters(shown)} of ${total} characters shown]`;
  // The notice would cost what the cut saves.
  if (total <= limit + notice.length) return uncutHead(text);
  LINE_END_REGEXP.lastIndex = shown.length;
  const lastCompleteLine = countLines(shown) - (LINE_END_REGEXP.test(text) ? 0 : 1);
  return { text: `${shown}\n${notice}`, cut: true, lastCompleteLine };
}

function uncutHead(text: string): DocumentHead {
  return { text, cut: false, lastCompleteLine: countLines(text) };
}

function countCharacters(text: string): number {
  return text.length - (text.match(SURROGATE_PAIR_REGEXP)?.length ?? 0);
}

/** Returns the offset after the first `characters` code points. */
function offsetOf(text: string, characters: number): number {
  let offset = 0;
  for (let count = 0; count < characters && offset < text.length; count++) {
    offset += text.codePointAt(offset)! > 0xffff ? 2 : 1;
  }
  return offset;
}

/** Returns the number of lines of a text; a line end at its very end opens no further one. */
function countLines(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}

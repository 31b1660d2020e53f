import type { DocumentInfo } from "../chunk/mod.ts";
import { isBlankRange } from "../fragment/candidate.ts";
import { tellHeadings } from "../fragment/fragment.ts";
import type { LineRange } from "../fragment/lines.ts";
import {
  cutParts,
  gatherPartEvidence,
  type PartQuery,
  type RankedPart,
  rankParts,
} from "../part/mod.ts";
import { DOCUMENT_CHARACTERS } from "./cut_document.ts";

/** Lines of a document that answer a task. */
export interface DocumentSection extends LineRange {
  /** Its headings from the top, joined by ` > `; empty before the first one. */
  readonly heading: string;
}

/**
 * A section is shown when it is as likely needed as this share of the best one's chance. A document is
 * long as it says much else, and a reader who wants more may ask for its lines.
 */
const LEAST_SHARE = 0.5;

/**
 * Returns the sections of a document that a task asks about, in line order, those that follow each other as
 * one; none when no section has a word of it, or the best is too long: its beginning is as good then.
 *
 * @param document.from Line from which on it says something, 1-based: that behind its front matter.
 * @param limit Most UTF-16 units of them all, as of a document that is cut.
 */
export function chooseSections(
  { info, lines, from = 1 }: {
    readonly info: DocumentInfo;
    readonly lines: readonly string[];
    readonly from?: number;
  },
  query: PartQuery,
  limit: number = DOCUMENT_CHARACTERS,
): readonly DocumentSection[] {
  const { path } = info;
  const parts = cutParts(lines.join("\n"), { ...info, kind: "document" })
    .filter(({ startLine }) => startLine >= from);
  const file = { path, isDocument: true, kinds: [], score: 1, lines, parts, chunks: [] };
  const telling = gatherPartEvidence([file], query)
    .filter(({ evidence: { words, head } }) => words + head > 0);
  const ranked = rankParts(telling.map((part) => ({ ...part, uses: [] })), { query });
  const sizeOf = ({ part: { startLine, endLine } }: RankedPart) =>
    lines.slice(startLine - 1, endLine).join("\n").length;
  const [best] = ranked;
  if (best === undefined || sizeOf(best) > limit) return [];
  let left = limit;
  const chosen = ranked.filter((section) => {
    const size = sizeOf(section);
    if (size > left || section.worth < LEAST_SHARE * best.worth) return false;
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
      sections.push({ startLine, endLine, heading: tellHeadings(part) });
    }
  }
  return sections;
}

import type { Candidate, DocumentKind, Explanation } from "@dossier/core";
import { tellHeadings } from "@dossier/core/fragment";
import type { RankedPart } from "@dossier/core/part";
import { present } from "@dossier/core/text";
import type { FoundFile } from "./retrieve.ts";

/** What a search finds: a part of a file, or a file by the lines of it that match best. */
export interface SearchHit {
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Content hash of the document that the lines are of. */
  readonly documentHash: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** The definition that the lines are, or are in, as `Pool.open`; of a section its headings, as `Guide > Install`. */
  readonly symbol?: string;
  /** What the lines are; absent where files are listed. */
  readonly part?: "definition" | "section" | "block";
  /** How well it answers the query: higher is better, comparable inside one list only. */
  readonly score: number;
  /** Present when it is proposed for its meaning alone, as no word of the query is in the tree. */
  readonly byMeaning?: boolean;
  /** Why it has this score; present when it was asked for. */
  readonly explanation?: Explanation;
}

/** Returns a ranked part as a hit in its file. */
export function partHit(
  { part, score, explanation }: RankedPart,
  { path, language, kind, documentHash, byMeaning }: FoundFile,
): SearchHit {
  const { startLine, endLine } = part;
  return {
    ...{ path, language, kind, documentHash, startLine, endLine },
    ...present({ symbol: part.kind === "section" ? tellHeadings(part) || undefined : part.symbol }),
    part: part.kind,
    score,
    ...present({ byMeaning, explanation }),
  };
}

/** Returns the best chunk of a file as a hit of the file. */
export function fileHit({ hasPhraseWords: _, ...hit }: Candidate): SearchHit {
  return hit;
}

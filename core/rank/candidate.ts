import type { DocumentKind } from "../chunk/chunk.ts";
import type { Explanation } from "./explanation.ts";

/** Chunk that a retriever proposes for a query. */
export interface Candidate {
  /** Name of its repository, when a query searches several. */
  readonly repository?: string;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Content hash of the document with these lines. Lines of another version are not served. */
  readonly documentHash: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** Definition or heading that names the chunk, if any. */
  readonly symbol?: string;
  /** Relevance to the query: higher is better, comparable inside one list only. */
  readonly score: number;
  /** Present when it is proposed for its meaning alone, as no word of the query is in the tree. */
  readonly byMeaning?: boolean;
  /** Present when it has all words of a requested phrase, in any order. */
  readonly hasPhraseWords?: boolean;
  /** Explanation of the score; present when requested. */
  readonly explanation?: Explanation;
}

/**
 * Orders candidates best first: by score, then by path in code units and by line, so that equal
 * scores always come in the same order.
 */
export function compareCandidates(a: Candidate, b: Candidate): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.path !== b.path) return a.path < b.path ? -1 : 1;
  return a.startLine - b.startLine;
}

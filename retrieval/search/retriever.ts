import type { Candidate, DocumentKind } from "@dossier/core";
import type { QueryVector } from "../embed/mod.ts";
import type { QueryText } from "./query_text.ts";

/** Which documents may be proposed; what is left out does not narrow the choice. */
export interface DocumentFilter {
  /** Globs, one of which the path must match (`src/**`, `*.md` for a name in any folder). */
  readonly paths?: readonly string[];
  /** Languages, one of which the document must have. */
  readonly languages?: readonly string[];
  /** Program text or prose only. */
  readonly kind?: DocumentKind;
}

/** What a {@link Retriever} is asked for. */
export interface RetrievalRequest {
  /** What the user wrote. */
  readonly query: QueryText;
  /** The query as a model reads it; without it the answer goes by words alone. */
  readonly vector?: QueryVector | undefined;
  /**
   * Phrases that are looked for: some chunks that have all words of one of them are returned beside the
   * best, and marked.
   */
  readonly phrases?: readonly string[];
  /** Most candidates to return; a larger one never changes those that a smaller one returns. */
  readonly limit: number;
  /** Applied before the best are taken, so that it never costs results. */
  readonly filter?: DocumentFilter;
  /** Returns whether the document at a path may be proposed at all; applied as the filter is. */
  readonly isServed?: (path: string) => boolean;
  /** Names of ranking steps to leave out. */
  readonly disabled?: ReadonlySet<string>;
  /** Whether each candidate is to come with its explanation. @default false */
  readonly explain?: boolean;
}

/**
 * Something that proposes chunks for a query.
 *
 * Whatever its back end, an implementation keeps the rules that `tests/conformance/retriever.ts`
 * checks: at most `limit` candidates, all passing the filter, best first with ties by path and line,
 * scores above 0 and finite, the same answer to the same question, explanations whose value is the
 * score, and no candidate for a query without words.
 */
export interface Retriever {
  /** Name for explanations and `--disable`. */
  readonly name: string;
  /** Returns the best candidates for the request, best first. */
  retrieve(request: RetrievalRequest): Promise<readonly Candidate[]>;
}

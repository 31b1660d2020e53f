import { analyzeQuery } from "@dossier/core";

/** Query for the engines. */
export interface BenchQuery {
  /** Text as a user would write it. */
  readonly text: string;
  /** Distinct index terms of the text. */
  readonly terms: readonly string[];
}

/** Numbers of terms of queries: a search box, a question, and an issue. */
export const QUERY_SIZES: readonly number[] = [5, 20, 60];

/** Number of queries of each size. */
const QUERIES = 40;

const DOC_COMMENT_REGEXP = /\/\*\*([\s\S]*?)\*\//g;
const TAG_REGEXP = /\{?@\w+[^\n]*|```[\s\S]*?(?:```|$)|^\s*\*+|https?:\S+/gm;
const WORD_REGEXP = /[\p{L}\p{N}_.'-]+/gu;

/** Collects queries from the doc comments of files. */
export class QuerySampler {
  readonly #queries = new Map<number, BenchQuery[]>(QUERY_SIZES.map((size) => [size, []]));

  /**
   * Adds at most one query of each size from a file: the first words of its comments with the right
   * number of terms.
   */
  add(text: string): void {
    let words: readonly string[] | undefined;
    for (const [size, queries] of this.#queries) {
      if (queries.length === QUERIES) continue;
      words ??= commentWords(text);
      const query = cutToTerms(words, size);
      if (query !== undefined) queries.push(query);
    }
  }

  /** Returns the queries by their number of terms. */
  queries(): Record<string, readonly BenchQuery[]> {
    return Object.fromEntries(this.#queries);
  }
}

function commentWords(text: string): readonly string[] {
  const comments = [...text.matchAll(DOC_COMMENT_REGEXP)].map(([, comment = ""]) => comment);
  return comments.join("\n").replace(TAG_REGEXP, " ").match(WORD_REGEXP) ?? [];
}

/** Returns the shortest beginning of the words with exactly `size` terms, or undefined. */
function cutToTerms(words: readonly string[], size: number): BenchQuery | undefined {
  // Half of the words of a text are new terms at first, and fewer later.
  for (let count = size; count <= Math.min(words.length, size * 6); count++) {
    const text = words.slice(0, count).join(" ");
    const terms = analyzeQuery(text).map(({ term }) => term);
    if (terms.length === size) return { text, terms };
    if (terms.length > size) return undefined;
  }
  return undefined;
}

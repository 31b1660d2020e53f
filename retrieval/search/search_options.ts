import type {
  BundleIndex,
  BundleRepository,
  Candidate,
  DocumentKind,
  Explanation,
  GuessedNames,
  Note,
} from "@dossier/core";
import { formatHeadings } from "@dossier/core/fragment";
import { type RankedPart, RANKING_STEPS } from "@dossier/core/part";
import { omitUndefined } from "@dossier/core/text";
import type { DocumentFilter, IndexProgress } from "../index/mod.ts";
import type { FoundFile } from "./retrieve.ts";

/** Default number of results of a search. */
export const DEFAULT_SEARCH_LIMIT = 10;

/** Unit of the results of a search: parts of files, or files. */
export type SearchUnit = "part" | "file";

const SEARCH_UNITS: readonly SearchUnit[] = ["part", "file"];

/** Options of the refresh before an answer. */
export interface FreshnessOptions {
  /** True when the tree is compared with the index first. @default true */
  readonly refresh?: boolean;
  /**
   * Time limit for indexing changed files first, in milliseconds. The first index of a tree is
   * built completely unless a limit is given. @default 2000
   */
  readonly maxRefreshMs?: number | undefined;
  /** Called a few times a second while files are indexed. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /**
   * Aborts indexing: finished work is kept, and the answer is rejected with the error
   * `interrupted`; `index()` reports the pending files.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a search. */
export interface SearchOptions extends FreshnessOptions {
  /**
   * Names of code that the caller guesses: identifiers, parts of file names, words of an API. Ten
   * to twenty help most, and wrong ones do little harm. Each text may have several names, separated
   * by white space or commas; at most 64 names of at most 200 characters each.
   */
  readonly names?: readonly string[] | undefined;
  /** Maximum number of results. @default 10 */
  readonly limit?: number | undefined;
  /**
   * Unit of the results: definitions, sections of documents and blocks; or files, each with its
   * best lines.
   * @default "part"
   */
  readonly by?: SearchUnit | undefined;
  /** Filter of the documents. */
  readonly filter?: DocumentFilter | undefined;
  /** Names of disabled ranking steps. */
  readonly disabled?: readonly string[] | undefined;
  /** True when each result has an explanation of its score as a sum. @default false */
  readonly explain?: boolean | undefined;
}

/** Result of a search. */
export interface SearchResult {
  /** Query as it was given. */
  readonly query: string;
  /** Guessed names that the tree has and lacks; absent without guessed names. */
  readonly names?: GuessedNames;
  /** Searched repositories, in the given order; absent for a single one. */
  readonly repositories?: readonly BundleRepository[];
  /** State of the index. */
  readonly index: BundleIndex;
  /** Results, best first. */
  readonly results: readonly SearchHit[];
  /** Notes for the reader. */
  readonly notes: readonly Note[];
}

/**
 * Checks arguments that callers of the library may pass without the compiler's help.
 *
 * @throws {RangeError} For a limit below 1, a time limit below 0, and invalid numbers.
 * @throws {TypeError} For an unknown ranking step or unit.
 */
export function checkSearchOptions(
  { limit, by, maxRefreshMs, disabled = [] }: SearchOptions,
): void {
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1)) {
    throw new RangeError(
      `Cannot search as the limit must be a whole number >= 1: current value is ${limit}`,
    );
  }
  if (by !== undefined && !SEARCH_UNITS.includes(by)) {
    throw new TypeError(`Cannot search by "${by}": use ${SEARCH_UNITS.join(" or ")}`);
  }
  if (maxRefreshMs !== undefined && !(maxRefreshMs >= 0)) {
    throw new RangeError(
      `Cannot answer as the refresh bound must be a number >= 0: current value is ${maxRefreshMs}`,
    );
  }
  const unknown = disabled.find((name) => !RANKING_STEPS.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(
      `Cannot disable "${unknown}" as it must be one of the ranking steps: ${
        RANKING_STEPS.join(", ")
      }`,
    );
  }
}

/** Hit of a search: a part of a file, or a file with its best lines. */
export interface SearchHit {
  /** Name of the repository, where several are searched. */
  readonly repository?: string;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  /** Lower-case language name. */
  readonly language: string;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** Content hash of the document of the lines. */
  readonly documentHash: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /**
   * Definition of the lines or around them, such as `Pool.open`; for a section its headings, such
   * as `Guide > Install`.
   */
  readonly symbol?: string;
  /** Kind of the part; absent when files are listed. */
  readonly part?: "definition" | "section" | "block";
  /** Score: higher is better, comparable inside one list only. */
  readonly score: number;
  /** Present when it is found by its meaning only, because no word of the query is in the tree. */
  readonly byMeaning?: boolean;
  /** Explanation of the score; present on request. */
  readonly explanation?: Explanation;
}

/** Returns a ranked part as a hit in its file. */
export function partHit(
  { part, score, explanation }: RankedPart,
  { repository, path, language, kind, documentHash, byMeaning }: FoundFile,
): SearchHit {
  const { startLine, endLine } = part;
  return {
    ...omitUndefined({ repository }),
    path,
    language,
    kind,
    documentHash,
    startLine,
    endLine,
    ...omitUndefined({
      symbol: part.kind === "section" ? formatHeadings(part) || undefined : part.symbol,
    }),
    part: part.kind,
    score,
    ...omitUndefined({ byMeaning, explanation }),
  };
}

/** Returns the best chunk of a file as a hit of the file. */
export function fileHit({ hasPhraseWords: _, ...hit }: Candidate): SearchHit {
  return hit;
}

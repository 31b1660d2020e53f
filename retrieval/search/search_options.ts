import type {
  BundleIndex,
  BundleRepository,
  Candidate,
  DocumentKind,
  Explanation,
  GuessedNames,
  Note,
} from "@dossier/core";
import { tellHeadings } from "@dossier/core/fragment";
import { type RankedPart, RANKING_STEPS } from "@dossier/core/part";
import { present } from "@dossier/core/text";
import type { DocumentFilter, IndexProgress } from "../index/mod.ts";
import type { FoundFile } from "./retrieve.ts";

/** Results of a search by default. */
export const DEFAULT_SEARCH_LIMIT = 10;

/** What a search lists: the parts of files, or files. */
export type SearchUnit = "part" | "file";

const SEARCH_UNITS: readonly SearchUnit[] = ["part", "file"];

/** How fresh an answer must be. */
export interface FreshnessOptions {
  /** Whether the tree is compared with the index first. @default true */
  readonly refresh?: boolean;
  /**
   * How long changed files may take to be indexed first, in milliseconds; the first index of a tree
   * is built in full unless this says otherwise. @default 2000
   */
  readonly maxRefreshMs?: number | undefined;
  /** Called a few times a second while files are indexed. */
  readonly onProgress?: ((progress: IndexProgress) => void) | undefined;
  /**
   * Stops indexing early: what is done by then is kept, and instead of an answer there is an error
   * `interrupted`; `index()` reports what is pending.
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a search. */
export interface SearchOptions extends FreshnessOptions {
  /**
   * Names that the caller guesses the code to have: identifiers, parts of file names, words of an API, what a
   * programmer would call it. Ten to twenty help most, and wrong ones do little harm. Each text may hold several,
   * with white space or commas between them; at most 64 names of at most 200 characters each.
   */
  readonly names?: readonly string[] | undefined;
  /** Most results. @default 10 */
  readonly limit?: number | undefined;
  /**
   * What is listed: definitions, sections of documents and blocks, or else files, each by its best lines.
   * @default "part"
   */
  readonly by?: SearchUnit | undefined;
  /** Which documents may be found. */
  readonly filter?: DocumentFilter | undefined;
  /** Names of ranking steps to leave out. */
  readonly disabled?: readonly string[] | undefined;
  /** Whether each result comes with the tree that its score is the sum of. @default false */
  readonly explain?: boolean | undefined;
}

/** What a search finds. */
export interface SearchResult {
  /** The query as it was given. */
  readonly query: string;
  /** Which of the guessed names the tree has; absent when none were given. */
  readonly names?: GuessedNames;
  /** The repositories that were searched, in the order given; absent where there is one. */
  readonly repositories?: readonly BundleRepository[];
  /** The state of the index that answered. */
  readonly index: BundleIndex;
  /** Best first. */
  readonly results: readonly SearchHit[];
  /** What else the reader should know. */
  readonly notes: readonly Note[];
}

/**
 * Checks what callers of the library may get wrong without the compiler's help.
 *
 * @throws {RangeError} For a limit below 1, a bound below 0, and numbers that are none.
 * @throws {TypeError} For a ranking step that does not exist, or a unit that there is not.
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

/** What a search finds: a part of a file, or a file by the lines of it that match best. */
export interface SearchHit {
  /** Name of the repository, where several are searched. */
  readonly repository?: string;
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
  { repository, path, language, kind, documentHash, byMeaning }: FoundFile,
): SearchHit {
  const { startLine, endLine } = part;
  return {
    ...present({ repository }),
    path,
    language,
    kind,
    documentHash,
    startLine,
    endLine,
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

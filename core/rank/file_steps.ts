import { NAMES_CHUNKS, NAMES_TEXT } from "./name_steps.ts";
import type { PathKind } from "./path_kind.ts";
import type { QueryTraits } from "./query_reading.ts";
import type { EvidenceStep, RankingStep } from "./ranking_step.ts";

/**
 * Returns the source of a constant that was searched for on 421 questions, 205 commit messages and 24 issues;
 * the optimum is flat, so round numbers do.
 *
 * @param gain What NDCG@10 of these 650 gains by the step, in thousandths.
 */
export function tuned(gain: number): string {
  return `found by a search over 650 queries; ${sayGain(gain)}`;
}

/** Returns what a step does for NDCG@10 of the 650 queries; `gain` is in thousandths. */
export function sayGain(gain: number): string {
  const by = Math.abs(gain).toFixed(1);
  return gain < 0
    ? `the step lowers their NDCG@10 by ${by} thousandths`
    : `the step raises their NDCG@10 by ${by} thousandths`;
}

const ONE_OVER_BEST = "1 / score of the best file";

/** Adds the best chunks of a file. */
export const CHUNKS: EvidenceStep<"chunks"> = {
  name: "chunks",
  stage: "evidence",
  reads: "the three best chunks by BM25F, relative to the best file",
  does: "Compares the words of the query with each chunk by BM25F. A file gets the score of " +
    "its best chunk, and a share of those of its second and third.",
  constant: 1,
  source: "the unit of the other weights",
  of: "question",
  scores: "chunks",
};

/** Adds the whole text of a file. */
export const TEXT: EvidenceStep<"text"> = {
  name: "text",
  stage: "evidence",
  reads: "BM25 of the whole file, relative to the best file",
  does: "Compares the words of the query with the whole file by BM25, so that words far apart " +
    "count together.",
  constant: 0.6,
  source: tuned(5.9),
  of: "question",
  scores: "text",
  share: { score: "BM25 of the whole file", unit: ONE_OVER_BEST },
};

/** Adds how many of the words of the query a file has. */
const COVERAGE: EvidenceStep<"coverage"> = {
  name: "coverage",
  stage: "evidence",
  reads: "share of the query's words that the file contains, more for longer queries",
  does: "Raises files that contain many words of the query rather than a few of them often. No " +
    "file contains all words of a long query, so it counts three times as much there.",
  constant: .15,
  source: `${tuned(1.9)}, and 10.2 to that of 114 other issues`,
  value: (share, { verbosity }) => share * (1 + 2 * verbosity),
  of: "question",
  scores: "coverage",
};

/** What the name of a file counts for a long text, as a share of what it does for a question. */
const LONG_NAME = 0.3;

/** Adds the name of a file. */
const NAME: EvidenceStep<"name"> = {
  name: "name",
  stage: "evidence",
  reads: "share of the file's name that the query contains, less for common words and long " +
    "queries",
  does: "Compares the file's name with the query. Words of most files count little, and the " +
    "step counts less for a long query, which contains many words by chance.",
  constant: .6,
  source: tuned(14.4),
  value: (share, { verbosity }) => share * (1 - (1 - LONG_NAME) * verbosity),
  of: "question",
  scores: "name",
};

/** Adds the name of the folder that a file is in. */
const FOLDER: EvidenceStep<"folder"> = {
  name: "folder",
  stage: "evidence",
  reads: "share of its folder's name that the query contains, as for its own name",
  does: "Compares the name of the file's folder with a question, but not with a long text.",
  constant: .25,
  source: tuned(3.4),
  value: (share, { verbosity }) => share * (1 - verbosity),
  of: "question",
  scores: "folder",
};

/** Adds to a file, and to its chunk, that it defines a symbol that the query names. */
export const NAMED_SYMBOL: EvidenceStep<"symbol"> = {
  name: "named-symbol",
  stage: "evidence",
  reads: "whether a symbol that the query names is defined here",
  does: "Raises the file and the chunk that define a symbol of the query, such as `Router.add`.",
  constant: 1,
  source: tuned(5.7),
  scores: "symbol",
};

/** Adds the subjects of commits. */
export const SUBJECTS: EvidenceStep<"subjects"> = {
  name: "subjects",
  stage: "evidence",
  reads: "subjects of the commits that touched the file, relative to the best file",
  does:
    "Compares the query with the subjects of the commits that changed the file. New commits and " +
    "commits of few files count more.",
  constant: 0.65,
  source: tuned(9.8),
  scores: "subjects",
  share: {
    score: "BM25 of the subjects",
    unit: "1 / score of the best file, less in a short history",
  },
};

/** Adds the cosine of a file's best chunk. */
export const MEANING: EvidenceStep<"meaning"> = {
  name: "meaning",
  stage: "evidence",
  reads: "cosine of the best chunk, relative to the best file",
  does:
    "Compares the vector of the query with those of the file's chunks and takes the nearest. It " +
    "finds chunks that say the same in other words.",
  constant: 1,
  source: tuned(8.1),
  of: "question",
  scores: "meaning",
  share: { score: "cosine of the best chunk", unit: ONE_OVER_BEST },
  readsVectors: true,
};

/** Adds the cosine of the names that a file defines. */
export const DEFINITIONS: EvidenceStep<"definitions"> = {
  name: "definitions",
  stage: "evidence",
  reads: "cosine of the names it defines, in groups, relative to the best file",
  does:
    "Compares the vector of the query with those of the names that the file defines, eight names " +
    "to a vector, and takes the nearest.",
  constant: .5,
  source: `${tuned(4)}, and searched for on 646 commits of 47 other projects`,
  of: "question",
  scores: "definitions",
  share: { score: "cosine of the names it defines", unit: ONE_OVER_BEST },
  readsVectors: true,
};

/** Adds that the query names a file. */
export const MENTION: EvidenceStep<"mention"> = {
  name: "mention",
  stage: "evidence",
  reads: "how exactly the query names the path",
  does:
    "Raises a file whose path the query names, in prose, a stack trace, a compiler message or " +
    "a URL: the more of the path it names, the more.",
  constant: 2,
  source: "about the maximum that names add (name, folder, named-symbol and definitions: " +
    `2.35); the 650 queries name few files: ${sayGain(0.1)}`,
  scores: "mention",
};

const STEPS = [
  ...[CHUNKS, TEXT, COVERAGE, NAME, FOLDER, NAMED_SYMBOL, SUBJECTS, MEANING, DEFINITIONS, MENTION],
  ...[NAMES_CHUNKS, NAMES_TEXT],
];

/** Whose share of the best one of the steps reads. */
export type FileScore = (typeof STEPS)[number]["scores"];

/** The steps that add up to a file's score, in the order they are explained. */
export const EVIDENCE_STEPS: readonly EvidenceStep<FileScore>[] = STEPS;

/**
 * What speaks for one file. Numbers that have no scale of their own (BM25, cosines) are given as the share of the best
 * file's, so that each has 1 at most and weights mean the same for every query.
 */
export interface FileEvidence {
  readonly shares: Readonly<Record<FileScore, number>>;
  readonly kinds: readonly PathKind[];
  /** Whether it is prose. */
  readonly isDocument: boolean;
}

/** A step that multiplies the score of the files it is about by a power of its constant. */
export interface FactorStep extends RankingStep {
  readonly stage: "factor";
  /** Returns the power: 0 for a file that the step is not about. */
  readonly power: (file: FileEvidence, query: QueryTraits) => number;
}

/** Returns what the value of a step is for a file with a share of the best. */
export function stepValue(
  { value }: Pick<EvidenceStep, "value">,
  share: number,
  query: QueryTraits,
): number {
  return value === undefined ? share : value(share, query);
}

/** How exactly a query names the path of a file that it surely means. */
const SURE_MENTION = 0.5;

/** Returns whether a query asks for a file by what it defines or by its path. */
function isNamed({ shares: { symbol, mention } }: FileEvidence): boolean {
  return symbol === 1 || mention >= SURE_MENTION;
}

/** Returns whether a file is a document in a folder of tests: a guide to them is no test. */
function isGuideOf({ isDocument }: FileEvidence, kind: PathKind): boolean {
  return isDocument && kind === "test";
}

/** The steps that lower files which a question is seldom about, unless it asks for them or names them. */
export const FACTOR_STEPS: readonly FactorStep[] = [
  {
    name: "aside",
    stage: "factor",
    reads: "whether its path says that it is a test, an example, old, generated, or data",
    does:
      "Lowers tests, examples, old and generated files, and data. Files that the query asks for " +
      "or names keep their score.",
    constant: 0.4,
    source: tuned(9.3),
    power: (file, { asked }) =>
      !isNamed(file) && file.kinds.some((kind) => !asked.has(kind) && !isGuideOf(file, kind))
        ? 1
        : 0,
  },
  {
    name: "documents",
    stage: "factor",
    reads: "whether it is prose, which answers an issue less often than a question",
    does:
      "Lowers documents, and for an issue more than for a question, as an issue is mostly about " +
      "code. Documents that the query asks for or names keep their score.",
    constant: 0.6,
    source:
      `found by a search over 650 queries; ${sayGain(2.9)}, and 60.5 to that of the 24 issues ` +
      "among them of a project with a design vault",
    power: (file, { asked, verbosity }) =>
      !isNamed(file) && file.isDocument && !asked.has("document") ? 1 + verbosity : 0,
  },
];

import { NAMES_CHUNKS_STEP, NAMES_TEXT_STEP } from "./name_steps.ts";
import type { PathKind } from "./path_kind.ts";
import type { QueryTraits } from "./analyzed_query.ts";
import type { EvidenceStep, RankingStep } from "./ranking_step.ts";

/**
 * Returns the source of a constant that was searched for on 421 questions, 205 commit messages and
 * 24 issues. The optimum is flat, so round numbers are good enough.
 *
 * @param gain Gain of the step in NDCG@10 of these 650 queries, in thousandths.
 */
export function tunedSource(gain: number): string {
  return `found by a search over 650 queries; ${formatGain(gain)}`;
}

/** Returns the effect of a step on NDCG@10 of the 650 queries; `gain` is in thousandths. */
export function formatGain(gain: number): string {
  const by = Math.abs(gain).toFixed(1);
  return gain < 0
    ? `the step lowers their NDCG@10 by ${by} thousandths`
    : `the step raises their NDCG@10 by ${by} thousandths`;
}

const ONE_OVER_BEST = "1 / score of the best file";

/** Adds the score of the best chunks of a file. */
export const CHUNKS_STEP: EvidenceStep<"chunks"> = {
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

/** Adds the score of the whole text of a file. */
export const TEXT_STEP: EvidenceStep<"text"> = {
  name: "text",
  stage: "evidence",
  reads: "BM25 of the whole file, relative to the best file",
  does: "Compares the words of the query with the whole file by BM25, so that words far apart " +
    "count together.",
  constant: 0.6,
  source: tunedSource(5.9),
  of: "question",
  scores: "text",
  share: { score: "BM25 of the whole file", unit: ONE_OVER_BEST },
};

/** Adds the share of the words of the query that a file has. */
const COVERAGE_STEP: EvidenceStep<"coverage"> = {
  name: "coverage",
  stage: "evidence",
  reads: "share of the query's words that the file contains, more for longer queries",
  does: "Raises files that contain many words of the query rather than a few of them often. No " +
    "file contains all words of a long query, so it counts three times as much there.",
  constant: .15,
  source: `${tunedSource(1.9)}, and 10.2 to that of 114 other issues`,
  value: (share, { verbosity }) => share * (1 + 2 * verbosity),
  of: "question",
  scores: "coverage",
};

/** Weight of the name of a file for a long text, as a share of its weight for a question. */
const LONG_NAME = 0.3;

/** Adds the similarity of the name of a file. */
const NAME_STEP: EvidenceStep<"name"> = {
  name: "name",
  stage: "evidence",
  reads: "share of the file's name that the query contains, less for common words and long " +
    "queries",
  does: "Compares the file's name with the query. Words of most files count little, and the " +
    "step counts less for a long query, which contains many words by chance.",
  constant: .6,
  source: tunedSource(14.4),
  value: (share, { verbosity }) => share * (1 - (1 - LONG_NAME) * verbosity),
  of: "question",
  scores: "name",
};

/** Adds the similarity of the name of a file's folder. */
const FOLDER_STEP: EvidenceStep<"folder"> = {
  name: "folder",
  stage: "evidence",
  reads: "share of its folder's name that the query contains, as for its own name",
  does: "Compares the name of the file's folder with a question, but not with a long text.",
  constant: .25,
  source: tunedSource(3.4),
  value: (share, { verbosity }) => share * (1 - verbosity),
  of: "question",
  scores: "folder",
};

/** Adds to a file, and to its chunk, when it defines a symbol that the query names. */
export const NAMED_SYMBOL_STEP: EvidenceStep<"symbol"> = {
  name: "named-symbol",
  stage: "evidence",
  reads: "whether a symbol that the query names is defined here",
  does: "Raises the file and the chunk that define a symbol of the query, such as `Router.add`.",
  constant: 1,
  source: tunedSource(5.7),
  scores: "symbol",
};

/** Adds the score of the subjects of commits. */
export const SUBJECTS_STEP: EvidenceStep<"subjects"> = {
  name: "subjects",
  stage: "evidence",
  reads: "subjects of the commits that touched the file, relative to the best file",
  does:
    "Compares the query with the subjects of the commits that changed the file. New commits and " +
    "commits of few files count more.",
  constant: 0.65,
  source: tunedSource(9.8),
  scores: "subjects",
  share: {
    score: "BM25 of the subjects",
    unit: "1 / score of the best file, less in a short history",
  },
};

/** Adds the cosine of a file's best chunk. */
export const MEANING_STEP: EvidenceStep<"meaning"> = {
  name: "meaning",
  stage: "evidence",
  reads: "cosine of the best chunk, relative to the best file",
  does:
    "Compares the vector of the query with those of the file's chunks and takes the nearest. It " +
    "finds chunks that say the same in other words.",
  constant: 1,
  source: tunedSource(8.1),
  of: "question",
  scores: "meaning",
  share: { score: "cosine of the best chunk", unit: ONE_OVER_BEST },
  readsVectors: true,
};

/** Adds the cosine of the names that a file defines. */
export const DEFINITIONS_STEP: EvidenceStep<"definitions"> = {
  name: "definitions",
  stage: "evidence",
  reads: "cosine of the names it defines, in groups, relative to the best file",
  does:
    "Compares the vector of the query with those of the names that the file defines, eight names " +
    "to a vector, and takes the nearest.",
  constant: .5,
  source: `${tunedSource(4)}, and searched for on 646 commits of 47 other projects`,
  of: "question",
  scores: "definitions",
  share: { score: "cosine of the names it defines", unit: ONE_OVER_BEST },
  readsVectors: true,
};

/** Adds to a file that the query names. */
export const MENTION_STEP: EvidenceStep<"mention"> = {
  name: "mention",
  stage: "evidence",
  reads: "how exactly the query names the path",
  does:
    "Raises a file whose path the query names, in prose, a stack trace, a compiler message or " +
    "a URL: the more of the path it names, the more.",
  constant: 2,
  source: "about the maximum that names add (name, folder, named-symbol and definitions: " +
    `2.35); the 650 queries name few files: ${formatGain(0.1)}`,
  scores: "mention",
};

const STEPS = [
  ...[
    CHUNKS_STEP,
    TEXT_STEP,
    COVERAGE_STEP,
    NAME_STEP,
    FOLDER_STEP,
    NAMED_SYMBOL_STEP,
    SUBJECTS_STEP,
    MEANING_STEP,
    DEFINITIONS_STEP,
    MENTION_STEP,
  ],
  ...[NAMES_CHUNKS_STEP, NAMES_TEXT_STEP],
];

/** Names of the scores whose share of the best one the steps read. */
export type FileScore = (typeof STEPS)[number]["scores"];

/** Steps whose values add up to a file's score, in the order in which they are explained. */
export const EVIDENCE_STEPS: readonly EvidenceStep<FileScore>[] = STEPS;

/**
 * Evidence for one file. Numbers without a scale of their own (BM25, cosines) are given as a share
 * of the best file's. So each is at most 1, and weights mean the same for every query.
 */
export interface FileEvidence {
  readonly shares: Readonly<Record<FileScore, number>>;
  readonly kinds: readonly PathKind[];
  /** True when it is prose. */
  readonly isDocument: boolean;
}

/** Step that multiplies the score of the files that it applies to by a power of its constant. */
export interface FactorStep extends RankingStep {
  readonly stage: "factor";
  /** Returns the exponent: 0 for a file that the step does not apply to. */
  readonly power: (file: FileEvidence, query: QueryTraits) => number;
}

/** Returns the value of a step for a file with a share of the best score. */
export function stepValue(
  { value }: Pick<EvidenceStep, "value">,
  share: number,
  query: QueryTraits,
): number {
  return value === undefined ? share : value(share, query);
}

/** Minimum strength of a mention that surely means the file. */
const SURE_MENTION = 0.5;

/** Returns true when a query requests a file by a definition in it or by its path. */
function isNamed({ shares: { symbol, mention } }: FileEvidence): boolean {
  return symbol === 1 || mention >= SURE_MENTION;
}

/** Returns true when a file is a document in a folder of tests: a guide to tests is no test. */
function isTestGuide({ isDocument }: FileEvidence, kind: PathKind): boolean {
  return isDocument && kind === "test";
}

/** Steps that lower files that few questions are about, unless the query requests or names them. */
export const FACTOR_STEPS: readonly FactorStep[] = [
  {
    name: "aside",
    stage: "factor",
    reads: "whether its path says that it is a test, an example, old, generated, or data",
    does:
      "Lowers tests, examples, old and generated files, and data. Files that the query asks for " +
      "or names keep their score.",
    constant: 0.4,
    source: tunedSource(9.3),
    power: (file, { requestedKinds }) =>
      !isNamed(file) &&
        file.kinds.some((kind) => !requestedKinds.has(kind) && !isTestGuide(file, kind))
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
      `found by a search over 650 queries; ${formatGain(2.9)}, and 60.5 to that of the 24 issues ` +
      "among them of a project with a design vault",
    power: (file, { requestedKinds, verbosity }) =>
      !isNamed(file) && file.isDocument && !requestedKinds.has("document") ? 1 + verbosity : 0,
  },
];

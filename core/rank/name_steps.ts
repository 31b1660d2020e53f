import type { QueryTraits } from "./analyzed_query.ts";
import type { EvidenceStep, RankingStep } from "./ranking_step.ts";

/**
 * Weight of the words and the meaning of a question beside guessed names, as a share of their
 * weight without names. Of 147 questions with ten guesses the twelve best files have .95 of the
 * needed lines with .5, .93 with 1, and .95 with .1, which relies on guesses more than the next
 * question may justify.
 */
export const QUESTION_SHARE_WITH_NAMES = 0.5;

/** Name of the factor that makes a share of a score. */
const ONE_OVER_BEST = "1 / score of the best file";

/** Returns the source of a constant of guessed names. */
export function namesFitSource(to: "files" | "lines"): string {
  return `fitted to the ${to} that 147 questions about 16 projects need, with ten guessed names each, on one half of ` +
    "the projects and checked on the other";
}

/** Adds the score of the best chunks of a file by guessed names. */
export const NAMES_CHUNKS_STEP: EvidenceStep<"names"> = {
  name: "names",
  stage: "evidence",
  reads: "the three best chunks by BM25F of the guessed names, relative to the best file",
  does: "Compares the guessed names, whole and split into words, with each chunk by BM25F.",
  constant: 1.3,
  source: `${namesFitSource("files")}; any weight from .8 to 2 works as well`,
  of: "names",
  scores: "names",
  share: { score: "BM25F of the names in its best chunks", unit: ONE_OVER_BEST },
};

/** Adds the score of the whole text of a file by guessed names. */
export const NAMES_TEXT_STEP: EvidenceStep<"namesText"> = {
  name: "names-text",
  stage: "evidence",
  reads: "BM25 of the guessed names in the whole file, relative to the best file",
  does: "Raises files that contain many of the guessed names.",
  constant: 1.8,
  source: `${
    namesFitSource("files")
  }; without it the twelve best files contain .02 less of the needed lines`,
  of: "names",
  scores: "namesText",
  share: { score: "BM25 of the names in the whole file", unit: ONE_OVER_BEST },
};

/** Returns the weight of a step for a query whose guessed names have a trust. */
export function stepWeight(
  { constant, of }: Pick<RankingStep, "constant" | "of">,
  { nameTrust = 0 }: Pick<QueryTraits, "nameTrust">,
): number {
  switch (of) {
    case "question":
      return constant * (1 - (1 - QUESTION_SHARE_WITH_NAMES) * nameTrust);
    case "names":
      return constant * nameTrust;
    default:
      return constant;
  }
}

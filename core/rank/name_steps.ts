import type { QueryTraits } from "./query_reading.ts";
import type { EvidenceStep, RankingStep } from "./ranking_step.ts";

/**
 * What the words and the meaning of a question count beside guessed names, as a share of what they count alone. Of
 * 147 questions with ten guesses the twelve best files hold .95 of the needed lines with a half, .93 with 1, and .95
 * with .1, which trusts guesses more than the next question may deserve.
 */
export const BESIDE_NAMES = 0.5;

/** What turns a score into a share. */
const ONE_OVER_BEST = "1 / score of the best file";

/** Returns the source of a constant of guessed names. */
export function fittedWithNames(to: "files" | "lines"): string {
  return `fitted to the ${to} that 147 questions about 16 projects need, with ten guessed names each, on one half of ` +
    "the projects and checked on the other";
}

/** Adds the best chunks of a file by guessed names. */
export const NAMES_CHUNKS: EvidenceStep<"names"> = {
  name: "names",
  stage: "evidence",
  reads: "the three best chunks by BM25F of the guessed names, relative to the best file",
  does: "Compares the guessed names, whole and split into words, with each chunk by BM25F.",
  constant: 1.3,
  source: `${fittedWithNames("files")}; any weight from .8 to 2 works as well`,
  of: "names",
  scores: "names",
  share: { score: "BM25F of the names in its best chunks", unit: ONE_OVER_BEST },
};

/** Adds the whole text of a file by guessed names. */
export const NAMES_TEXT: EvidenceStep<"namesText"> = {
  name: "names-text",
  stage: "evidence",
  reads: "BM25 of the guessed names in the whole file, relative to the best file",
  does: "Raises files that contain many of the guessed names.",
  constant: 1.8,
  source: `${
    fittedWithNames("files")
  }; without it the twelve best files contain .02 less of the needed lines`,
  of: "names",
  scores: "namesText",
  share: { score: "BM25 of the names in the whole file", unit: ONE_OVER_BEST },
};

/** Returns what the value of a step is multiplied by for a query with so much trust in guessed names. */
export function stepWeight(
  { constant, of }: Pick<RankingStep, "constant" | "of">,
  { nameTrust = 0 }: Pick<QueryTraits, "nameTrust">,
): number {
  switch (of) {
    case "question":
      return constant * (1 - (1 - BESIDE_NAMES) * nameTrust);
    case "names":
      return constant * nameTrust;
    default:
      return constant;
  }
}

import { fittedWithNames } from "../rank/name_steps.ts";
import type { RankingStep } from "../rank/ranking_step.ts";
import { FILE_RANKING } from "../rank/ranking_steps.ts";
import type { PartEvidence, PartQuery } from "./part_evidence.ts";

/** A step that adds to the score of a part. */
export interface PartStep extends RankingStep {
  readonly stage: "part";
  /** Returns what {@link RankingStep.constant} is multiplied by, from 0 to 1. */
  readonly value: (part: PartEvidence, query: PartQuery) => number;
}

/**
 * Where the constants come from: a listwise fit of the steps to the lines that 77 questions about ten
 * projects need, a target's lines weighed by what they cost. Scored on the projects that each fit had not
 * seen, the best parts held .44 / .60 / .70 / .79 of these lines in 1,000 / 2,000 / 4,000 / 8,000 tokens;
 * .36 / .51 / .66 / .75 with the weights of a first guess.
 * A fit to 4,402 commits of 57 other projects and these questions gave no better ones; see `training/`.
 */
const FITTED = "fitted to the lines that 77 questions need, each project by the nine others";

/** As many better files halve what the place of a part's own file adds. */
const PLACE_SCALE = 3;

const COMMON = { stage: "part", source: FITTED } as const;

/** Returns a step whose constant is fitted, unless it says otherwise. */
function step(own: Omit<PartStep, "stage" | "source"> & { readonly source?: string }): PartStep {
  return { ...COMMON, ...own };
}

/** Adds the cosine of what a part says of itself. */
export const HEAD_MEANING: PartStep = step({
  name: "part-head-meaning",
  reads: "cosine of its path, name and signature, as a share of the best",
  does: "Compares the vector of the query with that of what the part says of itself.",
  constant: 1.4,
  readsVectors: true,
  value: ({ headMeaning }) => headMeaning,
});

/** Adds that the query names a line. */
export const NAMED_LINE: PartStep = step({
  name: "part-line",
  reads: "whether the query names a line or the function of it, less the further out the call",
  does:
    "Raises the part that holds a line which the query names, and the functions of a stack trace.",
  constant: 6,
  source: "as much as of a phrase; too few questions name lines to fit it",
  value: ({ line }) => line,
});

/** The steps that add up to the score of a part on its own. */
export const PART_STEPS: readonly PartStep[] = [
  step({
    name: "part-words",
    reads: "BM25 of the part among all parts, as a share of the best",
    does: "Compares the words of the query with the part; rare are those that few parts have.",
    constant: 1.2,
    of: "question",
    value: ({ words }) => words,
  }),
  step({
    name: "part-chunk",
    reads: "BM25F of its best chunk, as a share of the best",
    does: "Takes over how well the part's lines match by the words of the whole tree.",
    constant: 2,
    of: "question",
    value: ({ chunk }) => chunk,
  }),
  step({
    name: "part-head",
    reads: "share of the query's words that its signature, heading or comment has",
    does: "Compares the query with what the part says of itself.",
    constant: 0.8,
    of: "question",
    value: ({ head }) => head,
  }),
  step({
    name: "part-container",
    reads: "share of the query's words in the name of what it is in",
    does: "Raises the members of a class and the sections of a chapter that the query is about.",
    constant: 1.1,
    of: "question",
    value: ({ container }) => container,
  }),
  step({
    name: "part-written",
    reads: "whether its name stands in the query",
    does: "Raises what the query calls by its name, less where the name is a common word.",
    constant: 1.1,
    of: "question",
    value: ({ written }) => written,
  }),
  step({
    name: "part-names",
    reads: "BM25 of the guessed names among all parts, as a share of the best",
    does: "Compares the names that the caller guesses, whole and in pieces, with the part.",
    constant: 1.5,
    source: `${fittedWithNames("lines")}; any weight from 1 to 2.5 does as well`,
    of: "names",
    value: ({ names }) => names,
  }),
  step({
    name: "part-names-chunk",
    reads: "BM25F of the guessed names in its best chunk, as a share of the best",
    does:
      "Takes over how well the part's lines match the guessed names by the words of the whole tree.",
    constant: 3,
    source: `${
      fittedWithNames("lines")
    }; without it 4,000 tokens hold .77 of these lines in place of .83`,
    of: "names",
    value: ({ namesChunk }) => namesChunk,
  }),
  NAMED_LINE,
  step({
    name: "part-phrase",
    reads: "whether it holds what the query quotes, word for word",
    does: "Raises the part that holds quoted text or an error message of the query.",
    constant: 12,
    source: "more than any part without the phrase has, which may reach 10",
    value: ({ phrase }) => phrase,
  }),
  step({
    name: "part-meaning",
    reads: "cosine of its nearest chunk, as a share of the best",
    does: "Compares the vector of the query with those of the part's chunks.",
    constant: 1.4,
    readsVectors: true,
    value: ({ meaning }) => meaning,
  }),
  HEAD_MEANING,
  step({
    name: "part-file",
    reads: "score of its file, as a share of the best file's",
    does: "Takes over how well the file answers the query.",
    constant: 1.1,
    of: "question",
    value: ({ file }) => file,
  }),
  step({
    name: "part-place",
    reads: "how many files are better",
    does: "Raises the parts of the best files, whatever their scores.",
    constant: 1.1,
    of: "question",
    value: ({ filesBefore }) => PLACE_SCALE / (PLACE_SCALE + filesBefore),
  }),
  step({
    name: "part-length",
    reads: "how many lines it has",
    does: "Lowers one-line definitions, which seldom answer anything.",
    constant: 1.5,
    value: ({ length }) => length,
  }),
  step({
    name: "part-test",
    reads: "whether it is a test that the query does not ask for",
    does: "Lowers tests below the code that they test.",
    constant: -1,
    value: ({ kinds, isDocument }, { asked }) =>
      kinds.includes("test") && !isDocument && !asked.has("test") ? 1 : 0,
  }),
  step({
    name: "part-documentary",
    reads: "whether it is of a document, and the question asks what people are told",
    does: "Raises documents for questions about using, running or contributing.",
    constant: 2,
    source:
      "of the lines that ten such questions need, .69 in 4,000 tokens; .64 with 1, .46 without",
    value: ({ isDocument }, { question }) =>
      isDocument && question.kind === "documentation" ? 1 : 0,
  }),
  step({
    name: "part-outside",
    reads: "whether it is outside of the subject that the query begins with, such as `csv: …`",
    does: "Lowers what is in other folders and files than the query says by its first word.",
    constant: -0.6,
    source:
      "of what 552 commits of 32 projects changed, .60 and .62 in 2,000 tokens on two halves; .59 and .60 without",
    value: ({ isOutside }, { question }) => isOutside && question.kind !== "trace" ? 1 : 0,
  }),
  step({
    name: "part-imports",
    reads: "whether it imports or exports what others define",
    does: "Lowers blocks of imports and exports, which hold many names and say little.",
    constant: -0.6,
    value: ({ isImports }) => isImports ? 1 : 0,
  }),
];

/** Adds what speaks for the best part that a part uses. */
export const USES = {
  ...COMMON,
  name: "part-uses",
  reads: "how good the best part is whose name stands in it",
  does: "Raises what uses a part that answers the query.",
  constant: 0.8,
} as const satisfies RankingStep;

/** Adds what speaks for the best part that uses a part. */
export const USED = {
  ...COMMON,
  name: "part-used",
  reads: "how good the best part is that has its name",
  does: "Raises what a part that answers the query builds on.",
  constant: 0.8,
} as const satisfies RankingStep;

/** All steps of the ranking of parts, which a request may leave out. */
export const PART_RANKING: readonly RankingStep[] = [...PART_STEPS, USES, USED];

/** Every step that a request may leave out, in the order of the ranking: of files, then of their parts. */
export const RANKING: readonly RankingStep[] = [...FILE_RANKING, ...PART_RANKING];

/** Their names. */
export const RANKING_STEPS: readonly string[] = RANKING.map(({ name }) => name);

/** Returns whether a ranking with some steps left out compares vectors. */
export function readsVectors(disabled: ReadonlySet<string>): boolean {
  return RANKING.some((step) => step.readsVectors && !disabled.has(step.name));
}

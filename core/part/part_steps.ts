import { namesFitSource } from "../rank/name_steps.ts";
import type { RankingStep } from "../rank/ranking_step.ts";
import { FILE_RANKING } from "../rank/ranking_steps.ts";
import type { PartEvidence, PartQuery } from "./part_evidence.ts";

/** Step that adds to the score of a part. */
export interface PartStep extends RankingStep {
  readonly stage: "part";
  /** Returns the factor of {@link RankingStep.constant}, from 0 to 1. */
  readonly value: (part: PartEvidence, query: PartQuery) => number;
}

/**
 * The constants come from a listwise fit of the steps to the lines that 77 questions about ten
 * projects need. The lines of each target are weighted by their cost. Scored on the projects that
 * each fit had not seen, the best parts had .44 / .60 / .70 / .79 of these lines in 1,000 / 2,000 /
 * 4,000 / 8,000 tokens; with the weights of a first guess .36 / .51 / .66 / .75. A fit to 4,402
 * commits of 57 other projects and these questions gave no better weights; see `training/`.
 */
const FITTED_SOURCE = "fitted to the lines that 77 questions need, each project by the nine others";

/** Number of better files that halve the value of the rank of a part's file. */
const PLACE_SCALE = 3;

const COMMON = { stage: "part", source: FITTED_SOURCE } as const;

/** Returns a step whose constant is fitted, unless it states another source. */
function step(own: Omit<PartStep, "stage" | "source"> & { readonly source?: string }): PartStep {
  return { ...COMMON, ...own };
}

/** Adds the cosine of the head of a part. */
export const HEAD_MEANING_STEP: PartStep = step({
  name: "part-head-meaning",
  reads: "cosine of its path, name and signature, relative to the best",
  does: "Compares the vector of the query with that of the part's path, name and signature.",
  constant: 1.4,
  readsVectors: true,
  value: ({ headMeaning }) => headMeaning,
});

/** Adds to the part with a line that the query names. */
export const NAMED_LINE_STEP: PartStep = step({
  name: "part-line",
  reads: "whether the query names a line of it or its function; less for outer calls",
  does: "Raises the part with a line that the query names, and the functions of a stack trace.",
  constant: 6,
  source: "same as for a phrase; too few questions name lines to fit it",
  value: ({ line }) => line,
});

/** Steps that add up to the score of a part on its own. */
export const PART_STEPS: readonly PartStep[] = [
  step({
    name: "part-words",
    reads: "BM25 of the part among all parts, relative to the best",
    does: "Compares the words of the query with the part; words of few parts count more.",
    constant: 1.2,
    of: "question",
    value: ({ words }) => words,
  }),
  step({
    name: "part-chunk",
    reads: "BM25F of its best chunk, relative to the best",
    does: "Adds how well the part's chunks match by word statistics of the whole tree.",
    constant: 2,
    of: "question",
    value: ({ chunk }) => chunk,
  }),
  step({
    name: "part-head",
    reads: "share of the query's words in its signature, heading or comment",
    does: "Compares the query with the part's signature, heading and comment.",
    constant: 0.8,
    of: "question",
    value: ({ head }) => head,
  }),
  step({
    name: "part-container",
    reads: "share of the query's words in the name of its class or chapter",
    does: "Raises the members of a class and the sections of a chapter that the query is about.",
    constant: 1.1,
    of: "question",
    value: ({ container }) => container,
  }),
  step({
    name: "part-written",
    reads: "whether the query contains its name",
    does: "Raises definitions that the query names, less when the name is a common word.",
    constant: 1.1,
    of: "question",
    value: ({ nameInQuery }) => nameInQuery,
  }),
  step({
    name: "part-names",
    reads: "BM25 of the guessed names among all parts, relative to the best",
    does: "Compares the guessed names, whole and split into words, with the part.",
    constant: 1.5,
    source: `${namesFitSource("lines")}; any weight from 1 to 2.5 works as well`,
    of: "names",
    value: ({ names }) => names,
  }),
  step({
    name: "part-names-chunk",
    reads: "BM25F of the guessed names in its best chunk, relative to the best",
    does:
      "Adds how well the part's chunks match the guessed names by word statistics of the whole tree.",
    constant: 3,
    source: `${
      namesFitSource("lines")
    }; without it 4,000 tokens contain .77 of these lines instead of .83`,
    of: "names",
    value: ({ namesChunk }) => namesChunk,
  }),
  NAMED_LINE_STEP,
  step({
    name: "part-phrase",
    reads: "whether it contains text that the query quotes",
    does: "Raises the part that contains quoted text or an error message of the query.",
    constant: 12,
    source: "above the score of any part without the phrase, which is at most 10",
    value: ({ phrase }) => phrase,
  }),
  step({
    name: "part-meaning",
    reads: "cosine of its nearest chunk, relative to the best",
    does: "Compares the vector of the query with those of the part's chunks.",
    constant: 1.4,
    readsVectors: true,
    value: ({ meaning }) => meaning,
  }),
  HEAD_MEANING_STEP,
  step({
    name: "part-file",
    reads: "score of its file, relative to the best file's",
    does: "Adds how well the file answers the query.",
    constant: 1.1,
    of: "question",
    value: ({ file }) => file,
  }),
  step({
    name: "part-place",
    reads: "number of better files",
    does: "Raises the parts of the best files, whatever their scores.",
    constant: 1.1,
    of: "question",
    value: ({ betterFiles }) => PLACE_SCALE / (PLACE_SCALE + betterFiles),
  }),
  step({
    name: "part-length",
    reads: "number of its lines",
    does: "Lowers one-line definitions, which seldom answer a question.",
    constant: 1.5,
    value: ({ length }) => length,
  }),
  step({
    name: "part-test",
    reads: "whether it is a test that the query does not ask for",
    does: "Lowers tests below the code that they test.",
    constant: -1,
    value: ({ kinds, isDocument }, { requestedKinds }) =>
      kinds.includes("test") && !isDocument && !requestedKinds.has("test") ? 1 : 0,
  }),
  step({
    name: "part-documentary",
    reads: "whether it is in a document, and the question is about usage",
    does: "Raises documents for questions about using, running or contributing.",
    constant: 2,
    source:
      "4,000 tokens contain .69 of the lines that ten such questions need; .64 with 1, .46 without",
    value: ({ isDocument }, { question }) =>
      isDocument && question.kind === "documentation" ? 1 : 0,
  }),
  step({
    name: "part-outside",
    reads: "whether it is outside the subject at the start of the query, such as `csv: …`",
    does: "Lowers parts outside the folder or file that the first word of the query names.",
    constant: -0.6,
    source:
      "2,000 tokens contain .60 and .62 of what 552 commits of 32 projects changed, on two halves; .59 and .60 without",
    value: ({ isOutsideScope }, { question }) =>
      isOutsideScope && question.kind !== "trace" ? 1 : 0,
  }),
  step({
    name: "part-imports",
    reads: "whether it imports or exports definitions of others",
    does: "Lowers blocks of imports and exports, which contain many names and little information.",
    constant: -0.6,
    value: ({ isImports }) => isImports ? 1 : 0,
  }),
];

/** Adds evidence from the best part that a part uses. */
export const USES_STEP = {
  ...COMMON,
  name: "part-uses",
  reads: "score of the best part whose name it contains",
  does: "Raises parts that use a part that answers the query.",
  constant: 0.8,
} as const satisfies RankingStep;

/** Adds evidence from the best part that uses a part. */
export const USED_STEP = {
  ...COMMON,
  name: "part-used",
  reads: "score of the best part that contains its name",
  does: "Raises parts that a part that answers the query uses.",
  constant: 0.8,
} as const satisfies RankingStep;

/** All steps of the ranking of parts, which a request may disable. */
export const PART_RANKING: readonly RankingStep[] = [...PART_STEPS, USES_STEP, USED_STEP];

/**
 * All steps that a request may disable, in the order of the ranking: steps of files, then steps of
 * parts.
 */
export const RANKING: readonly RankingStep[] = [...FILE_RANKING, ...PART_RANKING];

/** Names of all steps. */
export const RANKING_STEPS: readonly string[] = RANKING.map(({ name }) => name);

/** Returns true when a ranking with some disabled steps compares vectors. */
export function readsVectors(disabled: ReadonlySet<string>): boolean {
  return RANKING.some((step) => step.readsVectors && !disabled.has(step.name));
}

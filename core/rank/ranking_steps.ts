import { type Bm25fParameters, DEFAULT_BM25F, type Field } from "./bm25f.ts";
import { EVIDENCE_STEPS, FACTOR_STEPS, formatGain, tunedSource } from "./file_steps.ts";
import type { RankingStep } from "./ranking_step.ts";
import { SHORT_EXPONENT } from "./verbosity.ts";

/** Weights terms by their place in a query. */
export const TERM_PLACE_STEP: RankingStep = {
  name: "term-place",
  stage: "term",
  reads: "part of the issue that contains the term: title, prose, code or log",
  does:
    "Weights each word of an issue by the part that contains it: words of the title count most, words of a log " +
    "least. All words of a question count the same.",
  constant: 1,
  source:
    "set after a look at 114 issues, with six levels of weight; most of the 650 queries are " +
    `questions, which have one level only: ${formatGain(1.3)}`,
};

/** Raises the idf to a power. */
export const IDF_EXPONENT_STEP: RankingStep = {
  name: "idf-exponent",
  stage: "term",
  reads: "the number of words of the query",
  does: "Raises the idf of each word to this power, so that rare words of a short question count " +
    "little more than common ones. The longer the query, the nearer the power is to 1.",
  constant: SHORT_EXPONENT,
  source: tunedSource(5.1),
};

/** Steps that count further fields of a chunk beside its body. */
const FIELD_STEPS: readonly (RankingStep & { readonly field: Field })[] = [
  {
    name: "symbols",
    stage: "field",
    field: "symbols",
    reads: "names defined in the chunk",
    does: "Counts a word in the name of a definition as several in the body of the chunk.",
    constant: DEFAULT_BM25F.fields.symbols.weight,
    source: `${tunedSource(1)}, which is within the error of [-1.3, +3.4]`,
  },
  {
    name: "heading",
    stage: "field",
    field: "heading",
    reads: "headings above the chunk",
    does: "Counts the words of the headings above the chunk.",
    constant: DEFAULT_BM25F.fields.heading.weight,
    source: "set by hand; the 650 queries ask for code, so the step changes nothing for them",
  },
  {
    name: "path",
    stage: "field",
    field: "path",
    reads: "words of the path",
    does: "Counts the words of the file's path as words of each of its chunks.",
    constant: DEFAULT_BM25F.fields.path.weight,
    source: tunedSource(2.5),
  },
];

/** Raises the chunk with a line that the query names. */
export const LINE_STEP: RankingStep = {
  name: "line",
  stage: "chunk",
  reads: "whether the query names a line of it",
  does: "Puts the chunk with a line that the query names first in its file, as in " +
    "`src/a.ts:20`.",
  constant: 3,
  source: "more than words and meaning can add for another chunk of a file that is named in full",
};

/** Raises chunks with quoted text of the query. */
export const PHRASE_STEP: RankingStep = {
  name: "phrase",
  stage: "chunk",
  reads: "whether it contains text that the query quotes; less for longer queries",
  does: "Puts chunks first that contain quoted text or an error message of the query. It " +
    "counts less in a longer query, and not at all in an issue.",
  constant: 1,
  source:
    "times the best score without the step, which is more than any chunk without the phrase has",
};

/** Lowers further chunks of the same file. */
export const FILE_SATURATION_STEP: RankingStep = {
  name: "file-saturation",
  stage: "chunk",
  reads: "number of better chunks of the file",
  does:
    "Halves the score of each further chunk of a file, so that one file does not crowd out the " +
    "others.",
  constant: 0.5,
  source: `semble, another engine, halves further chunks too; ${tunedSource(42.5)}`,
};

/** Steps that rank files and chunks, in order. */
export const FILE_RANKING: readonly RankingStep[] = [
  ...[
    TERM_PLACE_STEP,
    IDF_EXPONENT_STEP,
    ...FIELD_STEPS,
    LINE_STEP,
    PHRASE_STEP,
    FILE_SATURATION_STEP,
  ],
  ...[...EVIDENCE_STEPS, ...FACTOR_STEPS],
];

/** Returns {@link DEFAULT_BM25F} with weight 0 for each field whose step is disabled. */
export function bm25fParameters(disabled: ReadonlySet<string>): Bm25fParameters {
  const fields = { ...DEFAULT_BM25F.fields };
  for (const { name, field } of FIELD_STEPS) {
    if (disabled.has(name)) fields[field] = { ...fields[field], weight: 0 };
  }
  return { ...DEFAULT_BM25F, fields };
}

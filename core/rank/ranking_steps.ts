import { DEFAULT_BM25F } from "./bm25f.ts";
import type { FileEvidence, QueryTraits } from "./file_evidence.ts";
import { SHORT_EXPONENT } from "./verbosity.ts";

/** One step of the ranking, which can be left out by its name. */
export interface RankingStep {
  /** Name for `--disable` and explanations. */
  readonly name: string;
  /** What it works on: a query's terms, a field of a chunk, a file's sum, its product, or its chunks. */
  readonly stage: "term" | "field" | "evidence" | "factor" | "chunk";
  /** What it reads, in a few words. */
  readonly reads: string;
  /** Its constant: a weight, an exponent or a factor. */
  readonly constant: number;
  /** Where the constant comes from. */
  readonly source: string;
}

/** A step that adds to a file's score. */
export interface EvidenceStep extends RankingStep {
  /** It works on a file's sum. */
  readonly stage: "evidence";
  /** Returns what {@link RankingStep.constant} is multiplied by, from 0 to 1. */
  readonly value: (file: FileEvidence, query: QueryTraits) => number;
}

/** A step that multiplies the score of the files it is about by a power of its constant. */
export interface FactorStep extends RankingStep {
  /** It works on a file's product. */
  readonly stage: "factor";
  /** Returns the power: 0 for a file that the step is not about. */
  readonly power: (file: FileEvidence, query: QueryTraits) => number;
}

/**
 * Returns the source of a constant that was searched for on 421 questions, 205 commit messages and 24 issues;
 * the optimum is flat, so round numbers do.
 *
 * @param gain What NDCG@10 of these 650 gains by the step, in thousandths.
 */
function tuned(gain: string): string {
  return `found by search; NDCG@10 of 650 queries ${gain} thousandths by the step`;
}

/** The steps that add up to a file's score, in the order they are explained. */
export const EVIDENCE_STEPS: readonly EvidenceStep[] = [
  {
    name: "chunks",
    stage: "evidence",
    reads: "the three best chunks by BM25F, as a share of the best file's",
    constant: 1,
    source: "the unit that the other weights are on",
    value: ({ chunks }) => chunks,
  },
  {
    name: "text",
    stage: "evidence",
    reads: "BM25 of the whole file, as a share of the best file's",
    constant: 0.6,
    source: tuned("+4.0"),
    value: ({ text }) => text,
  },
  {
    name: "name",
    stage: "evidence",
    reads: "share of the file's name that the query holds, less the longer the query",
    constant: .6,
    source: tuned("+7.4"),
    value: ({ name }, { verbosity }) => name * (1 - verbosity),
  },
  {
    name: "named-symbol",
    stage: "evidence",
    reads: "whether a symbol that the query names is defined here",
    constant: 1,
    source: tuned("+5.5"),
    value: ({ symbol }) => symbol,
  },
  {
    name: "subjects",
    stage: "evidence",
    reads: "subjects of the commits that touched the file, as a share of the best file's",
    constant: 0.65,
    source: tuned("+9.9"),
    value: ({ subjects }) => subjects,
  },
  {
    name: "meaning",
    stage: "evidence",
    reads: "cosine of the best chunk, as a share of the best file's",
    constant: 1,
    source: tuned("+12.1"),
    value: ({ meaning }) => meaning,
  },
  {
    name: "definitions",
    stage: "evidence",
    reads: "cosine of the names it defines, some at a time, as a share of the best file's",
    constant: .5,
    source: `${tuned("+2.4")}, and searched for on 646 commits of 47 other projects`,
    value: ({ definitions }) => definitions,
  },
  {
    name: "mention",
    stage: "evidence",
    reads: "how exactly the query names the path",
    constant: 2,
    source:
      "about as much as names give a file at most (name, named-symbol and definitions: 2.1); " +
      "for query forms, see query_forms_test.ts: the benchmark names few files (+.2 thousandths)",
    value: ({ mention }) => mention,
  },
];

/** How exactly a query names the path of a file that it surely means. */
const SURE_MENTION = 0.5;

/** Returns whether a query asks for a file by what it defines or by its path. */
function isNamed({ symbol, mention }: FileEvidence): boolean {
  return symbol === 1 || mention >= SURE_MENTION;
}

/** The steps that lower files which a question is seldom about, unless it asks for them or names them. */
export const FACTOR_STEPS: readonly FactorStep[] = [
  {
    name: "aside",
    stage: "factor",
    reads: "whether its path says that it is a test, an example, old, generated, or data",
    constant: 0.4,
    source: tuned("+4.6"),
    power: (file, { asked }) =>
      !isNamed(file) && file.kinds.some((kind) => !asked.has(kind)) ? 1 : 0,
  },
  {
    name: "documents",
    stage: "factor",
    reads: "whether it is prose: it is less of an answer to an issue than to a question",
    constant: 0.6,
    source:
      "NDCG@10 of 650 queries +1.2 thousandths by the step, of the 24 issues of a project with a " +
      "design vault among them +19.3",
    power: (file, { asked, verbosity }) =>
      !isNamed(file) && file.isDocument && !asked.has("document") ? 1 + verbosity : 0,
  },
];

/** Steps that work on terms, on fields of chunks and on the chunks of one file. */
const OTHER_STEPS: readonly RankingStep[] = [
  {
    name: "term-place",
    stage: "term",
    reads: "where in an issue the term stands: its title, its prose, its code, a log",
    constant: 1,
    source:
      "looked at on 114 issues: six levels, see weigh_query.ts; a question has one of them, " +
      "and of 650 queries, most of which are questions, NDCG@10 -.2 thousandths by the step",
  },
  {
    name: "idf-exponent",
    stage: "term",
    reads: "the number of words of the query",
    constant: SHORT_EXPONENT,
    source: tuned("+.5"),
  },
  {
    name: "symbols",
    stage: "field",
    reads: "names defined in the chunk",
    constant: DEFAULT_BM25F.fields.symbols.weight,
    source: `${tuned("-1.4")} [-3.9, +1.0], which is within its error`,
  },
  {
    name: "heading",
    stage: "field",
    reads: "headings above the chunk",
    constant: DEFAULT_BM25F.fields.heading.weight,
    source: "set by hand; nothing changes without it on the benchmark, which asks for program text",
  },
  {
    name: "path",
    stage: "field",
    reads: "words of the path",
    constant: DEFAULT_BM25F.fields.path.weight,
    source: tuned("+1.2"),
  },
  {
    name: "line",
    stage: "chunk",
    reads: "whether the query names a line of it",
    constant: 3,
    source: "above what words and meaning say of any other chunk, for a file named in full; " +
      "for query forms, see query_forms_test.ts",
  },
  {
    name: "phrase",
    stage: "chunk",
    reads: "whether it holds what the query quotes, word for word; less the longer the query",
    constant: 1,
    source:
      "times the best score without it: above all that does not hold it; see query_forms_test.ts",
  },
  {
    name: "file-saturation",
    stage: "chunk",
    reads: "how many chunks of the file are better",
    constant: 0.5,
    source: `semble halves further chunks too; ${tuned("+43.9")}`,
  },
];

/** Every step that a request may leave out, in the order of the ranking. */
export const RANKING: readonly RankingStep[] = [...OTHER_STEPS, ...EVIDENCE_STEPS, ...FACTOR_STEPS];

/** Their names. */
export const RANKING_STEPS: readonly string[] = RANKING.map(({ name }) => name);

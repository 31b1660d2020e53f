import type { RankingStep } from "../rank/file_steps.ts";
import type { PartEvidence, PartQuery } from "./part_evidence.ts";

/** A step that adds to the score of a part. */
export interface PartStep extends RankingStep {
  readonly stage: "part";
  /** Returns what {@link RankingStep.constant} is multiplied by, from 0 to 1. */
  readonly value: (part: PartEvidence, query: PartQuery) => number;
}

const SOURCE = "fitted to the lines that 81 questions about ten projects need, project by project";

/** Files that are better than a part's own count against it less and less. */
const PLACE_SCALE = 3;

function step(
  name: string,
  constant: number,
  reads: string,
  value: PartStep["value"],
): PartStep {
  return { name, stage: "part", reads, does: `${reads}.`, constant, source: SOURCE, value };
}

/** The steps that add up to a part's score before its neighbours are looked at. */
export const PART_STEPS: readonly PartStep[] = [
  step("part-words", 1, "BM25 of the part among all parts, as a share of the best", (p) => p.words),
  step("part-chunk", 1, "BM25F of its best chunk, as a share of the best", (p) => p.chunk),
  step("part-head", 1, "share of the query's words in its signature, heading or comment", (p) => p.head),
  step("part-container", 1, "share of the query's words in the name of what it is in", (p) => p.container),
  step("part-symbol", 1, "whether the query names the symbol that it defines", (p) => p.symbol),
  step("part-written", 1, "whether its name stands in the query", (p) => p.written),
  step("part-meaning", 1, "cosine of its nearest chunk, as a share of the best", (p) => p.meaning),
  step("part-head-meaning", 1, "cosine of its path, name and heads, as a share of the best", (p) => p.headMeaning),
  step("part-file", 1, "score of its file, as a share of the best file's", (p) => p.file),
  step("part-place", 1, "how many files are better", (p) => PLACE_SCALE / (PLACE_SCALE + p.filesBefore)),
  step("part-first", 1, "whether its file is the best", (p) => p.filesBefore === 0 ? 1 : 0),
  step("part-line", 1, "whether the query names a line of it", (p) => p.line),
  step("part-test", -1, "whether it is a test that the query does not ask for", (p, { asked }) => p.kinds.includes("test") && !asked.has("test") ? 1 : 0),
  step("part-aside", -1, "whether its path says example, old, generated or data", (p, { asked }) => p.kinds.some((kind) => kind !== "test" && !asked.has(kind)) ? 1 : 0),
  step("part-document", 1, "whether it is prose", (p) => p.isDocument ? 1 : 0),
  step("part-imports", -1, "whether it imports or exports what others define", (p) => p.isImports ? 1 : 0),
  step("part-rest", 1, "whether it is a later piece of a long definition", (p) => p.isRest ? 1 : 0),
  step("part-length", 1, "how many lines it has", (p) => p.length),
];

import { extname, join } from "node:path";
import { type Engine, openEngine } from "../../mod.ts";
import { percentile } from "../speed/percentile.ts";

/** Number of questions about each tree, and of the words in one. */
const QUESTIONS = 8;
const WORDS = 6;

/** Number of results. */
const LIMIT = 10;

const CODE_REGEXP = /^\.(?:[cm]?[jt]sx?|py|java|go|rs|kt|cs|rb|c|h|cc|cpp)$/;
const WORD_REGEXP = /[A-Za-z]{4,20}/g;

/** Times in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** Durations of answers from a cluster. */
export interface QueryFigures {
  /** Until a machine without an index has adopted a tree and compared all files. */
  readonly begin: Percentiles;
  /** Answers to questions that are new on this machine. */
  readonly first: Percentiles;
  /** Answers to the same questions again. */
  readonly again: Percentiles;
}

/** Queries trees like machines that have no index yet. */
export async function measureQueries(roots: readonly string[]): Promise<QueryFigures> {
  const begin: number[] = [];
  const first: number[] = [];
  const again: number[] = [];
  for (const root of roots) {
    const state = Deno.makeTempDirSync({ prefix: "dossier-bench-state-" });
    try {
      using engine = await openEngine({ root, state: join(state, "state") });
      const start = performance.now();
      const { notes } = await engine.index();
      if (notes.some(({ code }) => code === "index-made-here")) throw new Error(notes[0]!.message);
      begin.push(performance.now() - start);
      const questions = makeQuestions(root);
      for (const question of questions) first.push(await time(engine, question));
      for (const question of questions) again.push(await time(engine, question));
    } finally {
      Deno.removeSync(state, { recursive: true });
    }
  }
  return { begin: summarize(begin), first: summarize(first), again: summarize(again) };
}

/** Returns the duration of an answer without a comparison of files, in milliseconds. */
async function time(engine: Engine, question: string): Promise<number> {
  const start = performance.now();
  const { results } = await engine.search(question, { limit: LIMIT, refresh: false });
  if (results.length === 0) throw new Error(`Nothing is found for "${question}"`);
  return performance.now() - start;
}

/** Returns questions that consist of words in the middle of files, spread over a tree. */
function makeQuestions(root: string): readonly string[] {
  const paths = [...listCode(root)].sort();
  return Array.from({ length: QUESTIONS }, (_, i) => {
    const path = paths[Math.floor(i * paths.length / QUESTIONS)];
    const text = path === undefined ? "" : Deno.readTextFileSync(path);
    const words = new Set(text.slice(text.length / 3).match(WORD_REGEXP));
    return [...words].slice(0, WORDS).join(" ");
  }).filter((question) => question !== "");
}

function* listCode(folder: string): Generator<string> {
  for (const { name, isDirectory, isFile } of Deno.readDirSync(folder)) {
    if (isDirectory && !name.startsWith(".")) yield* listCode(join(folder, name));
    else if (isFile && CODE_REGEXP.test(extname(name))) yield join(folder, name);
  }
}

function summarize(times: readonly number[]): Percentiles {
  return { p50: percentile(times, 50), p99: percentile(times, 99) };
}

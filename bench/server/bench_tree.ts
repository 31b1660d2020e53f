import { join } from "node:path";
import { readCorpusFiles } from "../speed/corpus_files.ts";
import { fetchPackages } from "../speed/fetch_packages.ts";
import { makeCorpus } from "../speed/make_corpus.ts";
import { QuerySampler } from "../speed/sample_queries.ts";

/** Tree to serve, and questions about it. */
export interface BenchTree {
  /** Absolute path. */
  readonly root: string;
  readonly chunks: number;
  /** Paths of its files, relative to the root. */
  readonly files: readonly string[];
  /** Questions of about five words, like the beginnings of comments in its files. */
  readonly questions: readonly string[];
}

/**
 * Returns a number of different questions. In each round a further word is appended to each
 * question, so that no answer is known from before.
 */
export function varyQuestions(questions: readonly string[], count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / questions.length);
    const question = questions[i % questions.length]!;
    if (round === 0) return question;
    const words = questions[(i + round) % questions.length]!.split(" ");
    return `${question} ${words[round % words.length]!}`;
  });
}

/** Factor of the number of questions, relative to the corpus of `deno task bench`: 40 each. */
const SAMPLERS = 8;

/** Number of terms of a question. */
const QUESTION_TERMS = 5;

/**
 * Returns a new tree of some thousand chunks, with the same text as the one of `deno task bench`.
 */
export async function makeBenchTree(
  cache: string,
  { chunks }: { readonly chunks: number },
): Promise<BenchTree> {
  const packages = await fetchPackages(cache);
  const corpus = await makeCorpus(packages, { folder: join(cache, "served"), chunks });
  const samplers = Array.from({ length: SAMPLERS }, () => new QuerySampler());
  const files: string[] = [];
  for (const { path, text } of readCorpusFiles(packages)) {
    samplers[files.length % SAMPLERS]!.add(text);
    if (files.push(path) === corpus.files) break;
  }
  const questions = samplers.flatMap((sampler) => sampler.queries()[QUESTION_TERMS] ?? [])
    .map(({ text }) => text);
  return { root: corpus.root, chunks: corpus.chunks, files, questions };
}

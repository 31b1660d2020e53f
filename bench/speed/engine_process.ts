/**
 * One step of one engine, in a separate process so that memory and start-up are measured, too:
 * `engine_process.ts ENGINE build|warm|cold CORPUS_FOLDER INDEX_FOLDER`. Prints JSON.
 */

import { type BenchEngine, COLD_QUERY_FILE, loadEngine, RESULT_LIMIT } from "./engine.ts";
import type { Corpus } from "./make_corpus.ts";
import { percentile } from "./percentile.ts";
import { runProgram } from "./run_program.ts";

/** Output of `build`. */
export interface BuildOutput {
  readonly seconds: number;
  /** Maximum resident memory at any time, in bytes. */
  readonly peakBytes: number;
}

/** Output of `warm`. */
export interface WarmOutput {
  /** Milliseconds by number of terms. */
  readonly latency: Readonly<Record<string, { readonly p50: number; readonly p95: number }>>;
  /** Resident memory after all queries, in bytes. */
  readonly residentBytes: number;
}

/** Number of warm-up queries. */
const WARM_UP_QUERIES = 5;

const PEAK_REGEXP = /^VmHWM:\s+(\d+) kB$/m;

const [name = "", step = "", corpusFolder = "", indexFolder = ""] = Deno.args;
const engine = await loadEngine(name);
if (step === "cold") {
  await queryOnce(engine);
} else {
  const output = step === "build" ? await build(engine) : await queryWarm(engine);
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(output)));
}
Deno.exit(0);

async function build(engine: BenchEngine): Promise<BuildOutput> {
  const corpus = readCorpus();
  const start = performance.now();
  await engine.build(corpus, indexFolder);
  const seconds = (performance.now() - start) / 1000;
  return { seconds, peakBytes: await peakMemory() };
}

async function queryWarm(engine: BenchEngine): Promise<WarmOutput> {
  const corpus = readCorpus();
  const open = await engine.open(indexFolder, corpus.root);
  const latency: Record<string, { p50: number; p95: number }> = {};
  for (const [terms, queries] of Object.entries(corpus.queries)) {
    for (const query of queries.slice(0, WARM_UP_QUERIES)) await open.search(query, RESULT_LIMIT);
    const times: number[] = [];
    for (const query of queries) {
      const start = performance.now();
      const found = await open.search(query, RESULT_LIMIT);
      times.push(performance.now() - start);
      if (found === 0) throw new Error(`Nothing was found for "${query.text}"`);
    }
    latency[terms] = { p50: percentile(times, 50), p95: percentile(times, 95) };
  }
  return { latency, residentBytes: Deno.memoryUsage().rss };
}

/** Answers one query. Nothing else of the corpus is read, as a real program has only its index. */
async function queryOnce(engine: BenchEngine): Promise<void> {
  const query = JSON.parse(Deno.readTextFileSync(`${corpusFolder}/${COLD_QUERY_FILE}`));
  const open = await engine.open(indexFolder, `${corpusFolder}/tree`);
  const found = await open.search(query, RESULT_LIMIT);
  Deno.stdout.writeSync(new TextEncoder().encode(`${found}\n`));
}

function readCorpus(): Corpus {
  return JSON.parse(Deno.readTextFileSync(`${corpusFolder}/corpus.json`));
}

/**
 * Returns the maximum memory of this process, or its current memory when the maximum is unknown. A
 * program of the system reads it, as Deno allows that only with all permissions.
 */
async function peakMemory(): Promise<number> {
  try {
    const { stdout } = await runProgram("cat", [`/proc/${Deno.pid}/status`]);
    const [, kibibytes] = PEAK_REGEXP.exec(stdout) ?? [];
    if (kibibytes !== undefined) return Number(kibibytes) * 1024;
  } catch {
    // Only Linux has that file.
  }
  return Deno.memoryUsage().rss;
}

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOCKED } from "./cli_arguments.ts";
import { type BenchEngine, type EngineName, loadEngine } from "./engine.ts";
import type { BuildOutput } from "./engine_process.ts";
import type { Corpus } from "./make_corpus.ts";
import { runProgram } from "./run_program.ts";

/** Row of the table. */
export interface BenchRow {
  /** Subject of the measurement, with its unit. */
  readonly what: string;
  /** Corpus of the measurement, such as `"20k"`; empty for none. */
  readonly size: string;
  /** Results by engine. */
  readonly cells: Readonly<Partial<Record<EngineName, string>>>;
  /** Target of the product; empty for none. */
  readonly target?: string;
}

/** Measurement, which is in a separate file. */
export interface Measurement {
  /** Name for `--only`. */
  readonly name: string;
  readonly run: (bench: Bench) => Promise<readonly BenchRow[]>;
}

/** Corpus of this run. */
export interface BenchCorpus extends Corpus {
  /** Absolute path of the folder with its files. */
  readonly folder: string;
  /** Label such as `"20k"`. */
  readonly label: string;
}

/** Index that an engine has built. */
export interface BuiltIndex {
  readonly engine: BenchEngine;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly build: BuildOutput;
}

const PROCESS = fileURLToPath(new URL("./engine_process.ts", import.meta.url));

/** Heap limit, as the in-memory engines need more than the default of the runtime. */
const HEAP_MEBIBYTES = 12_000;

/** Shared state of all measurements of a run: the corpora, and indexes that are built once. */
export class Bench {
  /** Corpora, smallest first. */
  readonly corpora: readonly BenchCorpus[];
  readonly engines: readonly EngineName[];
  readonly #indexes = new Map<string, Promise<BuiltIndex | string>>();

  constructor(corpora: readonly BenchCorpus[], engines: readonly EngineName[]) {
    this.corpora = corpora;
    this.engines = engines;
  }

  /** Returns an engine's index of a corpus, or the reason why there is none. */
  index(name: EngineName, corpus: BenchCorpus): Promise<BuiltIndex | string> {
    const key = `${name} ${corpus.label}`;
    const known = this.#indexes.get(key) ?? this.#build(name, corpus);
    this.#indexes.set(key, known);
    return known;
  }

  async #build(name: EngineName, corpus: BenchCorpus): Promise<BuiltIndex | string> {
    const folder = join(corpus.folder, name);
    await Deno.mkdir(folder, { recursive: true });
    try {
      const build = await this.step<BuildOutput>("build", { name, corpus });
      return { engine: await loadEngine(name), folder, build };
    } catch (error) {
      report(`${name} has no index of ${corpus.label} chunks: ${messageOf(error)}`);
      return "failed";
    }
  }

  /** Runs a step of an engine in a separate process and returns its output. */
  async step<Output>(
    step: "build" | "warm",
    { name, corpus }: { readonly name: EngineName; readonly corpus: BenchCorpus },
  ): Promise<Output> {
    report(`${step} ${name} ${corpus.label}`);
    const args = engineArguments(step, { name, corpus });
    return JSON.parse((await runProgram(Deno.execPath(), args)).stdout);
  }
}

/**
 * Permissions of a step of an engine: dossier runs git, packages read variables, and `cat` reads
 * the memory use.
 */
const ENGINE_PERMISSIONS: readonly string[] = [
  "--no-prompt",
  "--allow-read",
  "--allow-write",
  "--allow-env",
  "--allow-run=git,cat",
];

/** Returns the arguments of `deno` for a step of an engine. */
export function engineArguments(
  step: "build" | "warm" | "cold",
  { name, corpus }: { readonly name: EngineName; readonly corpus: BenchCorpus },
): string[] {
  const heap = name === "dossier" ? [] : [`--v8-flags=--max-old-space-size=${HEAP_MEBIBYTES}`];
  const folders = [corpus.folder, join(corpus.folder, name)];
  return ["run", ...LOCKED, ...ENGINE_PERMISSIONS, ...heap, PROCESS, name, step, ...folders];
}

/** Writes a line of progress to standard error. */
export function report(line: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(`${line}\n`));
}

/** Returns the message of any thrown value. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOCKED } from "./cli_arguments.ts";
import { type BenchEngine, type EngineName, loadEngine } from "./engine.ts";
import type { BuildOutput } from "./engine_process.ts";
import type { Corpus } from "./make_corpus.ts";
import { runProgram } from "./run_program.ts";

/** A line of the table. */
export interface BenchRow {
  /** What was measured, with its unit. */
  readonly what: string;
  /** The corpus it was measured on, such as `"20k"`; empty when none. */
  readonly size: string;
  /** Results by engine. */
  readonly cells: Readonly<Partial<Record<EngineName, string>>>;
  /** What the product promises; empty when nothing. */
  readonly target?: string;
}

/** One measured thing. Each lives in a file of its own. */
export interface Measurement {
  /** Name for `--only`. */
  readonly name: string;
  readonly run: (bench: Bench) => Promise<readonly BenchRow[]>;
}

/** A corpus of this run. */
export interface BenchCorpus extends Corpus {
  /** Absolute path of the folder that holds its files. */
  readonly folder: string;
  /** Such as `"20k"`. */
  readonly label: string;
}

/** An index that an engine has made. */
export interface BuiltIndex {
  readonly engine: BenchEngine;
  /** Absolute path of the folder it is in. */
  readonly folder: string;
  readonly build: BuildOutput;
}

const PROCESS = fileURLToPath(new URL("./engine_process.ts", import.meta.url));

/** The in-memory engines need more than the runtime gives by itself. */
const HEAP_MEBIBYTES = 12_000;

/** What all measurements of a run share: the corpora, and indexes that are built once each. */
export class Bench {
  /** Smallest first. */
  readonly corpora: readonly BenchCorpus[];
  readonly engines: readonly EngineName[];
  readonly #indexes = new Map<string, Promise<BuiltIndex | string>>();

  constructor(corpora: readonly BenchCorpus[], engines: readonly EngineName[]) {
    this.corpora = corpora;
    this.engines = engines;
  }

  /** Returns an engine's index of a corpus, or why there is none. */
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

  /** Runs a step of an engine in its own process and returns what it printed. */
  async step<Output>(
    step: "build" | "warm",
    { name, corpus }: { readonly name: EngineName; readonly corpus: BenchCorpus },
  ): Promise<Output> {
    report(`${step} ${name} ${corpus.label}`);
    const args = engineArguments(step, { name, corpus });
    return JSON.parse((await runProgram(Deno.execPath(), args)).stdout);
  }
}

/** What a step of an engine may do: dossier runs git, packages ask for variables, and `cat` for memory. */
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

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

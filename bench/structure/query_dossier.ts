import { fileURLToPath } from "node:url";
import { type Engine, isContextError, openEngine, type Structure } from "../../mod.ts";
import { STRUCTURE_KINDS } from "@dossier/core/structure";
import { runProgram } from "../speed/run_program.ts";
import type {
  CallerProgram,
  OpenOptions,
  OpenProgram,
  TestLocation,
  TimedAnswer,
} from "./caller_program.ts";
import type { Certainty, ListedCaller } from "./score_callers.ts";
import { nameOf, pathOf, type SymbolTruth } from "./symbol_truth.ts";

/** Budget that no answer reaches, as the correctness is measured and not the length. */
const BUDGET = 1_000_000;

/** Questions whose answers are tests. */
const TEST_KINDS = ["tests", "impact"];

const CONFIGURATION = fileURLToPath(new URL("../../deno.json", import.meta.url));

/** Entry of the JSON of an answer. */
interface AnswerEntry {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly reasons: readonly string[];
  readonly certainty?: Certainty;
  readonly lines?: readonly number[];
}

/** dossier in this tree, as an engine and as the command. */
export const DOSSIER: CallerProgram = {
  name: "dossier",
  async open(options) {
    const engine = await openEngine({ root: options.root, state: options.state });
    await engine.index();
    return new OpenDossier(engine, options);
  },
};

class OpenDossier implements OpenProgram {
  readonly #engine: Engine;
  readonly #options: OpenOptions;

  constructor(engine: Engine, options: OpenOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  async findCallers(symbol: SymbolTruth): Promise<TimedAnswer> {
    const reply = await this.#askFirst("callers", symbol);
    if (typeof reply === "string") return { answer: { kind: "refused", reason: reply } };
    const { target, structure } = reply;
    const start = performance.now();
    await this.#engine.structure({ kind: "callers", targets: [target] }, { budget: BUDGET });
    const warmMs = performance.now() - start;
    const callers = structure.definitions.map(toCaller);
    const coldMs = this.#options.isCold ? { coldMs: await this.#runCommand(target) } : {};
    return { answer: { kind: "callers", callers }, warmMs, ...coldMs };
  }

  async listTests(symbol: SymbolTruth): Promise<ReadonlyMap<string, readonly TestLocation[]>> {
    const found = new Map<string, readonly TestLocation[]>();
    for (const kind of STRUCTURE_KINDS.filter((kind) => TEST_KINDS.includes(kind))) {
      const reply = await this.#askFirst(kind, symbol);
      found.set(kind, typeof reply === "string" ? [] : reply.structure.definitions);
    }
    return found;
  }

  [Symbol.dispose](): void {
    this.#engine[Symbol.dispose]();
  }

  /**
   * Queries by name, and by line when the name is ambiguous; returns the reason when neither works.
   */
  async #askFirst(
    kind: Structure["kind"],
    symbol: SymbolTruth,
  ): Promise<{ readonly target: string; readonly structure: Structure } | string> {
    let reason = "";
    for (const target of [symbol.target, `${pathOf(symbol)}:${symbol.line}`]) {
      try {
        const question = { kind, targets: [target] };
        const structure = await this.#engine.structure(question, { budget: BUDGET });
        const { symbol: foundSymbol = "" } = structure.subject ?? {};
        if (foundSymbol.split(".").at(-1) === nameOf(symbol)) return { target, structure };
        reason = `Cannot ask about "${symbol.target}" by its line: "${foundSymbol}" is meant`;
      } catch (error) {
        if (!isContextError(error)) throw error;
        reason = error.message;
      }
    }
    return reason;
  }

  /** Returns the milliseconds of a whole process that answers. */
  async #runCommand(target: string): Promise<number> {
    const { root, state } = this.#options;
    const args = ["task", "--quiet", "--config", CONFIGURATION, "callers", target, "--json"];
    const places = ["--root", root, "--state", state];
    return (await runProgram(Deno.execPath(), [...args, ...places], { folder: root })).milliseconds;
  }
}

function toCaller(entry: AnswerEntry): ListedCaller {
  const { path, startLine, endLine, certainty = "certain" } = entry;
  return { path, startLine, endLine, certainty, lines: entry.lines ?? readLines(entry) };
}

/** Returns the lines in the reasons, or else the last line. */
function readLines({ reasons, endLine }: AnswerEntry): readonly number[] {
  const named = reasons.flatMap((reason) => [...reason.matchAll(/\bin line (\d+)/g)]);
  return named.length > 0 ? named.map(([, line]) => Number(line)) : [endLine];
}

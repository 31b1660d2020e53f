import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { runProgram } from "../speed/run_program.ts";
import type { CallerProgram, OpenProgram, TestLocation, TimedAnswer } from "./caller_program.ts";
import type { ListedCaller } from "./score_callers.ts";
import { nameOf, pathOf, type SymbolTruth } from "./symbol_truth.ts";

/** Maximum number of requested callers: more than any symbol has. */
const LIMIT = 2000;

/** Fields of the output of `codegraph callers --json` that are read. */
interface CodegraphAnswer {
  readonly definitions?: readonly {
    readonly definition: { readonly filePath: string; readonly qualifiedName: string };
    readonly edges: readonly CodegraphEdge[];
  }[];
}

interface CodegraphEdge {
  /** Id of the definition or file that is the caller. */
  readonly source: string;
  /** Line, 1-based; most kinds have one. */
  readonly line?: number | null;
}

/** Returns the program of the npm package `@colbymchenry/codegraph` at a path. */
export function openCodegraph(program: string): CallerProgram {
  return {
    name: "codegraph",
    async open({ root }) {
      await runProgram(program, ["init", root], { folder: root });
      return new OpenGraph(program, root);
    },
  };
}

class OpenGraph implements OpenProgram {
  readonly #program: string;
  readonly #root: string;
  /** Its index, for the last lines of definitions, which answers lack. */
  readonly #nodes: DatabaseSync;

  constructor(program: string, root: string) {
    this.#program = program;
    this.#root = root;
    this.#nodes = new DatabaseSync(join(root, ".codegraph", "codegraph.db"), { readOnly: true });
  }

  async findCallers(symbol: SymbolTruth): Promise<TimedAnswer> {
    const path = pathOf(symbol);
    const name = symbol.target.slice(path.length + 1);
    const options = ["--json", "--limit", `${LIMIT}`, "--file", path];
    try {
      const { stdout, milliseconds } = await runProgram(
        this.#program,
        ["callers", name, ...options],
        { folder: this.#root },
      );
      const { definitions = [] }: CodegraphAnswer = JSON.parse(stdout);
      const matching = definitions.filter(({ definition }) =>
        definition.filePath === path && hasSymbolName(definition.qualifiedName, symbol)
      );
      if (matching.length === 0) return { answer: { kind: "refused", reason: "not found" } };
      const callers = matching.flatMap(({ edges }) =>
        edges.flatMap((edge) => this.#toCaller(edge))
      );
      return { answer: { kind: "callers", callers }, coldMs: milliseconds };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      return { answer: { kind: "refused", reason: error.message } };
    }
  }

  listTests(): Promise<ReadonlyMap<string, readonly TestLocation[]>> {
    return Promise.resolve(new Map());
  }

  [Symbol.dispose](): void {
    this.#nodes.close();
    Deno.removeSync(join(this.#root, ".codegraph"), { recursive: true });
  }

  #toCaller({ source, line }: CodegraphEdge): readonly ListedCaller[] {
    const node = this.#nodes.prepare(
      "SELECT file_path AS path, kind, start_line AS startLine, end_line AS endLine FROM nodes WHERE id = ?",
    ).get(source) as
      | (Omit<ListedCaller, "certainty" | "lines"> & { readonly kind: string })
      | undefined;
    // An entry without a line means that a file or a type contains it.
    if (node === undefined || typeof line !== "number") return [];
    const { path, kind, startLine, endLine } = node;
    // A file is only a caller with its code outside of definitions.
    const range = kind === "file" ? { startLine: line, endLine: line } : { startLine, endLine };
    return [{ path, ...range, certainty: "certain", lines: [line] }];
  }
}

/**
 * Returns true when a name such as `Command::HasParent` is that of the symbol with its container.
 */
function hasSymbolName(qualifiedName: string, symbol: SymbolTruth): boolean {
  const container = symbol.target.slice(pathOf(symbol).length + 1).split(".").at(-2);
  const parts = qualifiedName.split(/::|\./);
  return parts.at(-1) === nameOf(symbol) && (container === undefined || parts.includes(container));
}

import { join } from "node:path";
import { estimateTokens } from "@dossier/core";

/** Computes the cost of showing results: their paths and their lines. */
export class ResultCosts {
  readonly #root: string;
  readonly #lines = new Map<string, readonly string[]>();
  readonly #tokens = new Map<string, number>();

  /** @param root Absolute path of the indexed folder. */
  constructor(root: string) {
    this.#root = root;
  }

  /** Returns the estimated tokens of a path, a line break, and the given lines of its file. */
  tokens(
    path: string,
    { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
  ): number {
    const key = `${startLine}-${endLine}:${path}`;
    let tokens = this.#tokens.get(key);
    if (tokens === undefined) {
      const lines = this.#read(path).slice(startLine - 1, endLine);
      tokens = estimateTokens([path, ...lines].join("\n"));
      this.#tokens.set(key, tokens);
    }
    return tokens;
  }

  #read(path: string): readonly string[] {
    const lines = this.#lines.get(path) ??
      Deno.readTextFileSync(join(this.#root, path)).split("\n");
    this.#lines.set(path, lines);
    return lines;
  }
}

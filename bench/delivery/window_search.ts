import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { LineRange } from "../quality/changed_lines.ts";

/** Number of lines of a window. */
const WINDOW_LINES = 40;

const WORD_REGEXP = /[\p{L}\p{N}_]+/gu;

/**
 * SQLite's FTS5 over windows of 40 lines in its default form: with its tokenizer and its `bm25()`.
 * A context engine has to be better.
 */
export class WindowSearch implements Disposable {
  readonly #database = new DatabaseSync(":memory:");

  /**
   * Reads the files of a tree.
   *
   * @param root Absolute path of the tree.
   * @param paths Files, relative to the root.
   */
  constructor(root: string, paths: readonly string[]) {
    this.#database.exec(
      "CREATE VIRTUAL TABLE windows USING fts5(path UNINDEXED, first UNINDEXED, last UNINDEXED, text)",
    );
    const insert = this.#database.prepare("INSERT INTO windows VALUES (?, ?, ?, ?)");
    this.#database.exec("BEGIN");
    for (const path of paths) {
      const lines = Deno.readTextFileSync(join(root, path)).split("\n");
      for (let start = 0; start < lines.length; start += WINDOW_LINES) {
        const window = lines.slice(start, start + WINDOW_LINES);
        insert.run(path, start + 1, start + window.length, `${path}\n${window.join("\n")}`);
      }
    }
    this.#database.exec("COMMIT");
  }

  /** Returns the best windows with a word of the query, best first. */
  search(query: string, limit: number): readonly LineRange[] {
    const words = [...new Set(query.match(WORD_REGEXP) ?? [])];
    if (words.length === 0) return [];
    const match = words.map((word) => `"${word}"`).join(" OR ");
    return this.#database.prepare(
      "SELECT path, first, last FROM windows WHERE windows MATCH ? ORDER BY bm25(windows) LIMIT ?",
    ).all(match, limit).map(({ path, first, last }) => ({
      path: String(path),
      startLine: Number(first),
      endLine: Number(last),
    }));
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

import assert from "node:assert/strict";
import { detectLanguage } from "@dossier/core/language";
import { outlineSymbols } from "@dossier/core/outline";
import {
  findCallees,
  findCallers,
  type FoundCallers,
  Resolver,
  type SymbolTarget,
  SyntaxFiles,
} from "../retrieval/symbols/mod.ts";
import { IndexedTree } from "./indexed_tree.ts";

/** Small tree with an index, and the calls of its definitions. */
export class SymbolAnswers implements Disposable {
  readonly #tree: IndexedTree;

  private constructor(tree: IndexedTree) {
    this.#tree = tree;
  }

  /** Creates a tree of files by their paths, and indexes it. */
  static async open(files: Readonly<Record<string, string>>): Promise<SymbolAnswers> {
    const tree = new IndexedTree(files);
    await tree.refresh();
    return new SymbolAnswers(tree);
  }

  /** Returns callers as `certain a.ts: useIt 4, 7` and `name only a.ts: other 9`; `path#name` or `path:line#name` names the definition. */
  async callers(target: string): Promise<string[]> {
    const { callers, nameOnly } = await this.findCallers(target);
    return [...callers, ...nameOnly].map(({ certainty, path, symbol, lines }) =>
      `${certainty} ${path}: ${symbol === "" ? "-" : symbol} ${lines.join(", ")}`
    );
  }

  /** Returns the complete result for the callers of a definition. */
  async findCallers(target: string, maxFiles = 100): Promise<FoundCallers> {
    using files = new SyntaxFiles(this.#tree.reader, this.#tree);
    const deadline = performance.now() + 60_000;
    return await findCallers(new Resolver(files), this.#target(target), { maxFiles, deadline });
  }

  /** Returns callees as `certain a.ts: add 4, 7`, and names that cannot be resolved as `? name 9`. */
  async callees(target: string): Promise<string[]> {
    using files = new SyntaxFiles(this.#tree.reader, this.#tree);
    const found = await findCallees(new Resolver(files), this.#target(target), {
      deadline: Infinity,
    });
    return [
      ...found.callees.map(({ certainty, path, symbol, lines }) =>
        `${certainty} ${path}: ${symbol} ${lines.join(", ")}`
      ),
      ...found.unresolved.map(({ name, line }) => `? ${name} ${line}`),
    ];
  }

  #target(target: string): SymbolTarget {
    const [place = "", written = ""] = target.split("#");
    const [path = "", row] = place.split(":");
    const text = Deno.readTextFileSync(this.#tree.path(path));
    const { language } = detectLanguage(path, text);
    const found = outlineSymbols(text, language).find(({ name, container, startLine }) =>
      (name === written || `${container}.${name}` === written) &&
      (row === undefined || startLine === Number(row))
    );
    assert.ok(found !== undefined, `"${path}" defines no "${written}"`);
    const { name, startLine, endLine, container } = found;
    return {
      path,
      language,
      name,
      startLine,
      endLine,
      ...(container === undefined ? {} : { container }),
    };
  }

  /** Removes the tree. */
  [Symbol.dispose](): void {
    this.#tree[Symbol.dispose]();
  }
}

/**
 * Declares a test of the callers of definitions in a tree, in the format of {@link
 * SymbolAnswers.callers}.
 */
export function testCallers(
  name: string,
  files: Readonly<Record<string, string>>,
  expected: Readonly<Record<string, readonly string[]>>,
): void {
  Deno.test(`findCallers() ${name}`, async () => {
    using tree = await SymbolAnswers.open(files);
    for (const [target, callers] of Object.entries(expected)) {
      assert.deepEqual(await tree.callers(target), callers, target);
    }
  });
}

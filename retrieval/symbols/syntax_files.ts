import type { SyntaxNode } from "@dossier/core/language";
import type { IndexReader, KnownDocument } from "../index/mod.ts";
import { readSources, type SourceTree } from "../tree/mod.ts";
import { SyntaxFile } from "./syntax_file.ts";
import { TreeParser } from "./tree_parser.ts";

/** UTF-16 units of all files that are parsed for one answer: a tree takes up to 100 times its text in memory. */
const MAX_PARSED_LENGTH = 6_000_000;

/** Why a file was not parsed. */
export type UnreadReason = "language" | "size" | "limit" | "changed";

/**
 * The parsed files of one answer, each parsed once. They are freed together, so that no node outlives its tree.
 */
export class SyntaxFiles implements Disposable {
  readonly reader: IndexReader;
  readonly #tree: SourceTree;
  readonly #parser = new TreeParser();
  readonly #files = new Map<string, SyntaxFile | undefined>();
  readonly #trees: { delete(): void }[] = [];
  #parsed = 0;

  constructor(reader: IndexReader, tree: SourceTree) {
    this.reader = reader;
    this.#tree = tree;
  }

  /** Returns whether a file may be shown. */
  shows(path: string): boolean {
    return this.#tree.visibility.shows(path);
  }

  /** Returns the parsed file at a path, or undefined when it cannot be parsed or may not be shown. */
  async open(path: string): Promise<SyntaxFile | undefined> {
    await this.openAll([path]);
    return this.#files.get(path);
  }

  /** Returns the files at some paths that can be parsed, by path. */
  async openAll(paths: readonly string[]): Promise<ReadonlyMap<string, SyntaxFile>> {
    const unknown = [...new Set(paths)].filter((path) => !this.#files.has(path));
    if (unknown.length > 0) {
      const documents = await this.reader.findDocuments(unknown.filter((path) => this.shows(path)));
      const wanted = [...documents.values()].map(({ path, hash }) => ({
        path,
        documentHash: hash,
      }));
      const sources = await readSources(wanted, this.#tree);
      for (const path of unknown) {
        const [document, source] = [documents.get(path), sources.get(path)];
        const text = source?.lines.join("\n");
        this.#files.set(
          path,
          document === undefined || text === undefined
            ? undefined
            : await this.#parse(document, text),
        );
      }
    }
    return new Map(paths.flatMap((path) => {
      const file = this.#files.get(path);
      return file === undefined ? [] : [[path, file] as const];
    }));
  }

  async #parse(
    { path, language, hash }: KnownDocument,
    text: string,
  ): Promise<SyntaxFile | undefined> {
    const loaded = await this.#parser.load(language);
    if (loaded === undefined || this.#parsed + text.length > MAX_PARSED_LENGTH) return undefined;
    const tree = this.#parser.parse(text, loaded);
    if (tree === undefined) return undefined;
    this.#parsed += text.length;
    this.#trees.push(tree);
    const root = tree.rootNode as SyntaxNode;
    return new SyntaxFile({ path, language, hash, text, root, rules: loaded.rules });
  }

  /** Frees all trees. */
  [Symbol.dispose](): void {
    for (const tree of this.#trees) tree.delete();
    this.#trees.length = 0;
    this.#files.clear();
    this.#parser[Symbol.dispose]();
  }
}

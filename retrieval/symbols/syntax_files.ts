import type { SyntaxNode } from "@dossier/core/language";
import type { IndexReader } from "../index/mod.ts";
import { readSources, type SourceTree } from "../tree/mod.ts";
import { isComponent, maskTemplate, scriptLanguage, SyntaxFile } from "./syntax_file.ts";
import { TextFile } from "./text_file.ts";
import { TreeParser } from "./tree_parser.ts";

/**
 * Maximum total length of the files that are parsed for one answer, in UTF-16 units: a tree takes
 * up to 100 times its text in memory.
 */
const MAX_PARSED_LENGTH = 6_000_000;

/** Limits of an answer. */
interface SyntaxFilesOptions {
  /** Maximum total length of parsed files, in UTF-16 units. @default 6,000,000 */
  readonly maxParsedLength?: number;
  /** True when missing grammars are downloaded. @default true */
  readonly fetchesGrammars?: boolean;
  /** Time after which no further file is parsed, by `performance.now()`. @default never */
  readonly deadline?: number;
}

/**
 * Files of one answer, each read and parsed once. Parsed files are cached for later answers; see
 * {@link TreeCache}.
 */
export class SyntaxFiles implements Disposable {
  readonly reader: IndexReader;
  readonly #tree: SourceTree;
  readonly #parser: TreeParser;
  readonly #maxParsedLength: number;
  readonly #deadline: number;
  readonly #texts = new Map<string, TextFile | undefined>();
  readonly #files = new Map<string, SyntaxFile | undefined>();
  readonly #cache: TreeCache;
  #parsed = 0;

  constructor(
    reader: IndexReader,
    tree: SourceTree,
    { maxParsedLength = MAX_PARSED_LENGTH, fetchesGrammars = true, deadline = Infinity }:
      SyntaxFilesOptions = {},
  ) {
    this.reader = reader;
    this.#parser = new TreeParser({ fetchesGrammars });
    this.#maxParsedLength = maxParsedLength;
    this.#deadline = deadline;
    this.#tree = tree;
    this.#cache = TreeCache.of(reader);
  }

  /** Returns true when a file may be shown. */
  shows(path: string): boolean {
    return this.#tree.visibility.isVisible(path);
  }

  /** Languages whose grammars could not be loaded; see {@link TreeParser.unloaded}. */
  get unloaded(): readonly string[] {
    return this.#parser.unloaded;
  }

  /** Returns true when files of a language can be parsed. */
  async canParse(language: string): Promise<boolean> {
    return await this.#parser.load(scriptLanguage(language)) !== undefined;
  }

  /**
   * Returns the parsed file at a path, or `undefined` when it cannot be parsed or must not be
   * shown.
   */
  async open(path: string): Promise<SyntaxFile | undefined> {
    await this.openAll([path]);
    return this.#files.get(path);
  }

  /**
   * Returns the files at some paths that can be parsed, by path.
   *
   * @param having Text that a file must contain to be parsed: a name whose occurrences are
   * requested.
   */
  async openAll(
    paths: readonly string[],
    having: string = "",
  ): Promise<ReadonlyMap<string, SyntaxFile>> {
    const unknown = [...new Set(paths)].filter((path) => !this.#files.has(path));
    for (const [path, file] of await this.readAll(unknown)) {
      if (file.text.includes(having)) this.#files.set(path, await this.#parse(file));
    }
    return new Map(paths.flatMap((path) => {
      const file = this.#files.get(path);
      return file === undefined ? [] : [[path, file] as const];
    }));
  }

  /**
   * Returns the files at some paths as text, by path. Files that must not be shown or have changed
   * since are excluded.
   */
  async readAll(paths: readonly string[]): Promise<ReadonlyMap<string, TextFile>> {
    const unknown = [...new Set(paths)].filter((path) =>
      !this.#texts.has(path) && this.shows(path)
    );
    if (unknown.length > 0) {
      const documents = await this.reader.findDocuments(unknown);
      const requests = [...documents.values()].map(({ path, hash }) => ({
        path,
        documentHash: hash,
      }));
      const sources = await readSources(requests, this.#tree);
      for (const path of unknown) {
        const [document, source] = [documents.get(path), sources.get(path)];
        const parts = document && source &&
          { path, language: document.language, hash: document.hash, text: source.lines.join("\n") };
        this.#texts.set(path, parts && new TextFile(parts));
      }
    }
    return new Map(paths.flatMap((path) => {
      const file = this.#texts.get(path);
      return file === undefined ? [] : [[path, file] as const];
    }));
  }

  /** Returns the text of a file that may be shown, such as a manifest. */
  async readText(path: string): Promise<string | undefined> {
    return (await this.readAll([path])).get(path)?.text;
  }

  async #parse(file: TextFile): Promise<SyntaxFile | undefined> {
    const { path, language, hash, text } = file;
    const loaded = await this.#parser.load(scriptLanguage(language));
    // Cached files count as well, so that a warm process answers like a cold one.
    if (this.#parsed + text.length > this.#maxParsedLength) return undefined;
    const known = this.#cache.acquire(path, hash);
    if (known !== undefined) {
      this.#parsed += text.length;
      return known;
    }
    if (loaded === undefined || performance.now() > this.#deadline) return undefined;
    const { rules } = loaded;
    const script = isComponent(language) ? maskTemplate(text) : rules.prepare?.(text) ?? text;
    const tree = this.#parser.parse(script, loaded);
    if (tree === undefined) return undefined;
    this.#parsed += text.length;
    const root = tree.rootNode as SyntaxNode;
    const parsed = new SyntaxFile({ path, language, hash, text, script, root, rules });
    this.#cache.add(parsed, () => tree.delete());
    return parsed;
  }

  /** Releases all files. */
  [Symbol.dispose](): void {
    this.#cache.release([...this.#files.values()].filter((file) => file !== undefined));
    this.#files.clear();
    this.#texts.clear();
    this.#parser[Symbol.dispose]();
  }
}

/**
 * Maximum total length of cached files, in UTF-16 units: a tree takes up to 100 times its text in
 * memory.
 */
const MAX_CACHED_LENGTH = 3_000_000;

/** Parsed file with a function that frees its tree. */
interface CachedFile {
  readonly file: SyntaxFile;
  readonly free: () => void;
  /** Number of answers that use it now. */
  users: number;
}

const caches = new WeakMap<IndexReader, TreeCache>();

/**
 * Cache of the parsed files of a tree, valid while they are unchanged. A file that an answer uses
 * is never freed, so that no node outlives its tree. Of the others, the least recently used ones
 * are freed.
 */
class TreeCache {
  /** Files by path and hash, the least recently used first. */
  readonly #files = new Map<string, CachedFile>();
  #length = 0;

  /** Returns the cache that all answers from an index share. */
  static of(reader: IndexReader): TreeCache {
    return caches.getOrInsertComputed(reader, () => new TreeCache());
  }

  /** Returns a cached file and marks it as used until it is released. */
  acquire(path: string, hash: string): SyntaxFile | undefined {
    const key = keyOf({ path, hash });
    const cached = this.#files.get(key);
    if (cached === undefined) return undefined;
    this.#files.delete(key);
    this.#files.set(key, cached);
    cached.users++;
    return cached.file;
  }

  /** Adds a parsed file, which is used until it is released. */
  add(file: SyntaxFile, free: () => void): void {
    this.#files.set(keyOf(file), { file, free, users: 1 });
    this.#length += file.text.length;
  }

  /** Releases files, and frees those above the limit. */
  release(files: Iterable<SyntaxFile>): void {
    for (const file of files) {
      const cached = this.#files.get(keyOf(file));
      if (cached !== undefined) cached.users--;
    }
    for (const [key, { file, free, users }] of this.#files) {
      if (this.#length <= MAX_CACHED_LENGTH) return;
      if (users > 0) continue;
      this.#files.delete(key);
      this.#length -= file.text.length;
      free();
    }
  }
}

function keyOf({ path, hash }: Pick<SyntaxFile, "path" | "hash">): string {
  return `${path}\0${hash}`;
}

import { findProfile, type ReferenceRules } from "@dossier/core/language";
import type { Language, Parser, Tree } from "web-tree-sitter";
import {
  abandonTreeSitter,
  checkGrammar,
  initializeTreeSitter,
  loadGrammar,
  type TreeSitter,
} from "./grammars.ts";

/**
 * Maximum length of a parsed text, in UTF-16 units. Longer files are generated or bundled: a tree
 * costs 100 times its text in memory and is of little use.
 */
export const MAX_TREE_LENGTH = 1_000_000;

/**
 * Maximum time of one parse, in milliseconds. The slowest grammar, Scala, takes half of it for a
 * text of {@link MAX_TREE_LENGTH}, most others a tenth.
 */
const DEFAULT_MAX_PARSE_MILLISECONDS = 5000;

/**
 * Maximum growth of the memory by one parse, in bytes; 1 MB of real source takes up to 100 MB.
 * Without a limit, 3 KB of text in the wrong language can fill 2 GB, because the parser keeps every
 * interpretation.
 */
const MAX_GROWTH_BYTES = 192 * 1024 * 1024;

/** Number of abandoned parses after which a process stops parsing: each keeps its memory. */
const MAX_ABANDONED = 3;

/**
 * Parsers that were stopped in the middle of a text. Cleaning one up can overflow the stack of the
 * WebAssembly code, so they are kept here, out of reach of the finalizer.
 */
const abandonedParsers: Parser[] = [];

/** Language with a loaded grammar. */
export interface ParsedLanguage {
  readonly grammar: Language;
  readonly rules: ReferenceRules;
}

/** Options of {@link TreeParser}. */
interface TreeParserOptions {
  /** Maximum time of one parse, in milliseconds. @default 5000 */
  readonly maxParseMilliseconds?: number;
  /** True when missing grammars are downloaded. @default true */
  readonly fetchesGrammars?: boolean;
}

/** Parses texts with the grammars of their languages, each loaded with the first text. */
export class TreeParser implements Disposable {
  readonly #maxParseMilliseconds: number;
  readonly #fetchesGrammars: boolean;
  readonly #languages = new Map<string, ParsedLanguage | undefined>();
  readonly #unloaded = new Set<string>();
  #treeSitter: TreeSitter | undefined;
  #parser: Parser | undefined;

  /**
   * Languages whose grammars could not be loaded, for example offline, in the order of the
   * requests.
   */
  get unloaded(): readonly string[] {
    return [...this.#unloaded];
  }

  constructor(
    { maxParseMilliseconds = DEFAULT_MAX_PARSE_MILLISECONDS, fetchesGrammars = true }:
      TreeParserOptions = {},
  ) {
    this.#maxParseMilliseconds = maxParseMilliseconds;
    this.#fetchesGrammars = fetchesGrammars;
  }

  /**
   * Returns the grammar of a language with its reference rules, or `undefined` when there is none
   * or it cannot be loaded; see {@link TreeParser.unloaded}.
   */
  async load(language: string): Promise<ParsedLanguage | undefined> {
    if (this.#languages.has(language)) return this.#languages.get(language);
    const source = findProfile(language)?.grammar;
    let loaded: ParsedLanguage | undefined;
    if (source?.references !== undefined) {
      try {
        if (!this.#fetchesGrammars) checkGrammar(source);
        const { default: rules } = await source.references();
        loaded = { grammar: await loadGrammar(source), rules };
        this.#treeSitter ??= await initializeTreeSitter();
      } catch {
        loaded = undefined;
        this.#unloaded.add(language);
      }
    }
    this.#languages.set(language, loaded);
    return loaded;
  }

  /**
   * Returns the tree of a text; for broken source, as much as can be parsed. Returns `undefined`
   * when the text is longer than {@link MAX_TREE_LENGTH}, or parsing took too long or too much
   * memory.
   */
  parse(text: string, { grammar }: ParsedLanguage): Tree | undefined {
    if (text.length > MAX_TREE_LENGTH) return undefined;
    try {
      return this.#parse(text, grammar) ?? undefined;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#abandon(error);
      return undefined;
    }
  }

  #parse(text: string, grammar: Language): Tree | null {
    if (this.#treeSitter === undefined) return null;
    const { module, memory } = this.#treeSitter;
    const parser = this.#parser ??= new module.Parser();
    const deadline = performance.now() + this.#maxParseMilliseconds;
    const maxBytes = memory.buffer.byteLength + MAX_GROWTH_BYTES;
    const isTooMuch = () => performance.now() > deadline || memory.buffer.byteLength > maxBytes;
    let isParsing = true;
    let isCut = false;
    // Between two steps of the parser, a scanner may read the rest of the text again and again:
    // only the callback that reads the text can stop it then.
    const read = (index: number) => {
      isCut ||= isParsing && isTooMuch();
      return isCut ? "" : text.slice(index);
    };
    parser.setLanguage(grammar);
    const tree = parser.parse(read, null, { progressCallback: () => isCut || isTooMuch() });
    isParsing = false;
    if (tree === null) this.#abandonParse(parser);
    if (!isCut) return tree;
    tree?.delete();
    return null;
  }

  #abandonParse(parser: Parser): void {
    this.#parser = undefined;
    abandonedParsers.push(parser);
    if (abandonedParsers.length >= MAX_ABANDONED) {
      this.#abandon(new Error(`Parsing was stopped for ${abandonedParsers.length} texts`));
    }
  }

  #abandon(cause: Error): void {
    abandonTreeSitter(cause);
    this.#treeSitter = undefined;
    if (this.#parser !== undefined) abandonedParsers.push(this.#parser);
    this.#parser = undefined;
  }

  /** Frees the parser; the grammars stay loaded for the next one. */
  [Symbol.dispose](): void {
    this.#parser?.delete();
    this.#parser = undefined;
    this.#treeSitter = undefined;
  }
}

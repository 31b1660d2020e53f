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
 * Largest text that is parsed, in UTF-16 units. Above it files are generated or bundled, where a
 * tree costs 100 times its text in memory and tells little.
 */
export const MAX_TREE_LENGTH = 1_000_000;

/**
 * Longest time one parse may take, in milliseconds. The slowest grammar, Scala, takes half of it for
 * a text of {@link MAX_TREE_LENGTH}, most others a tenth.
 */
const DEFAULT_MAX_PARSE_MILLISECONDS = 5000;

/**
 * How much one parse may make the memory grow, in bytes; 1 MB of real source takes up to 100 MB.
 * Without a bound 3 KB of text in the wrong language can fill 2 GB, as every way to read it is kept.
 */
const MAX_GROWTH_BYTES = 192 * 1024 * 1024;

/** Parses given up in a process until it parses no more: each keeps the memory it had taken. */
const MAX_GIVEN_UP = 3;

/**
 * Parsers stopped in the middle of a text. Cleaning one up can overflow the stack of the
 * WebAssembly code, so they are held here, out of reach of the finalizer that would do so.
 */
const givenUp: Parser[] = [];

/** A language whose files are parsed. */
export interface ParsedLanguage {
  readonly grammar: Language;
  readonly rules: ReferenceRules;
}

/** How texts are parsed. */
interface TreeParserOptions {
  /** After which time a text is given up. @default 5000 */
  readonly maxParseMilliseconds?: number;
  /** Whether a grammar that is not on this machine is downloaded. @default true */
  readonly fetchesGrammars?: boolean;
}

/** Parses texts with the grammars of their languages, each loaded when the first text needs it. */
export class TreeParser implements Disposable {
  readonly #maxParseMilliseconds: number;
  readonly #fetchesGrammars: boolean;
  readonly #languages = new Map<string, ParsedLanguage | undefined>();
  readonly #unloaded = new Set<string>();
  #treeSitter: TreeSitter | undefined;
  #parser: Parser | undefined;

  /** The languages whose grammars could not be loaded, offline for instance, in the order in which they were asked for. */
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
   * Returns the grammar of a language with what reads its names; undefined when there is none, or it cannot be loaded,
   * see {@link TreeParser.unloaded}.
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
   * Returns the tree of a text; broken source gives what can be recognised. Undefined when the text is longer than
   * {@link MAX_TREE_LENGTH}, or parsing it took too long or too much memory.
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
    // Between two steps of the parser a scanner may go over the rest of the text again and again:
    // then only the reading of the text gives the chance to stop it.
    const read = (index: number) => {
      isCut ||= isParsing && isTooMuch();
      return isCut ? "" : text.slice(index);
    };
    parser.setLanguage(grammar);
    const tree = parser.parse(read, null, { progressCallback: () => isCut || isTooMuch() });
    isParsing = false;
    if (tree === null) this.#giveUp(parser);
    if (!isCut) return tree;
    tree?.delete();
    return null;
  }

  #giveUp(parser: Parser): void {
    this.#parser = undefined;
    givenUp.push(parser);
    if (givenUp.length >= MAX_GIVEN_UP) {
      this.#abandon(new Error(`Parsing was given up on ${givenUp.length} texts`));
    }
  }

  #abandon(cause: Error): void {
    abandonTreeSitter(cause);
    this.#treeSitter = undefined;
    if (this.#parser !== undefined) givenUp.push(this.#parser);
    this.#parser = undefined;
  }

  /** Frees the parser; the grammars stay in memory for the next one. */
  [Symbol.dispose](): void {
    this.#parser?.delete();
    this.#parser = undefined;
    this.#treeSitter = undefined;
  }
}

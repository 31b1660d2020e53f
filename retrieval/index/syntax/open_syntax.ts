import { LANGUAGE_TABLE, type SymbolDefinition, type SyntaxRules } from "@dossier/core/language";
import type { Language, Parser, Tree } from "web-tree-sitter";
import { findDefinitions } from "./find_definitions.ts";
import {
  abandonTreeSitter,
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

/** A grammar that could not be loaded. */
export interface GrammarFailure {
  readonly language: string;
  readonly reason: string;
}

interface LoadedLanguage {
  readonly grammar: Language;
  readonly rules: SyntaxRules;
}

/** What {@link Syntax} works with. */
interface SyntaxParts {
  readonly treeSitter: TreeSitter | undefined;
  readonly languages: ReadonlyMap<string, LoadedLanguage>;
  readonly failures: readonly GrammarFailure[];
  readonly maxParseMilliseconds: number;
}

/** Grammars in memory and a parser for them; made by {@link openSyntax}. */
export class Syntax {
  /** Grammars that were asked for and could not be loaded; their languages have no trees. */
  readonly failures: readonly GrammarFailure[];
  readonly #languages: ReadonlyMap<string, LoadedLanguage>;
  readonly #maxParseMilliseconds: number;
  #treeSitter: TreeSitter | undefined;
  #parser: Parser | undefined;

  constructor({ treeSitter, languages, failures, maxParseMilliseconds }: SyntaxParts) {
    this.#maxParseMilliseconds = maxParseMilliseconds;
    this.#treeSitter = treeSitter;
    this.#languages = languages;
    this.failures = failures;
  }

  /** Returns whether texts of the language are parsed here. */
  has(language: string): boolean {
    return this.#languages.has(language);
  }

  /**
   * Returns the definitions of a text in line order, lines 1-based and inclusive. Broken source
   * gives what can be recognised. `undefined` says that there is no tree to go by: the language
   * was not opened, the text is longer than {@link MAX_TREE_LENGTH}, or parsing it took too long or
   * too much memory.
   */
  extractSymbols(text: string, language: string): readonly SymbolDefinition[] | undefined {
    const loaded = this.#languages.get(language);
    if (loaded === undefined || text.length > MAX_TREE_LENGTH) return undefined;
    try {
      return this.#extract(text, loaded);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.#abandon(error);
      return undefined;
    }
  }

  #extract(text: string, { grammar, rules }: LoadedLanguage): SymbolDefinition[] | undefined {
    const tree = this.#parse(text, grammar);
    if (tree === null) return undefined;
    try {
      return findDefinitions(tree.rootNode, text, rules);
    } finally {
      tree.delete();
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

/**
 * Loads the grammars of the given languages, each once in a process, and returns what extracts
 * symbols from their texts. Languages without a grammar are passed over; a grammar that cannot be
 * loaded, offline for instance, is named in `failures` and the others still work.
 */
export async function openSyntax(
  languages: Iterable<string>,
  { maxParseMilliseconds = DEFAULT_MAX_PARSE_MILLISECONDS }: {
    readonly maxParseMilliseconds?: number;
  } = {},
): Promise<Syntax> {
  const loaded = new Map<string, LoadedLanguage>();
  const failures: GrammarFailure[] = [];
  for (const language of new Set(languages)) {
    const source = LANGUAGE_TABLE.get(language)?.grammar;
    if (source === undefined) continue;
    try {
      loaded.set(language, { grammar: await loadGrammar(source), rules: await source.rules() });
    } catch (error) {
      failures.push({ language, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  const treeSitter = loaded.size === 0 ? undefined : await initializeTreeSitter();
  return new Syntax({ treeSitter, languages: loaded, failures, maxParseMilliseconds });
}

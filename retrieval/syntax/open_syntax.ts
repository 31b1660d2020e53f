import type { Language, Parser } from "web-tree-sitter";
import type { SymbolDefinition } from "@dossier/core";
import type { LanguageRules } from "./definition.ts";
import { findDefinitions } from "./find_definitions.ts";
import { hasGrammar, initializeTreeSitter, loadGrammar } from "./grammars.ts";

/**
 * Largest text that is parsed, in UTF-16 units. Above it files are generated or bundled, where a
 * tree costs 100 times its text in memory and tells little.
 */
export const MAX_TREE_LENGTH = 1_000_000;

/** Longest time one parse may take, in milliseconds; 1 MB takes 100 to 700 in practice. */
const MAX_PARSE_MILLISECONDS = 2000;

/** A grammar that could not be loaded. */
export interface GrammarFailure {
  /** The language whose files go without a tree. */
  readonly language: string;
  /** What went wrong, as the runtime said it. */
  readonly reason: string;
}

interface LoadedLanguage {
  readonly grammar: Language;
  readonly rules: LanguageRules;
}

/** Grammars in memory and a parser for them; made by {@link openSyntax}. */
export class Syntax {
  /** Grammars that were asked for and could not be loaded; their languages have no trees. */
  readonly failures: readonly GrammarFailure[];
  readonly #languages: ReadonlyMap<string, LoadedLanguage>;
  readonly #parser: Parser | undefined;

  /** For {@link openSyntax}, which knows how to get the arguments. */
  constructor(
    parser: Parser | undefined,
    languages: ReadonlyMap<string, LoadedLanguage>,
    failures: readonly GrammarFailure[],
  ) {
    this.#parser = parser;
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
   * was not opened, the text is longer than {@link MAX_TREE_LENGTH}, holds NUL characters (on which
   * some grammars take quadratic time), or parsing took too long.
   */
  extractSymbols(text: string, language: string): readonly SymbolDefinition[] | undefined {
    const loaded = this.#languages.get(language);
    const parser = this.#parser;
    if (loaded === undefined || parser === undefined) return undefined;
    if (text.length > MAX_TREE_LENGTH || text.includes("\0")) return undefined;
    parser.setLanguage(loaded.grammar);
    const deadline = performance.now() + MAX_PARSE_MILLISECONDS;
    const tree = parser.parse(text, null, {
      progressCallback: () => performance.now() > deadline,
    });
    if (tree === null) {
      // Without this the parser would go on with the abandoned text at the next call.
      parser.reset();
      return undefined;
    }
    try {
      return findDefinitions(tree.rootNode, text, loaded.rules);
    } finally {
      tree.delete();
    }
  }

  /** Frees the parser; the grammars stay in memory for the next one. */
  [Symbol.dispose](): void {
    this.#parser?.delete();
  }
}

/**
 * Loads the grammars of the given languages, each once in a process, and returns what extracts
 * symbols from their texts. Languages without a grammar are passed over; a grammar that cannot be
 * loaded, offline for instance, is named in `failures` and the others still work.
 *
 * @example
 * ```ts
 * import { openSyntax } from "@dossier/retrieval";
 * import { deepStrictEqual } from "node:assert/strict";
 *
 * using syntax = await openSyntax(["go"]);
 * const symbols = syntax.extractSymbols("package a\n\nfunc (s *Server) Run() {}\n", "go");
 * deepStrictEqual(symbols, [{
 *   name: "Run",
 *   kind: "method",
 *   startLine: 3,
 *   endLine: 3,
 *   container: "Server",
 *   signature: "func (s *Server) Run()",
 * }]);
 * ```
 */
export async function openSyntax(languages: Iterable<string>): Promise<Syntax> {
  const wanted = [...new Set(languages)].filter(hasGrammar);
  if (wanted.length === 0) return new Syntax(undefined, new Map(), []);
  const [{ Parser }, { LANGUAGE_RULES }] = await Promise.all([
    initializeTreeSitter(),
    import("./language_rules.ts"),
  ]);
  const loaded = new Map<string, LoadedLanguage>();
  const failures: GrammarFailure[] = [];
  for (const language of wanted) {
    try {
      const grammar = await loadGrammar(language);
      const rules = LANGUAGE_RULES.get(language);
      if (grammar !== undefined && rules !== undefined) loaded.set(language, { grammar, rules });
    } catch (error) {
      failures.push({ language, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return new Syntax(new Parser(), loaded, failures);
}

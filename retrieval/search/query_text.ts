import type { ParsedQuery, QueryTerm, Token } from "@dossier/core";
import { analyzeQuery, isPlainQuery, listContentTokens } from "@dossier/core/text";

/**
 * Text of a query, analyzed and parsed lazily and once: a long issue takes milliseconds, and its
 * terms, symbols and phrases are requested separately.
 */
export class QueryText {
  readonly text: string;
  /** Names that the caller guesses, as `parseNames` returns them. */
  readonly names: readonly string[];
  /** Weight of the guessed names, from 0 to 1; see `nameTrustFromMatches()`. */
  readonly nameTrust: number;
  /** True when it is one line of plain words, with nothing to parse. */
  readonly isPlain: boolean;
  #tokens: readonly Token[] | undefined;
  #terms: readonly QueryTerm[] | undefined;
  #nameTerms: readonly QueryTerm[] | undefined;
  #parsed: ReturnType<QueryText["parse"]> | undefined;

  constructor(text: string, names: readonly string[] = [], nameTrust = 1) {
    this.text = text;
    this.names = names;
    this.nameTrust = nameTrust;
    this.isPlain = isPlainQuery(text);
  }

  /** Tokens without stop words, as `listContentTokens` returns them. */
  get tokens(): readonly Token[] {
    return this.#tokens ??= listContentTokens(this.text);
  }

  /** Distinct terms, as `analyzeQuery` returns them. */
  get terms(): readonly QueryTerm[] {
    return this.#terms ??= analyzeQuery(this.text, this.tokens);
  }

  /** Distinct terms of its names, as `analyzeQuery` returns them. */
  get nameTerms(): readonly QueryTerm[] {
    return this.#nameTerms ??= this.names.length === 0 ? [] : analyzeQuery(this.names.join(" "));
  }

  /**
   * Returns the parsed query, for a query that is not plain, with the functions that turn it into
   * evidence.
   */
  parse(): Promise<{
    readonly parsed: ParsedQuery;
    readonly core: typeof import("@dossier/core/query");
  }> {
    // Imported only here: most questions are plain.
    return this.#parsed ??= import("@dossier/core/query")
      .then((core) => ({ parsed: core.parseQuery(this.text), core }));
  }
}

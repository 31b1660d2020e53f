import type { ParsedQuery, QueryTerm, Token } from "@dossier/core";
import { analyzeQuery, isPlainQuery, listContentTokens } from "@dossier/core/text";

/**
 * The text of a query, analysed and parsed when that is first asked for and not again: a long issue
 * takes milliseconds, and its terms, symbols and phrases are asked for apart from each other.
 */
export class QueryText {
  readonly text: string;
  /** What the caller guesses that the code is called, as `parseNames` returns it. */
  readonly names: readonly string[];
  /** How much the guesses count, from 0 to 1; see `nameTrustFromMatches()`. */
  readonly nameTrust: number;
  /** Whether it is one line of words, in which there is nothing to parse. */
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

  /** Its tokens without stop words, as `listContentTokens` returns them. */
  get tokens(): readonly Token[] {
    return this.#tokens ??= listContentTokens(this.text);
  }

  /** Its distinct terms, as `analyzeQuery` returns them. */
  get terms(): readonly QueryTerm[] {
    return this.#terms ??= analyzeQuery(this.text, this.tokens);
  }

  /** The distinct terms of its names, as `analyzeQuery` returns them. */
  get nameTerms(): readonly QueryTerm[] {
    return this.#nameTerms ??= this.names.length === 0 ? [] : analyzeQuery(this.names.join(" "));
  }

  /** Returns what it names, for a query that is not plain, with the functions that turn it into evidence. */
  parse(): Promise<{
    readonly parsed: ParsedQuery;
    readonly core: typeof import("@dossier/core/query");
  }> {
    // Imported only here: most questions are plain.
    return this.#parsed ??= import("@dossier/core/query")
      .then((core) => ({ parsed: core.parseQuery(this.text), core }));
  }
}

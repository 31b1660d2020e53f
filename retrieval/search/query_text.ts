import type { ParsedQuery, QueryTerm, Token } from "@dossier/core";
import { analyzeQuery, isPlainQuery, listTellingTokens } from "@dossier/core/text";

/** The parser of queries and what it is read with, which are large. */
export type QueryArea = typeof import("@dossier/core/query");

/** A parsed query, with the functions that turn it into evidence. */
export interface ReadParsedQuery {
  readonly parsed: ParsedQuery;
  readonly core: QueryArea;
}

/**
 * The text of a query, analysed and parsed when that is first asked for and not again: a long issue
 * takes milliseconds, and its terms, symbols and phrases are asked for apart from each other.
 */
export class QueryText {
  readonly text: string;
  /** Whether it is one line of words, in which there is nothing to parse. */
  readonly isPlain: boolean;
  #tokens: readonly Token[] | undefined;
  #terms: readonly QueryTerm[] | undefined;
  #parsed: Promise<ReadParsedQuery> | undefined;

  constructor(text: string) {
    this.text = text;
    this.isPlain = isPlainQuery(text);
  }

  /** Its tokens without stop words, as `listTellingTokens` returns them. */
  get tokens(): readonly Token[] {
    return this.#tokens ??= listTellingTokens(this.text);
  }

  /** Its distinct terms, as `analyzeQuery` returns them. */
  get terms(): readonly QueryTerm[] {
    return this.#terms ??= analyzeQuery(this.text, this.tokens);
  }

  /** Returns what it names, for a query that is not plain. */
  parse(): Promise<ReadParsedQuery> {
    return this.#parsed ??= this.#parse();
  }

  async #parse(): Promise<ReadParsedQuery> {
    // Imported only here: most questions are plain.
    const core = await import("@dossier/core/query");
    return { parsed: core.parseQuery(this.text), core };
  }
}

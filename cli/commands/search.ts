import type { SearchHit, SearchOptions, SearchResult } from "@dossier/retrieval";
import type { Invocation } from "../arguments/command.ts";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { parseQueryOptions, withGuessedNames } from "../input/query_options.ts";
import { takeQuery } from "../input/read_input.ts";
import {
  escapeControls,
  printJson,
  printNotes,
  printResult,
  terminalStyle,
} from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { SUCCESS } from "../exit_code.ts";

/** Digits behind the point of a printed score. */
const SCORE_DIGITS = 3;

/** Prints the best parts of files with their scores, or the best files. */
export async function runSearch(invocation: Invocation): Promise<number> {
  const query = await takeQuery(invocation);
  const options = parseSearchOptions(invocation);
  using engine = await openInvokedEngine(invocation);
  const found = await withProgress(async (progress) => {
    const asked = { invocation, engine, question: query };
    return await engine.search(query, await withGuessedNames({ ...options, ...progress }, asked));
  });
  printFound(found, { json: invocation.has("json"), renderResult });
  return SUCCESS;
}

/**
 * Returns the options of a search.
 *
 * @throws {UsageError} As `parseQueryOptions()`, and for a limit that is none.
 */
export function parseSearchOptions(invocation: Invocation): SearchOptions {
  const limit = parseWholeNumber(invocation.value("limit"), { name: "limit", minimum: 1 });
  const by = invocation.value("by") === "file" ? "file" : "part";
  return { ...parseQueryOptions(invocation), limit, by };
}

/** Prints a search result as JSON, or each result as `renderResult` writes it. */
export function printFound(
  found: SearchResult,
  { json, renderResult }: {
    readonly json: boolean;
    readonly renderResult: (result: SearchHit) => string;
  },
): void {
  if (json) {
    printJson(found);
    return;
  }
  printNotes(found.notes);
  printResult(found.results.map(renderResult).join(""));
}

/** As much of a hit as is printed in one line. */
export type PrintedHit =
  & Pick<SearchHit, "score" | "path" | "startLine" | "endLine">
  & Partial<SearchHit>;

/** Returns one line: score, place and name. */
export function renderResult({ score, path, startLine, endLine, symbol }: PrintedHit): string {
  const { bold, dim } = terminalStyle();
  const place = `${bold(escapeControls(path))}:${startLine}-${endLine}`;
  return `${score.toFixed(SCORE_DIGITS).padStart(8)}  ${place}${
    symbol === undefined ? "" : `  ${dim(escapeControls(symbol))}`
  }\n`;
}

import { type Candidate, renderExplanation } from "@dossier/core/rank";
import type { Invocation } from "../command.ts";
import { SUCCESS } from "../exit_code.ts";
import { openInvokedEngine } from "../open_engine.ts";
import { parseWholeNumber } from "../parse_arguments.ts";
import { withProgress } from "../progress.ts";
import { parseQueryOptions } from "../query_options.ts";
import { readQuery } from "../read_query.ts";
import { printFound, renderResult } from "./search.ts";

/** Results that are explained by default: a tree takes a screen. */
export const DEFAULT_EXPLAIN_LIMIT = 3;

/** Prints where the scores of the best chunks come from. */
export async function runExplain(invocation: Invocation): Promise<number> {
  const query = await readQuery(invocation);
  const limit = parseWholeNumber(invocation.value("limit"), { name: "limit", minimum: 1 });
  const options = {
    ...parseQueryOptions(invocation),
    limit: limit ?? DEFAULT_EXPLAIN_LIMIT,
    explain: true,
  };
  using engine = await openInvokedEngine(invocation);
  const found = await withProgress((progress) => engine.search(query, { ...options, ...progress }));
  printFound(found, { json: invocation.has("json"), renderResult: renderExplained });
  return SUCCESS;
}

function renderExplained(result: Candidate): string {
  const tree = result.explanation === undefined ? "" : renderExplanation(result.explanation);
  return `${renderResult(result)}${tree.replaceAll(/^/gm, "    ").trimEnd()}\n`;
}

import type { RenderFormat, TokenEstimatorName } from "@dossier/core";
import { openEstimator, openRenderer } from "@dossier/retrieval";
import type { Invocation } from "../command.ts";
import { SUCCESS } from "../exit_code.ts";
import { openInvokedEngine } from "../open_engine.ts";
import { escapeOnTerminal, printMessage, printResult } from "../output.ts";
import { parseWholeNumber } from "../parse_arguments.ts";
import { printNotes } from "../print_notes.ts";
import { withProgress } from "../progress.ts";
import { parseQueryOptions } from "../query_options.ts";
import { readQuery } from "../read_query.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Prints the bundle for a task.
 *
 * @throws {UsageError} For `--explain` without JSON, besides what the arguments are refused for.
 */
export async function runContext(invocation: Invocation): Promise<number> {
  const { value, has } = invocation;
  const query = await readQuery(invocation);
  const estimatorName = (value("estimator") ?? "piece") as TokenEstimatorName;
  const format = has("json") ? "json" : (value("format") ?? "markdown") as RenderFormat;
  if (has("explain") && format !== "json") {
    throw new UsageError(`Cannot explain scores as ${format} has no place for them: add --json`);
  }
  const options = {
    ...parseQueryOptions(invocation),
    budget: parseWholeNumber(value("budget"), { name: "budget", minimum: 0 }),
    estimator: estimatorName,
    format,
    explain: has("explain"),
  };
  using engine = await openInvokedEngine(invocation);
  const bundle = await withProgress((progress) =>
    engine.context(query, { ...options, ...progress })
  );
  if (format !== "json") {
    printNotes(bundle.notes);
    const tooDear = bundle.omitted.filter(({ reason }) => reason === "budget");
    // A text of so few tokens has no room to say it itself.
    if (bundle.passages.length === 0 && tooDear.length > 0) {
      printMessage(
        `dossier: Nothing fits the budget of ${bundle.budget.limit} tokens, ` +
          `${tooDear.length} passages are left out: give more with --budget`,
      );
    }
  }
  const renderer = await openRenderer(format, engine.root);
  const text = renderer.render(bundle, await openEstimator(estimatorName));
  printResult(escapeOnTerminal(text));
  return SUCCESS;
}

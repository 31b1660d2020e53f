import type { Fragment } from "@dossier/core";
import { present } from "@dossier/core/text";
import { renderExplanation } from "@dossier/core/rank";
import type { Invocation } from "../arguments/command.ts";
import { openInvokedEngine } from "../input/invoked_place.ts";
import { parseQueryOptions, withGuessedNames } from "../input/query_options.ts";
import { takeQuery } from "../input/read_input.ts";
import { printJson, printNotes, printResult } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { SUCCESS } from "../exit_code.ts";
import { prepareBundle } from "./context.ts";
import { parseSearchOptions, type PrintedHit, printFound, renderResult } from "./search.ts";

/** Results that are explained by default: a tree takes a screen. */
export const DEFAULT_EXPLAIN_LIMIT = 3;

/**
 * Prints where the scores of the best parts or files come from; with `--issue` how the bundle of an issue is
 * planned, and why it shows what it shows.
 */
export async function runExplain(invocation: Invocation): Promise<number> {
  if (invocation.value("issue") !== undefined) return await explainIssue(invocation);
  const query = await takeQuery(invocation);
  const { limit = DEFAULT_EXPLAIN_LIMIT, ...asked } = parseSearchOptions(invocation);
  const options = { ...asked, limit, explain: true };
  using engine = await openInvokedEngine(invocation);
  const found = await withProgress(async (progress) => {
    const asked = { invocation, engine, question: query };
    return await engine.search(query, await withGuessedNames({ ...options, ...progress }, asked));
  });
  printFound(found, { json: invocation.has("json"), renderResult: renderExplained });
  return SUCCESS;
}

function renderExplained(result: PrintedHit, why = ""): string {
  const tree = result.explanation === undefined ? "" : renderExplanation(result.explanation);
  const indented = tree === "" ? "" : `${tree.replaceAll(/^/gm, "    ").trimEnd()}\n`;
  return `${renderResult(result)}${why}${indented}`;
}

async function explainIssue(invocation: Invocation): Promise<number> {
  const answer = await prepareBundle(invocation);
  using engine = await openInvokedEngine(invocation);
  const options = { ...parseQueryOptions(invocation), explain: true, record: false };
  const bundle = await withProgress((progress) => answer(engine, { ...options, ...progress }));
  if (invocation.has("json")) {
    printJson(bundle);
    return SUCCESS;
  }
  printNotes(bundle.notes);
  const { explainPlan } = await import("@dossier/core/plan");
  const plan = bundle.plan === undefined ? [] : explainPlan(bundle.plan).map(renderExplanation);
  const parts = [...plan.map((tree) => `${tree}\n`), ...bundle.fragments.map(renderFragment)];
  printResult(parts.join(""));
  return SUCCESS;
}

function renderFragment({ role = "snippet", reasons = [], ...fragment }: Fragment): string {
  const { source, location, score, explanation } = fragment;
  const why = `    ${role}: ${reasons.join("; ")}\n`;
  return renderExplained({
    // What is no file is told by its source, as a file of one line is by its path.
    ...location ?? { path: source, startLine: 1, endLine: 1 },
    score,
    ...present({ explanation }),
  }, why);
}

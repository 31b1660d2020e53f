import type { StructureKind, TokenEstimatorName } from "@dossier/core";
import { checkTargets } from "@dossier/retrieval";
import type { Invocation } from "../arguments/command.ts";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { absolute, openInvokedEngine } from "../input/invoked_place.ts";
import { escapeOnTerminal, printJson, printNotes, printResult } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { SUCCESS } from "../exit_code.ts";

/** The kinds whose words are paths, with a line behind them or without. */
const OF_PATHS: ReadonlySet<StructureKind> = new Set(["map", "outline", "related"]);

const LINE_REGEXP = /:\d+$/;

/** Prints the answer to a question about structure. */
export async function runStructure(kind: StructureKind, invocation: Invocation): Promise<number> {
  const { value, has, words } = invocation;
  const options = {
    budget: parseWholeNumber(value("budget"), { name: "budget", minimum: 0 }),
    estimator: (value("estimator") ?? "piece") as TokenEstimatorName,
    refresh: !has("no-refresh"),
    maxRefreshMs: parseWholeNumber(value("max-refresh-ms"), { name: "max-refresh-ms", minimum: 0 }),
  };
  const targets = OF_PATHS.has(kind) ? words.map(fromCaller) : words;
  // A wrong number of words is refused before anything is written.
  checkTargets({ kind, targets });
  using engine = await openInvokedEngine(invocation);
  const answer = await withProgress((progress) =>
    engine.structure({ kind, targets }, { ...options, ...progress })
  );
  if (has("json")) printJson(answer);
  else {
    printNotes(answer.notes);
    printResult(escapeOnTerminal(answer.text));
  }
  return SUCCESS;
}

/** Returns a path as an absolute one where the folder that was called from has it, as shells complete it. */
function fromCaller(word: string): string {
  const path = absolute(word);
  try {
    Deno.lstatSync(path.replace(LINE_REGEXP, ""));
    return path;
  } catch {
    return word;
  }
}

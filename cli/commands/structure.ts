import type { Structure, StructureKind, TokenEstimatorName } from "@dossier/core";
import { checkTargets } from "@dossier/retrieval";
import type { Invocation } from "../arguments/command.ts";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";
import { absolute, openInvokedEngine } from "../input/invoked_place.ts";
import { escapeOnTerminal, printJson, printNotes, printResult } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { SUCCESS } from "../exit_code.ts";

/** The kinds whose words are paths; with the others a path has a name or a line behind it. */
const OF_PATHS: ReadonlySet<StructureKind> = new Set(["map", "outline"]);

const BEHIND_PATH_REGEXP = /(?:#|:)[^/#:]+$/;

/** Prints the answer to a question about structure. */
export async function runStructure(kind: StructureKind, invocation: Invocation): Promise<number> {
  const { value, has, words } = invocation;
  // A script is to know all files.
  const isFiles = has("files");
  const options = {
    budget: isFiles
      ? Number.MAX_SAFE_INTEGER
      : parseWholeNumber(value("budget"), { name: "budget", minimum: 0 }),
    estimator: (value("estimator") ?? "piece") as TokenEstimatorName,
    refresh: !has("no-refresh"),
    maxRefreshMs: parseWholeNumber(value("max-refresh-ms"), { name: "max-refresh-ms", minimum: 0 }),
  };
  const targets = words.map((word) => fromCaller(word, kind));
  const question = {
    ...{ kind, targets, diff: value("diff"), all: has("all") },
    depth: parseWholeNumber(value("depth"), { name: "depth", minimum: 1 }),
  };
  // A wrong number of words is refused before anything is written.
  checkTargets(question);
  using engine = await openInvokedEngine(invocation);
  const answer = await withProgress((progress) =>
    engine.structure(question, { ...options, ...progress })
  );
  if (has("json")) printJson(answer);
  else {
    printNotes(answer.notes);
    printResult(escapeOnTerminal(isFiles ? listFiles(answer) : answer.text));
  }
  return SUCCESS;
}

/** Returns the files of definitions, each in a line. */
function listFiles({ definitions }: Structure): string {
  const paths = new Set(definitions.map(({ path }) => path));
  return [...paths].sort().map((path) => `${path}\n`).join("");
}

/** Returns a path as an absolute one where the folder that was called from has it, as shells complete it. */
function fromCaller(word: string, kind: StructureKind): string {
  const path = OF_PATHS.has(kind) ? word : word.replace(BEHIND_PATH_REGEXP, "");
  // A name alone is none, even where a file goes by it.
  if (!OF_PATHS.has(kind) && path === word) return word;
  try {
    Deno.lstatSync(absolute(path));
    return absolute(word);
  } catch {
    return word;
  }
}

import { splitWords } from "@dossier/core/text";
import type { Engine, FreshnessOptions, NameGuesserResult } from "@dossier/retrieval";
import { escapeControls, paintLine, printMessage } from "../terminal/output.ts";
import { absolute } from "./invoked_place.ts";

/** The question that names are guessed for, and how the program is run. */
export interface GuessOptions {
  readonly engine: Engine;
  /** The question, or the text of an issue. */
  readonly question: string;
  /** How fresh the index must be whose map the program is given. */
  readonly freshness: FreshnessOptions;
  /** Whether to keep the answer of the program for the next call. */
  readonly isKept: boolean;
  /** Whether `--names-command` names the program: a relative path is then taken from the folder of the caller. */
  readonly isForThisCall: boolean;
}

/** The program may call dossier, which would ask it again and so on: none is to be asked then. */
const ENVIRONMENT = { DOSSIER_NAMES_COMMAND: "" };

/** A clone must not be able to put a program of its own in the place of the user's. */
const RELATIVE_REASON = "DOSSIER_NAMES_COMMAND and settings must not name it by a relative path, " +
  "which is another program in each folder: name it by its absolute path";

/**
 * Returns the names that a program of the user's guesses for a question. When it fails, standard error tells why, and
 * there are none.
 *
 * @param command Its command line; no shell reads it.
 */
export async function guessNames(
  command: string,
  options: GuessOptions,
): Promise<readonly string[]> {
  const [program = "", ...args] = splitWords(command);
  const isTerminal = Deno.stderr.isTerminal();
  if (isTerminal) paintLine(`Asking "${escapeControls(program)}" for names`);
  const asked = await ask([program, ...args], options);
  if (isTerminal) paintLine("");
  if (asked.kind === "guessed") return asked.names;
  printMessage(`dossier: Cannot take names from "${program}" as ${asked.reason}`);
  return [];
}

async function ask(
  [program = "", ...args]: readonly string[],
  { engine, question, freshness, isKept, isForThisCall }: GuessOptions,
): Promise<NameGuesserResult> {
  const isRelative = program.includes("/") && !program.startsWith("/");
  if (isRelative && !isForThisCall) return { kind: "failed", reason: RELATIVE_REASON };
  const { refresh = true, maxRefreshMs, onProgress, signal } = freshness;
  return await engine.askNames(question, {
    command: [isRelative ? absolute(program) : program, ...args],
    folder: neutralFolder(),
    environment: ENVIRONMENT,
    isCached: isKept,
    refresh,
    maxRefreshMs,
    onProgress,
    signal,
  });
}

/**
 * Returns a folder whose settings are the user's own. In the tree, an agent would obey the instructions, settings and
 * hooks that the authors of the repository wrote.
 */
function neutralFolder(): string {
  const home = Deno.env.get("HOME") ?? "";
  try {
    if (home.startsWith("/") && Deno.statSync(home).isDirectory) return home;
  } catch {
    // The home folder does not exist, or may not be read.
  }
  return "/";
}

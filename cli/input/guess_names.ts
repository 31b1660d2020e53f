import { splitWords } from "@dossier/core/text";
import type { Engine, FreshnessOptions, NameGuesserResult } from "@dossier/retrieval";
import { escapeControls, paintLine, printMessage } from "../terminal/output.ts";
import { toAbsolutePath } from "./invoked_location.ts";

/** Question for which names are guessed, and options of the program. */
export interface GuessOptions {
  readonly engine: Engine;
  /** Question, or the text of an issue. */
  readonly question: string;
  /** Required freshness of the index, whose map is the input of the program. */
  readonly freshness: FreshnessOptions;
  /** True to keep the answer of the program for the next call. */
  readonly isKept: boolean;
  /**
   * True when `--names-command` names the program. A relative path is then resolved from the folder
   * of the caller.
   */
  readonly isForThisCall: boolean;
}

/**
 * Environment that prevents recursion: the program may call dossier, which must not call the
 * program again.
 */
const ENVIRONMENT = { DOSSIER_NAMES_COMMAND: "" };

/** A clone must not be able to replace the user's program by its own. */
const RELATIVE_REASON = "DOSSIER_NAMES_COMMAND and settings must not name it by a relative " +
  "path, which means another program in each folder: use its absolute path";

/**
 * Returns the names that a program of the user guesses for a question. When it fails, the reason is
 * printed to standard error, and there are none.
 *
 * @param command Command line of the program. No shell parses it.
 */
export async function guessNames(
  command: string,
  options: GuessOptions,
): Promise<readonly string[]> {
  const [program = "", ...args] = splitWords(command);
  const isTerminal = Deno.stderr.isTerminal();
  if (isTerminal) paintLine(`Asking "${escapeControls(program)}" for names`);
  const guessed = await requestNames([program, ...args], options);
  if (isTerminal) paintLine("");
  if (guessed.kind === "guessed") return guessed.names;
  printMessage(`dossier: Cannot get names from "${program}" as ${guessed.reason}`);
  return [];
}

async function requestNames(
  [program = "", ...args]: readonly string[],
  { engine, question, freshness, isKept, isForThisCall }: GuessOptions,
): Promise<NameGuesserResult> {
  const isRelative = program.includes("/") && !program.startsWith("/");
  if (isRelative && !isForThisCall) return { kind: "failed", reason: RELATIVE_REASON };
  const { refresh = true, maxRefreshMs, onProgress, signal } = freshness;
  return await engine.askNames(question, {
    command: [isRelative ? toAbsolutePath(program) : program, ...args],
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
 * Returns a folder with only the user's own settings. In the tree, an agent would follow the
 * instructions, settings and hooks of the repository's authors.
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

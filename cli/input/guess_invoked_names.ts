import type { Invocation } from "@dossier/retrieval/operation";
import type { Engine, FreshnessOptions } from "@dossier/retrieval";

/**
 * Returns the names that a program of the user's guesses for a question; undefined without such a program.
 *
 * The option, the variable `DOSSIER_NAMES_COMMAND` or the user's own settings say which program that is, and nothing
 * else may: what a repository holds must not be able to run any.
 *
 * @param asked.question The question, or the text of an issue.
 */
export async function guessInvokedNames(
  engine: Engine,
  { invocation: { value, has }, ...asked }: {
    readonly invocation: Invocation;
    readonly question: string;
    /** How fresh the index must be whose map the program is given. */
    readonly freshness: FreshnessOptions;
  },
): Promise<readonly string[] | undefined> {
  const written = value("names-command");
  const command = written ?? Deno.env.get("DOSSIER_NAMES_COMMAND") ?? await engine.namesCommand();
  if (command.trim() === "") return undefined;
  // Imported only here: few have such a program.
  const { guessNames } = await import("./guess_names.ts");
  return await guessNames(command, {
    ...asked,
    engine,
    isKept: !has("no-record"),
    isForThisCall: written !== undefined,
  });
}

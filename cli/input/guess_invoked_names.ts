import type { Invocation } from "@dossier/retrieval/operation";
import type { Engine, FreshnessOptions } from "@dossier/retrieval";

/**
 * Returns the names that a program of the user guesses for a question, or undefined without such a
 * program.
 *
 * Only the option, the variable `DOSSIER_NAMES_COMMAND` or the user's settings may name the
 * program. The content of a repository must not be able to run any.
 *
 * @param request.question The question, or the text of an issue.
 */
export async function guessInvokedNames(
  engine: Engine,
  { invocation: { value, has }, ...request }: {
    readonly invocation: Invocation;
    readonly question: string;
    /** Required freshness of the index, whose map is the input of the program. */
    readonly freshness: FreshnessOptions;
  },
): Promise<readonly string[] | undefined> {
  const written = value("names-command");
  const command = written ?? Deno.env.get("DOSSIER_NAMES_COMMAND") ?? await engine.namesCommand();
  if (command.trim() === "") return undefined;
  // Imported only here, as few users have such a program.
  const { guessNames } = await import("./guess_names.ts");
  return await guessNames(command, {
    ...request,
    engine,
    isKept: !has("no-record"),
    isForThisCall: written !== undefined,
  });
}

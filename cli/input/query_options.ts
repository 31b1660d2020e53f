import { LANGUAGES } from "@dossier/core/language";
import { nearestLanguages } from "@dossier/core/query";
import { type Engine, RANKING_STEPS, type SearchOptions } from "@dossier/retrieval";
import { type Invocation, UsageError } from "../arguments/command.ts";
import { parseWholeNumber } from "../arguments/parse_arguments.ts";

/**
 * Returns the options that all commands with a query share.
 *
 * @throws {UsageError} For a number out of range, and for a step or a language that does not exist.
 */
export function parseQueryOptions(invocation: Invocation): SearchOptions {
  const { value, values, has } = invocation;
  const kind = value("kind");
  const disabled = values("disable").flatMap((list) => list.split(",")).filter((name) =>
    name !== ""
  );
  const unknown = disabled.find((name) => !RANKING_STEPS.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(
      `Cannot disable "${unknown}" as there is no such step: there are ${RANKING_STEPS.join(", ")}`,
    );
  }
  for (const language of values("language")) {
    if (LANGUAGES.includes(language.toLowerCase())) continue;
    throw new UsageError(
      `Cannot use "${language}" for --language as there is none of that name: there are ${
        nearestLanguages(language).join(", ")
      }`,
    );
  }
  return {
    names: values("names"),
    refresh: !has("no-refresh"),
    maxRefreshMs: parseWholeNumber(value("max-refresh-ms"), { name: "max-refresh-ms", minimum: 0 }),
    disabled,
    filter: {
      paths: values("path"),
      languages: values("language"),
      ...(kind === "code" || kind === "document" ? { kind } : {}),
    },
  };
}

/**
 * Returns the options of a question with the names that a program of the user's guesses for it; as they are where the
 * user gives names, or no program.
 *
 * The option, the variable `DOSSIER_NAMES_COMMAND` or the user's own settings say which program that is, and nothing
 * else may: what a repository holds must not be able to run any.
 *
 * @param asked.question The question, or the text of an issue.
 */
export async function withGuessedNames<Options extends SearchOptions>(
  options: Options,
  { invocation, ...asked }: {
    readonly invocation: Invocation;
    readonly engine: Engine;
    readonly question: string;
  },
): Promise<Options> {
  const { value, has } = invocation;
  if (has("names")) return options;
  const written = value("names-command");
  const command = written ?? Deno.env.get("DOSSIER_NAMES_COMMAND") ??
    await asked.engine.namesCommand();
  if (command.trim() === "") return options;
  // Imported only here: few have such a program.
  const { guessNames } = await import("./guess_names.ts");
  const names = await guessNames(command, {
    ...asked,
    freshness: options,
    isKept: !has("no-record"),
    isForThisCall: written !== undefined,
  });
  return { ...options, names };
}

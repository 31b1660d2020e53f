import { LANGUAGES } from "@dossier/core/language";
import { nearestLanguages } from "@dossier/core/query";
import { RANKING_STEPS, type SearchOptions } from "@dossier/retrieval";
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

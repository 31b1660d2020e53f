import { ServerError } from "../problem/server_error.ts";
import { CONTEXT_REQUEST, type ContextRequest } from "../schema/context_request.ts";

/** Names of the fields of a question, as forms and addresses have them. */
export const QUESTION_FIELDS = ["root", "q", "issue", "budget", "kind", "paths", "format"] as const;

/** A question as somebody wrote it; absent and empty fields are the same. */
export type Question = Readonly<Partial<Record<typeof QUESTION_FIELDS[number], string>>>;

const BLANKS_REGEXP = /[\s,]+/;

/** Returns the fields of a question among the values of a form or an address. */
export function readQuestion(values: Readonly<Record<string, unknown>>): Question {
  return Object.fromEntries(
    QUESTION_FIELDS.map((name) => [name, values[name]] as const)
      .filter(([, value]) => typeof value === "string" && value !== ""),
  );
}

/**
 * Returns the request that a question stands for; without a query and an issue it is an empty query.
 *
 * @throws {ServerError} `invalid-request` for both.
 * @throws {z.ZodError} For a field that is not what it must be.
 */
export function toContextRequest(question: Question): ContextRequest {
  const { root, q, issue, budget, kind, paths, format = "markdown" } = question;
  if (q !== undefined && issue !== undefined) {
    throw new ServerError(
      "invalid-request",
      "Cannot answer both a question and an issue: give one of them",
    );
  }
  const globs = (paths ?? "").split(BLANKS_REGEXP).filter((glob) => glob !== "");
  return CONTEXT_REQUEST.parse({
    ...(root === undefined ? {} : { root }),
    ...(issue === undefined ? { query: q ?? "" } : { issue }),
    ...(budget === undefined ? {} : { budget: Number(budget) }),
    ...(kind === undefined && globs.length === 0 ? {} : {
      filter: {
        ...(kind === undefined ? {} : { kind }),
        ...(globs.length > 0 && { paths: globs }),
      },
    }),
    format,
  });
}

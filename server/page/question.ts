import { refuseRequest } from "../problem/mod.ts";
import { parseNumberField } from "../request/mod.ts";
import { CONTEXT_REQUEST, type ContextRequest } from "../schema/mod.ts";
import { pageUrl } from "./page_state.ts";

/** Names of the fields of a question, as forms and addresses have them. */
export const QUESTION_FIELDS = ["root", "q", "issue", "budget", "kind", "paths", "format"] as const;

/** A question as somebody wrote it; absent and empty fields are the same. */
export type Question = Readonly<Partial<Record<typeof QUESTION_FIELDS[number], string>>>;

/** Most characters of an address: what servers and proxies let in at least, with the other headers. */
const MAX_URL_LENGTH = 6000;

const BLANKS_REGEXP = /[\s,]+/;

/** Returns the fields of a question among the values of a form or an address. */
export function readQuestion(values: Readonly<Record<string, unknown>>): Question {
  return Object.fromEntries(
    QUESTION_FIELDS.map((name) => [name, values[name]] as const)
      .filter(([, value]) => typeof value === "string" && value !== ""),
  );
}

/**
 * Returns the address that shows the answer to a question and can be shared; undefined for one that says
 * nothing, or more than an address can hold.
 */
export function findQuestionUrl(question: Question): string | undefined {
  if (question.q === undefined && question.issue === undefined) return undefined;
  const url = pageUrl("/", question);
  return url.length <= MAX_URL_LENGTH ? url : undefined;
}

/**
 * Returns the request that a question stands for; without a query and an issue it is an empty query.
 *
 * @throws {ServerError} `invalid-request` for both, and for a budget that is no number.
 * @throws {z.ZodError} For a field that is not what it must be.
 */
export function toContextRequest(question: Question): ContextRequest {
  const { root, q, issue, budget, kind, paths, format = "markdown" } = question;
  if (q !== undefined && issue !== undefined) {
    throw refuseRequest("Cannot answer both a question and an issue: give one of them");
  }
  const globs = (paths ?? "").split(BLANKS_REGEXP).filter((glob) => glob !== "");
  return CONTEXT_REQUEST.parse({
    ...(root === undefined ? {} : { root }),
    ...(issue === undefined ? { query: q ?? "" } : { issue }),
    ...(budget === undefined ? {} : { budget: parseNumberField("budget", budget) }),
    ...(kind === undefined && globs.length === 0 ? {} : {
      filter: {
        ...(kind === undefined ? {} : { kind }),
        ...(globs.length > 0 && { paths: globs }),
      },
    }),
    format,
  });
}

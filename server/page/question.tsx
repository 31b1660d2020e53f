import { DEFAULT_BUDGET_TOKENS } from "@dossier/retrieval";
import { refuseRequest } from "../problem/mod.ts";
import { parseNumberField } from "../request/mod.ts";
import { Choice, HiddenFields, TextField } from "./form_parts.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { PlainText } from "./plain_text.tsx";

/** Names of the fields of a question in forms and addresses. */
export const QUESTION_FIELDS = [
  "root",
  "q",
  "names",
  "issue",
  "budget",
  "kind",
  "paths",
  "format",
] as const;

/** Question as a user wrote it. Absent and empty fields are equivalent. */
export type Question = Readonly<Partial<Record<typeof QUESTION_FIELDS[number], string>>>;

/**
 * Maximum number of characters of an address: the length that servers and proxies accept at least,
 * with the other headers.
 */
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
 * Returns the address of the answer to a question, which can be shared; undefined for an empty
 * question, and for one that is too long for an address.
 */
export function findQuestionUrl(question: Question): string | undefined {
  if (question.q === undefined && question.issue === undefined) return undefined;
  const url = pageUrl("/", question);
  return url.length <= MAX_URL_LENGTH ? url : undefined;
}

/**
 * Returns the request of a question, unchecked. Without a query and an issue it has an empty query.
 *
 * @throws {ContextError} `invalid-request` when both are given, and when the budget is not a
 *   number.
 */
export function toContextRequest(question: Question): object {
  const { root, q, names, issue, budget, kind, paths, format = "markdown" } = question;
  if (q !== undefined && issue !== undefined) {
    throw refuseRequest("Cannot answer both a question and an issue: use one of them");
  }
  const globs = (paths ?? "").split(BLANKS_REGEXP).filter((glob) => glob !== "");
  const filter = { ...(kind && { kind }), ...(globs.length > 0 && { paths: globs }) };
  return {
    ...(root !== undefined && { root }),
    ...(issue === undefined ? { query: q ?? "" } : { issue }),
    ...(names !== undefined && { names: [names] }),
    ...(budget !== undefined && { budget: parseNumberField("budget", budget) }),
    ...(Object.keys(filter).length > 0 && { filter }),
    format,
  };
}

const KINDS = [
  ["", "code and documents"],
  ["code", "code only"],
  ["document", "documents only"],
] as const;

const FORMATS = [["markdown"], ["xml"], ["json"], ["prompt"]] as const;

/**
 * Box for a question. A question changes nothing, but is sent as a body, as it may be too long for
 * an address. When it is short enough, the response redirects to an address that can be shared.
 */
export function QuestionForm({ question, state: { roots, root } }: {
  readonly question: Question;
  readonly state: PageState;
}) {
  const { q = "", names = "", issue = "", budget = "", kind = "", paths = "" } = question;
  const { format = "" } = question;
  const chosen = [names, issue, budget && `${budget} tokens`, kind, paths, format].filter((value) =>
    value !== ""
  );
  return (
    <form method="post" action="/" role="search" aria-label="Ask for a bundle">
      <label>
        <span>A task or a question</span>
        <textarea name="q" id="q" rows={2} spellcheck={false} autofocus={q === "" && issue === ""}>
          {`\n${q}`}
        </textarea>
      </label>
      <p class="row">
        <button type="submit">Show the bundle</button>
        {roots.length > 1 && (
          <Choice label="in" name="root" options={roots.map(({ name }) => [name])} chosen={root} />
        )}
      </p>
      <details>
        <summary>
          Names, issue, budget and filters
          {chosen.length > 0 && (
            <b>
              : <PlainText text={chosen.join(", ")} />
            </b>
          )}
        </summary>
        <div class="fields">
          <TextField
            label="Names that the code may use"
            name="names"
            value={names}
            placeholder="retryUpload backoff"
          />
          <TextField
            label="Issue, instead of a question"
            name="issue"
            value={issue}
            placeholder="issue.md or .beads/issues.jsonl#web-7"
          />
          <TextField
            label="Budget in tokens"
            name="budget"
            value={budget}
            placeholder={String(DEFAULT_BUDGET_TOKENS)}
            inputmode="numeric"
          />
          <Choice label="Kind" name="kind" options={KINDS} chosen={kind} />
          <TextField
            label="Paths, as globs"
            name="paths"
            value={paths}
            placeholder="src/** docs/*.md"
          />
          <Choice label="Written as" name="format" options={FORMATS} chosen={format} />
        </div>
      </details>
    </form>
  );
}

/**
 * Link that repeats a question of the log, or a form when the question is too long for an address.
 */
export function RepeatQuestion({ question }: { readonly question: Question }) {
  const url = findQuestionUrl(question);
  if (url !== undefined) return <a href={url}>Ask again</a>;
  return (
    <form method="post" action="/">
      <HiddenFields values={question} />
      <button type="submit">Ask again</button>
    </form>
  );
}

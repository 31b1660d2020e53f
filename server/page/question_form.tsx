import { DEFAULT_BUDGET_TOKENS } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { PageState } from "./page_state.ts";
import { Choice, TextField } from "./parts.tsx";
import { PlainText } from "./plain_text.tsx";
import { findQuestionUrl, type Question } from "./question.ts";

const KINDS = [
  ["", "code and documents"],
  ["code", "code only"],
  ["document", "documents only"],
] as const;

const FORMATS = [["markdown"], ["xml"], ["json"], ["prompt"]] as const;

/**
 * The box that a question is typed in. Asking changes nothing; it is sent as a body all the same, as an
 * address can not hold a long one, and leads to an address that can be shared where that can hold it.
 */
export function QuestionForm({ question, state: { roots, root } }: {
  readonly question: Question;
  readonly state: PageState;
}): JSX.Element {
  const { q = "", issue = "", budget = "", kind = "", paths = "", format = "" } = question;
  const chosen = [issue, budget && `${budget} tokens`, kind, paths, format].filter((value) =>
    value !== ""
  );
  return (
    <form class="question" method="post" action="/" role="search" aria-label="Ask for a bundle">
      <label class="box">
        <span>A task or a question</span>
        <textarea name="q" id="q" rows={2} spellcheck={false} autofocus={q === "" && issue === ""}>
          {`\n${q}`}
        </textarea>
      </label>
      <div class="actions">
        <button type="submit">Show the bundle</button>
        {roots.length > 1 && (
          <Choice label="in" name="root" options={roots.map(({ name }) => [name])} chosen={root} />
        )}
      </div>
      <details>
        <summary>
          Issue, budget and filters
          {chosen.length > 0 && (
            <b>
              : <PlainText text={chosen.join(", ")} />
            </b>
          )}
        </summary>
        <div class="fields">
          <TextField
            label="Issue, in place of a question"
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

/** A link that asks a question of the log once more, or a form where no address can hold the question. */
export function AskAgain({ root, query }: {
  readonly root: string;
  readonly query: string;
}): JSX.Element {
  const url = findQuestionUrl({ root, q: query });
  if (url !== undefined) return <a href={url}>Ask again</a>;
  return (
    <form method="post" action="/">
      <input type="hidden" name="root" value={root} />
      <input type="hidden" name="q" value={query} />
      <button type="submit">Ask again</button>
    </form>
  );
}

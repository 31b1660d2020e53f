import { DEFAULT_BUDGET_TOKENS } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import type { ServedRoot } from "../service/mod.ts";
import { PlainText } from "./plain_text.tsx";
import { findQuestionUrl, type Question } from "./question.ts";

const KINDS = [["", "code and documents"], ["code", "code only"], ["document", "documents only"]];
const FORMATS = ["markdown", "xml", "json", "prompt"];

/**
 * The box that a question is typed in. Asking changes nothing; it is sent as a body all the same, as an
 * address can not hold a long one, and leads to an address that can be shared where that can hold it.
 */
export function QuestionForm({ question, roots, root }: {
  readonly question: Question;
  readonly roots: readonly ServedRoot[];
  /** Name of the root that is meant. */
  readonly root: string;
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
        {roots.length > 1
          ? (
            <label>
              <span>in</span>
              <select name="root">
                {roots.map(({ name }) => (
                  <option value={name} selected={name === root}>{name}</option>
                ))}
              </select>
            </label>
          )
          : ""}
      </div>
      <details>
        <summary>
          Issue, budget and filters
          {chosen.length === 0 ? "" : (
            <b>
              : <PlainText text={chosen.join(", ")} />
            </b>
          )}
        </summary>
        <div class="fields">
          <label>
            <span>Issue, in place of a question</span>
            <input
              name="issue"
              value={issue}
              placeholder="issue.md or .beads/issues.jsonl#web-7"
              autocomplete="off"
            />
          </label>
          <label>
            <span>Budget in tokens</span>
            <input
              name="budget"
              value={budget}
              placeholder={String(DEFAULT_BUDGET_TOKENS)}
              inputmode="numeric"
              autocomplete="off"
            />
          </label>
          <label>
            <span>Kind</span>
            <select name="kind">
              {KINDS.map(([value = "", text]) => (
                <option value={value} selected={value === kind}>{text}</option>
              ))}
            </select>
          </label>
          <label>
            <span>Paths, as globs</span>
            <input name="paths" value={paths} placeholder="src/** docs/*.md" autocomplete="off" />
          </label>
          <label>
            <span>Written as</span>
            <select name="format">
              {FORMATS.map((name) => <option value={name} selected={name === format}>{name}
              </option>)}
            </select>
          </label>
        </div>
      </details>
    </form>
  );
}

/** What asks a question of the log once more: a link, or a form where an address can not hold it. */
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

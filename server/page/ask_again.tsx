import type { JSX } from "hono/jsx/jsx-runtime";
import { findQuestionUrl } from "./question.ts";

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

import type { JSX } from "hono/jsx/jsx-runtime";
import { MAX_LINES_WEIGHT } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { PassageArticle, type ShownPassage } from "./passage_article.tsx";

/** Most passages of a bundle or a record that are shown. */
export const MAX_SHOWN_PASSAGES = 100;

/** Most weight of the texts of all passages, which share it; a heading leads to all lines of its own. */
const MAX_WEIGHT = 250_000;

/** The passages of a bundle or a record, as many as a page shows. */
export function PassageList({ passages, whole, root }: {
  readonly passages: readonly ShownPassage[];
  /** Tokens that shares are of. */
  readonly whole: number;
  readonly root: string;
}): JSX.Element {
  const shown = passages.slice(0, MAX_SHOWN_PASSAGES);
  const best = Math.max(...shown.map(({ score }) => score), 0);
  const most = Math.min(MAX_WEIGHT / shown.length, MAX_LINES_WEIGHT);
  const rest = passages.length - shown.length;
  return (
    <>
      {shown.map((passage) => (
        <PassageArticle passage={passage} whole={whole} best={best} root={root} most={most} />
      ))}
      {rest === 0
        ? ""
        : <p class="faint">and {formatCounted(rest, "more passage")}, which are not shown here</p>}
    </>
  );
}

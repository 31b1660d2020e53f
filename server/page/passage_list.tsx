import type { JSX } from "hono/jsx/jsx-runtime";
import { MAX_LINES_WEIGHT } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { PassageArticle, type ShownPassage } from "./passage_article.tsx";
import { StepGlossary } from "./step_glossary.tsx";

/** Most passages of a bundle or a record that are shown. */
export const MAX_SHOWN_PASSAGES = 100;

/** Most weight of the texts of all passages, which share it; a heading leads to all lines of its own. */
const MAX_WEIGHT = 250_000;

/** Lines of text that are open at first: about what fits a screen. */
const OPEN_LINES = 40;

/** The passages of a bundle or a record, as many as a page shows; the first of them are open. */
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
  const openCount = countOpen(shown);
  return (
    <>
      {shown.map((passage, index) => (
        <PassageArticle
          passage={passage}
          whole={whole}
          best={best}
          root={root}
          most={most}
          isOpen={index < openCount}
        />
      ))}
      {rest === 0
        ? ""
        : <p class="faint">and {formatCounted(rest, "more passage")}, which are not shown here</p>}
      {shown.some(({ explanation }) => explanation !== undefined) ? <StepGlossary /> : ""}
    </>
  );
}

/** Returns how many passages fit a screen with their lines; the first is open however long it is. */
function countOpen(passages: readonly ShownPassage[]): number {
  let lines = 0;
  const end = passages.findIndex(({ text = "" }, index) => {
    lines += text.split("\n", OPEN_LINES).length;
    return index > 0 && lines > OPEN_LINES;
  });
  return end === -1 ? passages.length : end;
}

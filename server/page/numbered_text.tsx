import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { type CutLine, type CutLines, cutText } from "./cut_text.ts";
import { formatCount, formatCounted } from "./figures.ts";
import { Cut, PlainText } from "./plain_text.tsx";

/** What may have to be shown by name; a line without is looked at no further. */
const NOT_JUST_TEXT_REGEXP = /[^\t\x20-\x7e]/;

/** Lines of a file with their numbers, in a frame that scrolls by itself. */
export function NumberedLines({ cut: { lines, total }, startLine, label }: {
  readonly cut: CutLines;
  /** Number of the first line, 1-based. */
  readonly startLine: number;
  /** What they are, for those who can not see it. */
  readonly label: string;
}): JSX.Element {
  return (
    <>
      <div class="code" tabindex={0} role="region" aria-label={label}>
        <ol start={startLine} data-last={startLine + lines.length - 1}>
          {lines.map(renderLine)}
        </ol>
      </div>
      {lines.length === total ? "" : (
        <p class="faint">
          Of {formatCounted(total, "line")} the first {formatCount(lines.length)} are shown.
        </p>
      )}
    </>
  );
}

/** Returns a line; by a template where it is just text, as there may be ten thousand of them. */
function renderLine({ text, rest }: CutLine): Child {
  if (rest === 0 && !NOT_JUST_TEXT_REGEXP.test(text)) return html`<li>${text}</li>`;
  return (
    <li>
      <PlainText text={text} keepsLines />
      <Cut rest={rest} />
    </li>
  );
}

/** A text that is not just lines of a file, in a frame that scrolls by itself. */
export function FramedText({ text, most, label }: {
  readonly text: string;
  /** Most weight; see {@link cutText}. */
  readonly most: number;
  /** What it is, for those who can not see it. */
  readonly label: string;
}): JSX.Element {
  const shown = cutText(text, most);
  return (
    <>
      <pre
        class="code"
        tabindex={0}
        role="region"
        aria-label={label}
      ><PlainText text={shown} keepsLines most={most} /></pre>
      {shown.length === text.length ? "" : (
        <p class="faint">
          Of {formatCounted(text.length, "character")} the first {formatCount(shown.length)}{" "}
          are shown.
        </p>
      )}
    </>
  );
}

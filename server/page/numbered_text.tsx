import { html } from "hono/html";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { type CutLine, type CutLines, cutText } from "./cut_text.ts";
import { formatCount, formatCounted } from "./figures.ts";
import { Cut, PlainText } from "./plain_text.tsx";

/** A character that may have to be shown by name; a line without is looked at no further. */
const NOT_JUST_TEXT_REGEXP = /[^\t\x20-\x7e]/;

/** Lines of a file with their numbers, in a frame that scrolls by itself. */
export function NumberedLines({ cut: { lines, total }, startLine, label }: {
  readonly cut: CutLines;
  /** Number of the first line, 1-based. */
  readonly startLine: number;
  /** Names them for those who can not see them. */
  readonly label: string;
}): JSX.Element {
  return (
    <>
      <div class="code" tabindex={0} role="region" aria-label={label}>
        <ol start={startLine} data-last={startLine + lines.length - 1}>
          {lines.map(renderLine)}
        </ol>
      </div>
      <Shown count={lines.length} total={total} noun="line" />
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
  /** Names it for those who can not see it. */
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
      <Shown count={shown.length} total={text.length} noun="character" />
    </>
  );
}

/** Says how much of a text is shown; nothing where it is all of it. */
function Shown({ count, total, noun }: {
  readonly count: number;
  readonly total: number;
  readonly noun: string;
}): JSX.Element | null {
  if (count === total) return null;
  return (
    <p class="faint">
      Of {formatCounted(total, noun)} the first {formatCount(count)} are shown.
    </p>
  );
}

import type { JSX } from "hono/jsx/jsx-runtime";
import { type CutLines, cutText } from "./cut_text.ts";
import { formatCount, formatCounted } from "./figures.ts";
import { Cut, PlainText } from "./plain_text.tsx";

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
          {lines.map(({ text, rest }) => (
            <li>
              <PlainText text={text} keepsLines />
              <Cut rest={rest} />
            </li>
          ))}
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

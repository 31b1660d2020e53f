import type { JSX } from "hono/jsx/jsx-runtime";
import { PlainText } from "./plain_text.tsx";

/** Text of a file in a frame that scrolls by itself; with numbers where its lines are those of the file. */
export function NumberedText({ text, startLine, label }: {
  readonly text: string;
  /** Number of the first line, 1-based; absent when the text is not just lines. */
  readonly startLine?: number | undefined;
  /** What it is, for those who can not see it. */
  readonly label: string;
}): JSX.Element {
  if (startLine === undefined) {
    return (
      <pre
        class="code"
        tabindex={0}
        role="region"
        aria-label={label}
      ><PlainText text={text} keepsLines /></pre>
    );
  }
  return (
    <div class="code" tabindex={0} role="region" aria-label={label}>
      <ol start={startLine} data-last={startLine + text.split("\n").length - 1}>
        {text.split("\n").map((line) => (
          <li>
            <PlainText text={line} keepsLines />
          </li>
        ))}
      </ol>
    </div>
  );
}

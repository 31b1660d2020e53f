import { html } from "hono/html";
import type { JSX } from "hono/jsx/jsx-runtime";
import { cutText } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { splitControls } from "./split_controls.ts";

/** Most characters of a name, a path, a sentence or a short text of somebody. */
const MAX_WEIGHT = 20_000;

/**
 * A text that somebody else wrote, as text: markup is escaped, and controls are shown by name, so that
 * what is read is what is there. The script puts them back when it copies.
 *
 * What is too long is cut, and says so: no text may keep the thread that answers from the next request.
 */
export function PlainText({ text, keepsLines = false, most = MAX_WEIGHT }: {
  readonly text: string;
  /** Whether line breaks and tabs are kept. @default false */
  readonly keepsLines?: boolean;
  /** Most weight; see {@link cutText}. */
  readonly most?: number;
}): JSX.Element {
  const shown = cutText(text, most);
  return (
    <>
      {splitControls(shown, { keepsLines }).map((run) =>
        run.kind === "text"
          ? run.text
          : html`<span class="control" data-code="${
            run.codePoints.map((codePoint) => codePoint.toString(16)).join(" ")
          }">${run.name}</span>`
      )}
      <Cut rest={text.length - shown.length} />
    </>
  );
}

/** How much of a text is left out; nothing where nothing is. */
export function Cut({ rest }: { readonly rest: number }): JSX.Element | null {
  if (rest === 0) return null;
  return <span class="cut">… {formatCounted(rest, "more character")}</span>;
}

/** A path, with the lines of it that are meant where there are some; a writing direction stays inside. */
export function Place({ path, startLine, endLine }: {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}): JSX.Element {
  return (
    <bdi class="place" dir="ltr">
      <PlainText text={path} />
      {startLine === undefined
        ? ""
        : <span class="lines">:{startLine}-{endLine ?? startLine}</span>}
    </bdi>
  );
}

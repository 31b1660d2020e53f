import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { cutText, splitControls } from "./cut_text.ts";
import { formatCount } from "./figures.ts";

/** Most characters of a name, a path, a sentence or a short text of somebody. */
const MAX_WEIGHT = 20_000;

/**
 * A text that somebody else wrote, as text: markup is escaped, and controls are shown by name, so that
 * what is read is what is there. The script puts them back when it copies.
 *
 * A text that is too long is cut, and says so: none may keep the thread that answers from the next request.
 */
export function PlainText({ text, keepsLines = false, most = MAX_WEIGHT }: {
  readonly text: string;
  /** Whether line breaks and tabs are kept. @default false */
  readonly keepsLines?: boolean;
  /** Most weight; see {@link cutText}. */
  readonly most?: number;
}) {
  const shown = cutText(text, most);
  return (
    <>
      {renderRuns(shown, keepsLines)}
      <CutNotice rest={text.length - shown.length} />
    </>
  );
}

function renderRuns(text: string, keepsLines: boolean): Child[] {
  return splitControls(text, { keepsLines }).map((run) =>
    run.kind === "text"
      ? run.text
      : html`<span class="control" data-code="${
        run.codePoints.map((codePoint) => codePoint.toString(16)).join(" ")
      }">${run.name}</span>`
  );
}

/** How much of a text is left out; nothing where nothing is. */
export function CutNotice({ rest }: { readonly rest: number }) {
  if (rest === 0) return null;
  return <span class="cut">… {formatCount(rest, "more character")}</span>;
}

/** Line breaks and the blanks around them. */
const BREAKS_REGEXP = /\s*[\n\r]\s*/g;

/** A title, a subject or a sentence of somebody: its line breaks are blanks, as it is read in one go. */
export function OneLine({ text }: { readonly text: string }) {
  return <PlainText text={toOneLine(text)} />;
}

/** Returns a text with its line breaks as blanks. */
export function toOneLine(text: string): string {
  return text.replaceAll(BREAKS_REGEXP, " ").trim();
}

/** A text of several lines, in a frame that scrolls by itself; as much of it as `most` lets in. */
export function FramedText({ text, most, label }: {
  readonly text: string;
  /** Most weight; see {@link cutText}. */
  readonly most: number;
  /** Names it for those who can not see it. */
  readonly label: string;
}) {
  return (
    <pre
      tabindex={0}
      role="region"
      aria-label={label}
    ><PlainText text={text} keepsLines most={most} /></pre>
  );
}

import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { cutText, splitControls } from "./cut_text.ts";
import { formatCount } from "./figures.ts";

/** Maximum number of characters of a name, a path, a sentence or a short text from outside. */
const MAX_WEIGHT = 20_000;

/**
 * Text from outside, as plain text. Markup is escaped, and control characters are shown by name, so
 * that the reader sees everything that is there. The script restores them when the text is copied.
 *
 * A text that is too long is cut, and a notice says so, so that no text delays the next request.
 */
export function PlainText({ text, keepsLines = false, maxWeight = MAX_WEIGHT }: {
  readonly text: string;
  /** True when line breaks and tabs are kept. @default false */
  readonly keepsLines?: boolean;
  /** Maximum weight. See {@link cutText}. */
  readonly maxWeight?: number;
}) {
  const shown = cutText(text, maxWeight);
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

/** Notice of the number of omitted characters, or nothing when that is 0. */
export function CutNotice({ rest }: { readonly rest: number }) {
  if (rest === 0) return null;
  return <span class="cut">… {formatCount(rest, "more character")}</span>;
}

/** Line breaks and the blanks around them. */
const BREAKS_REGEXP = /\s*[\n\r]\s*/g;

/** Title, subject or sentence from outside, with its line breaks as blanks. */
export function OneLine({ text }: { readonly text: string }) {
  return <PlainText text={toOneLine(text)} />;
}

/** Returns a text with its line breaks as blanks. */
export function toOneLine(text: string): string {
  return text.replaceAll(BREAKS_REGEXP, " ").trim();
}

/** Text of several lines in a scrolling frame, cut to the weight `maxWeight`. */
export function FramedText({ text, maxWeight, label }: {
  readonly text: string;
  /** Maximum weight. See {@link cutText}. */
  readonly maxWeight: number;
  /** Name for users of screen readers. */
  readonly label: string;
}) {
  return (
    <pre
      tabindex={0}
      role="region"
      aria-label={label}
    ><PlainText text={text} keepsLines maxWeight={maxWeight} /></pre>
  );
}

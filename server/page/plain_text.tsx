import { html } from "hono/html";
import type { Child } from "hono/jsx";
import { type CutLine, type CutLines, cutText, splitControls } from "./cut_text.ts";
import { formatCount, formatCounted } from "./figures.ts";

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
      <Cut rest={text.length - shown.length} />
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
export function Cut({ rest }: { readonly rest: number }) {
  if (rest === 0) return null;
  return <span class="cut">… {formatCounted(rest, "more character")}</span>;
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

/** Behind these a path may go on in the next line: after a separator, or before a capital. */
const PATH_BREAK_REGEXP = /(?<=[/\\_-])(?=[^/\\_-])|(?<=[a-z0-9])(?=[A-Z])/;

/** A path or a name, which goes on in the next line only where a part of it ends. */
export function BrokenName({ text }: { readonly text: string }) {
  const shown = cutText(text, MAX_WEIGHT);
  return (
    <>
      {shown.split(PATH_BREAK_REGEXP).map((part, index) =>
        html`${index === 0 ? "" : html`<wbr>`}${renderRuns(part, false)}`
      )}
      <Cut rest={text.length - shown.length} />
    </>
  );
}

/** A path, with the lines of it that are meant where there are some; a writing direction stays inside. */
export function Place({ path, startLine, endLine }: {
  readonly path: string;
  readonly startLine?: number | undefined;
  readonly endLine?: number | undefined;
}) {
  return (
    <bdi class="place" dir="ltr">
      <BrokenName text={path} />
      {startLine !== undefined && <span class="lines">:{startLine}-{endLine ?? startLine}</span>}
    </bdi>
  );
}

/** How many colours languages have; see `.lang-` in the style sheet. */
const COLOURS = 9;

/** A language with a dot in its colour, which is the same on all pages. */
export function LanguageName({ language }: { readonly language: string }) {
  let hash = 0;
  for (const character of language) hash = (hash * 31 + character.codePointAt(0)!) % 65_521;
  return (
    <span class={`language lang-${hash % COLOURS + 1}`}>
      <PlainText text={language} />
    </span>
  );
}

/** A character that may have to be shown by name; a line without is looked at no further. */
const NOT_JUST_TEXT_REGEXP = /[^\t\x20-\x7e]/;

/** Lines of a file with their numbers, in a frame that scrolls by itself. */
export function NumberedLines({ cut: { lines, total }, startLine, label }: {
  readonly cut: CutLines;
  /** Number of the first line, 1-based. */
  readonly startLine: number;
  /** Names them for those who can not see them. */
  readonly label: string;
}) {
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
}) {
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
}) {
  if (count === total) return null;
  return (
    <p class="faint">
      Of {formatCounted(total, noun)} the first {formatCount(count)} are shown.
    </p>
  );
}

import type { Passage, PassageForm } from "../pack/bundle.ts";
import { fitFooter } from "./fit_footer.ts";
import type { TextRenderer } from "./renderer.ts";
import { summariseOmissions } from "./summarise_omissions.ts";

const HEADER = "# Context\n\nPassages of the repository, best first.\n";
const MIN_FENCE_LENGTH = 3;
const BACKTICKS_REGEXP = /`+/g;
const NOT_INFO_REGEXP = /[^\w#+.-]/g;
/** Controls and the two Unicode line ends: none may start a line in a heading or note. */
// deno-lint-ignore no-control-regex -- control characters are what it is for
const CONTROL_REGEXP = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const FORM_SUFFIX: Readonly<Record<PassageForm, string>> = {
  whole: " (whole file)",
  snippet: "",
  outline: " (outline)",
};

/** Fenced passages under headings with path and lines: the form for reading and for prompts. */
export const MARKDOWN_RENDERER: TextRenderer = {
  name: "markdown",
  mediaType: "text/markdown; charset=utf-8",
  renderPassage,
  render(bundle, estimator) {
    const { count, tokens, reasons } = summariseOmissions(bundle.omitted);
    const ranges = count === 1 ? "1 range" : `${count} ranges`;
    const leftOut = `\nLeft out: ${ranges} of ${tokens} tokens (${reasons}).\n`;
    return fitFooter({
      body: HEADER + bundle.passages.map(renderPassage).join(""),
      footer: [
        ...(count === 0 ? [] : [leftOut]),
        ...bundle.notes.map(({ message }) => `\nNote: ${toLine(message)}\n`),
      ],
      end: "",
    }, { bundle, estimator });
  },
};

function renderPassage(
  { path, startLine, endLine, symbol, form, language, text }: Passage,
): string {
  const name = symbol === undefined ? "" : ` ${toLine(symbol)}`;
  const heading = `${toLine(path)}:${startLine}-${endLine}${name}${FORM_SUFFIX[form]}`;
  const fence = fenceFor(text);
  const info = language.replace(NOT_INFO_REGEXP, "");
  return `\n## ${heading}\n\n${fence}${info}\n${text}\n${fence}\n`;
}

/** Returns a run of backticks longer than any in `text`, so that no line of it closes the fence. */
function fenceFor(text: string): string {
  const runs = text.match(BACKTICKS_REGEXP) ?? [];
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 0);
  return "`".repeat(Math.max(MIN_FENCE_LENGTH, longest + 1));
}

/** Returns `text` on one line: what would end the line becomes a `\u` escape. */
function toLine(text: string): string {
  return text.replace(
    CONTROL_REGEXP,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

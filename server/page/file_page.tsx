import type { FileText } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { cutLines, MAX_LINES } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { LanguageName } from "./language_name.tsx";
import { NumberedLines } from "./numbered_text.tsx";
import { PageFrame } from "./page_frame.tsx";
import type { PageState } from "./page_state.ts";
import { pageUrl } from "./page_url.ts";
import { Place } from "./plain_text.tsx";

/** Lines of a file as it is now, as many as a page shows. */
export function FilePage({ state, file }: {
  readonly state: PageState;
  readonly file: FileText;
}): JSX.Element {
  const { root } = state;
  const { path, startLine, lineCount, text, language } = file;
  const { lines } = cutLines(text);
  const endLine = Math.min(startLine + lines.length - 1, file.endLine);
  const isWhole = startLine === 1 && endLine >= lineCount;
  const before = Math.max(startLine - MAX_LINES, 1);
  return (
    <PageFrame title={path.slice(0, 200)} state={state} current="documents">
      <h1 class="file">
        <Place path={path} />
      </h1>
      <p class="meta">
        <span>
          {isWhole ? "All" : `Lines ${startLine} to ${endLine}`} of{" "}
          {formatCounted(lineCount, "line")}, as they are now
        </span>
        <LanguageName language={language} />
        <a href={pageUrl("/document", { root, path })}>Chunks and definitions</a>
        {isWhole
          ? ""
          : <a href={pageUrl("/file", { root, path })}>Show the file from its beginning</a>}
      </p>
      <NumberedLines
        cut={{ lines, total: lines.length }}
        startLine={startLine}
        label="Lines of the file"
      />
      <nav class="paging" aria-label="Parts of the file">
        {startLine === 1
          ? ""
          : (
            <a href={pageUrl("/file", { root, path, from: before, to: startLine - 1 })}>
              Lines before
            </a>
          )}
        {endLine >= lineCount
          ? ""
          : <a href={pageUrl("/file", { root, path, from: endLine + 1 })}>Next lines</a>}
      </nav>
    </PageFrame>
  );
}

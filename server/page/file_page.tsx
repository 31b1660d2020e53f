import type { FileText } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { cutLines, MAX_LINES } from "./cut_text.ts";
import { formatCounted } from "./figures.ts";
import { NumberedLines } from "./numbered_text.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Paging } from "./parts.tsx";
import { LanguageName, Place } from "./plain_text.tsx";

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
  const before = { from: Math.max(startLine - MAX_LINES, 1), to: startLine - 1 };
  const linesUrl = (range?: { readonly from: number; readonly to?: number }) =>
    pageUrl("/file", { root, path, ...range });
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
        {!isWhole && <a href={linesUrl()}>Show the file from its beginning</a>}
      </p>
      <NumberedLines
        cut={{ lines, total: lines.length }}
        startLine={startLine}
        label="Lines of the file"
      />
      <Paging
        of="file"
        links={[
          startLine === 1 ? undefined : ["Lines before", linesUrl(before)],
          endLine >= lineCount ? undefined : ["Next lines", linesUrl({ from: endLine + 1 })],
        ]}
      />
    </PageFrame>
  );
}

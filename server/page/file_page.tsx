import type { FileText } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted } from "./figures.ts";
import { NumberedText } from "./numbered_text.tsx";
import { PageFrame, type PageState } from "./page_frame.tsx";
import { pageUrl } from "./page_url.ts";
import { Place } from "./plain_text.tsx";

/** Lines of a file as it is now. */
export function FilePage({ state, file }: {
  readonly state: PageState;
  readonly file: FileText;
}): JSX.Element {
  const { path, startLine, endLine, lineCount, text, language } = file;
  const isWhole = startLine === 1 && endLine >= lineCount;
  return (
    <PageFrame title={path} state={state}>
      <h1 class="file">
        <Place path={path} />
      </h1>
      <p class="meta">
        <span>
          {isWhole ? "All" : `Lines ${startLine} to ${endLine}`} of{" "}
          {formatCounted(lineCount, "line")}, as they are now
        </span>
        <span class="badge">{language}</span>
        {isWhole
          ? ""
          : <a href={pageUrl("/file", { root: state.root, path })}>Show the whole file</a>}
      </p>
      <NumberedText text={text} startLine={startLine} label="Lines of the file" />
    </PageFrame>
  );
}

import type { Context, Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import { READ_REQUEST } from "../schema/mod.ts";
import { cutLines, MAX_LINES } from "./cut_text.ts";
import type { PageDesk } from "./page_desk.tsx";
import type { FileText } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCounted } from "./figures.ts";
import { LanguageName, Place } from "./plain_text.tsx";
import { NumberedLines } from "./numbered_text.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";

/** Adds the page of a file's lines. */
export function fileRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/file", (c) => showFile(c, desk));
}

async function showFile(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const { path, from, to } = c.req.query();
  const startLine = from ? parseNumberField("from", from) : 1;
  const most = startLine + MAX_LINES - 1;
  const endLine = to ? Math.min(parseNumberField("to", to), most) : most;
  const request = READ_REQUEST.parse({ root: state.root, path, startLine, endLine });
  const file = await desk.service.read(request, callOptions(c));
  return desk.send(c, <FilePage state={state} file={file} />);
}

/** Lines of a file as it is now, as many as a page shows. */
function FilePage({ state, file }: {
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

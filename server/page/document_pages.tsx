import { formatBytes } from "@dossier/core/text";
import type { FileText, IndexedDocument } from "@dossier/retrieval";
import type { Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import { cutLines, MAX_LINES } from "./cut_text.ts";
import { FolderTrail } from "./documents_page.tsx";
import { formatCounted } from "./figures.ts";
import { Paging } from "./form_parts.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Age, CappedItems, CodeName, PageSection } from "./parts.tsx";
import { LanguageName, NumberedLines, OneLine, Place } from "./plain_text.tsx";

/** Most names that are shown. */
const MAX_NAMES = 500;

/** Characters of a path that stand for it as a title. */
const TITLE_LENGTH = 200;

/** Adds the pages of a document as the index has it, and of the lines of a file as it is now. */
export function documentRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  desk.page(app, "/document", async (c, state) => {
    const request = await parseRequest("document", { root: state.root, path: c.req.query("path") });
    const document = await desk.service.call("document", request, callOptions(c));
    return <DocumentPage state={state} document={document} />;
  });
  desk.page(app, "/file", async (c, state) => {
    const { path, from, to } = c.req.query();
    const startLine = from ? parseNumberField("from", from) : 1;
    const most = startLine + MAX_LINES - 1;
    const endLine = to ? Math.min(parseNumberField("to", to), most) : most;
    const request = await parseRequest("read", { root: state.root, path, startLine, endLine });
    return (
      <FilePage state={state} file={await desk.service.call("read", request, callOptions(c))} />
    );
  });
}

/** The chunks and the definitions of a document. */
function DocumentPage({ state, document }: {
  readonly state: PageState;
  readonly document: IndexedDocument;
}) {
  const { root, now } = state;
  const { path, language, kind, size, modified, hash, chunks, definitions } = document;
  return (
    <PageFrame
      title={path.slice(0, TITLE_LENGTH)}
      heading={<Place path={path} />}
      headingKind="file"
      state={state}
      current="documents"
    >
      <FolderTrail root={root} folder={path.slice(0, path.lastIndexOf("/") + 1)} />
      <p class="meta">
        <LanguageName language={language} />
        <span class={`badge is-${kind}`}>{kind}</span>
        <span>{formatBytes(size)}</span>
        <span>
          changed <Age time={new Date(modified).toISOString()} now={now} />
        </span>
        <a href={pageUrl("/file", { root, path })}>Show its lines</a>
      </p>
      <PageSection
        id="chunks"
        title="Chunks"
        aside={`${formatCounted(chunks.length, "range")} that can be found`}
      >
        {chunks.length === 0 && <p class="faint">There is nothing in it to be found by.</p>}
        <ol class="ranges numbered">
          <CappedItems
            items={chunks}
            noun="chunk"
            most={MAX_NAMES}
            render={({ startLine, endLine, label }) => (
              <>
                <a href={pageUrl("/file", { root, path, from: startLine, to: endLine })}>
                  <code>{startLine}–{endLine}</code>
                </a>
                <span class="label">
                  {label === "" ? <span class="faint">no name</span> : <OneLine text={label} />}
                </span>
              </>
            )}
          />
        </ol>
      </PageSection>
      <PageSection
        id="definitions"
        title="Definitions"
        aside={formatCounted(definitions.length, "name")}
      >
        {definitions.length === 0 ? <p class="faint">It defines no names.</p> : (
          <ul class="names">
            <CappedItems
              items={definitions}
              noun="name"
              most={MAX_NAMES}
              render={(name) => (
                <a href={pageUrl("/", { root, q: name })} title="Ask for it">
                  <CodeName text={name} />
                </a>
              )}
            />
          </ul>
        )}
      </PageSection>
      <p class="faint">
        SHA-256 <code>{hash}</code>
      </p>
    </PageFrame>
  );
}

/** Lines of a file as it is now, as many as a page shows. */
function FilePage({ state, file }: { readonly state: PageState; readonly file: FileText }) {
  const { root } = state;
  const { path, startLine, lineCount, text, language } = file;
  const { lines } = cutLines(text);
  const endLine = Math.min(startLine + lines.length - 1, file.endLine);
  const isWhole = startLine === 1 && endLine >= lineCount;
  const before = { from: Math.max(startLine - MAX_LINES, 1), to: startLine - 1 };
  const linesUrl = (range?: { readonly from: number; readonly to?: number }) =>
    pageUrl("/file", { root, path, ...range });
  return (
    <PageFrame
      title={path.slice(0, TITLE_LENGTH)}
      heading={<Place path={path} />}
      headingKind="file"
      state={state}
      current="documents"
    >
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
          startLine > 1 && ["Lines before", linesUrl(before)],
          endLine < lineCount && ["Next lines", linesUrl({ from: endLine + 1 })],
        ]}
      />
    </PageFrame>
  );
}

import type { Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import {
  DOCUMENT_REQUEST,
  DOCUMENTS_REQUEST,
  LEFT_OUT_REQUEST,
  READ_REQUEST,
} from "../schema/mod.ts";
import { MAX_LINES } from "./cut_text.ts";
import { DocumentView } from "./document_view.tsx";
import { DocumentsPage } from "./documents_page.tsx";
import { FilePage } from "./file_page.tsx";
import { HealthPage } from "./health_page.tsx";
import { LeftOutPage } from "./left_out_page.tsx";
import type { PageDesk } from "./page_desk.tsx";

/** Documents on one page. */
const DOCUMENTS = 100;

/** Adds the pages of the index, of what it leaves out, of a file's lines, and of the tree's health. */
export function browseRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  const { service } = desk;
  desk.page(app, "/documents", async (c) => {
    const state = await desk.state(c);
    const { folder, text, language, after } = c.req.query();
    const request = DOCUMENTS_REQUEST.parse({
      root: state.root,
      limit: DOCUMENTS,
      ...(folder && { folder: folder.endsWith("/") ? folder : `${folder}/` }),
      ...(text && { text }),
      ...(language && { language }),
      ...(after && { after }),
    });
    const listing = await service.documents(request, callOptions(c));
    return <DocumentsPage state={state} request={request} listing={listing} />;
  });
  desk.page(app, "/document", async (c) => {
    const state = await desk.state(c);
    const request = DOCUMENT_REQUEST.parse({ root: state.root, path: c.req.query("path") });
    const document = await service.document(request, callOptions(c));
    return <DocumentView state={state} document={document} />;
  });
  desk.page(app, "/file", async (c) => {
    const state = await desk.state(c);
    const { path, from, to } = c.req.query();
    const startLine = from ? parseNumberField("from", from) : 1;
    const most = startLine + MAX_LINES - 1;
    const endLine = to ? Math.min(parseNumberField("to", to), most) : most;
    const request = READ_REQUEST.parse({ root: state.root, path, startLine, endLine });
    return <FilePage state={state} file={await service.read(request, callOptions(c))} />;
  });
  desk.page(app, "/left-out", async (c) => {
    const state = await desk.state(c);
    const text = c.req.query("text")?.trim() || undefined;
    const request = LEFT_OUT_REQUEST.parse({ root: state.root, ...(text && { text }) });
    const listing = await service.leftOut(request, callOptions(c));
    return <LeftOutPage state={state} text={text} listing={listing} />;
  });
  desk.page(app, "/health", async (c) => {
    const state = await desk.state(c);
    const { root } = state;
    const health = await service.health({ root }, callOptions(c));
    const status = await service.status({ root }, callOptions(c)).catch(() => undefined);
    return <HealthPage state={state} status={status} health={health} />;
  });
}

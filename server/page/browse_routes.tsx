import type { Context, Hono } from "hono";
import { callOptions, type RequestEnv } from "../request/mod.ts";
import { DOCUMENT_REQUEST, DOCUMENTS_REQUEST, LEFT_OUT_REQUEST } from "../schema/mod.ts";
import type { PageDesk } from "./page_desk.tsx";
import { DocumentPage } from "./document_page.tsx";
import { DocumentsPage } from "./documents_page.tsx";
import { HealthPage } from "./health_page.tsx";
import { LeftOutPage } from "./left_out_page.tsx";

/** Documents on one page. */
const DOCUMENTS = 100;

/** Adds the pages of what is indexed, what is left out, and how all is. */
export function browseRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/documents", (c) => showDocuments(c, desk));
  app.get("/document", (c) => showDocument(c, desk));
  app.get("/left-out", (c) => showLeftOut(c, desk));
  app.get("/health", (c) => showHealth(c, desk));
}

async function showDocuments(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
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
  const listing = await desk.service.documents(request, callOptions(c));
  return desk.send(c, <DocumentsPage state={state} request={request} listing={listing} />);
}

async function showDocument(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const request = DOCUMENT_REQUEST.parse({ root: state.root, path: c.req.query("path") });
  const document = await desk.service.document(request, callOptions(c));
  return desk.send(c, <DocumentPage state={state} document={document} />);
}

async function showLeftOut(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const text = c.req.query("text")?.trim() || undefined;
  const request = LEFT_OUT_REQUEST.parse({ root: state.root, ...(text && { text }) });
  const listing = await desk.service.leftOut(request, callOptions(c));
  return desk.send(c, <LeftOutPage state={state} text={text} listing={listing} />);
}

async function showHealth(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const { root } = state;
  const health = await desk.service.health({ root }, callOptions(c));
  const status = await desk.service.status({ root }, callOptions(c)).catch(() => undefined);
  return desk.send(c, <HealthPage state={state} status={status} health={health} />);
}

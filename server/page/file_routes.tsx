import type { Context, Hono } from "hono";
import { parseWholeNumber } from "../request/parse_whole_number.ts";
import type { RequestEnv } from "../request_env.ts";
import { callOptions } from "../routes/route.ts";
import { READ_REQUEST } from "../schema/read_request.ts";
import { MAX_LINES } from "./cut_text.ts";
import { FilePage } from "./file_page.tsx";
import type { PageDesk } from "./page_desk.tsx";

/** Adds the page of a file's lines. */
export function fileRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/file", (c) => showFile(c, desk));
}

async function showFile(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const { path, from, to } = c.req.query();
  const startLine = from ? parseWholeNumber("from", from) : 1;
  const most = startLine + MAX_LINES - 1;
  const endLine = to ? Math.min(parseWholeNumber("to", to), most) : most;
  const request = READ_REQUEST.parse({ root: state.root, path, startLine, endLine });
  const file = await desk.service.read(request, callOptions(c));
  return desk.send(c, <FilePage state={state} file={file} />);
}

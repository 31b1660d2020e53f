import type { Context, Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import type { InjectionRecord } from "@dossier/retrieval";
import { LOG_REQUEST, RECORD_REQUEST, type RecordRequest, SEARCH_REQUEST } from "../schema/mod.ts";
import { type ExplainedRecord, explainRecord } from "./explanations.ts";
import { compareTexts } from "./text_diff.tsx";
import { type ComparedRecord, DiffPage } from "./diff_page.tsx";
import { LogNews, LogPage } from "./log_page.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { RecordPage } from "./record_page.tsx";

/** Records on one page of the log. */
const LOG_RECORDS = 20;

/** Chunks that are explained for a record: as many as bundles are chosen from. */
const EXPLAINED = 50;

/** Adds the pages of the log, of one record, and of two of them side by side. */
export function logRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/log", (c) => showLog(c, desk));
  app.get("/log/news", (c) => showNews(c, desk));
  app.get("/log/:id", (c) => showRecord(c, desk));
  app.get("/diff", (c) => showDiff(c, desk));
}

async function showLog(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const { session, before } = c.req.query();
  const request = LOG_REQUEST.parse({
    root: state.root,
    limit: LOG_RECORDS + 1,
    ...(session && { session }),
    ...(before && { before: parseNumberField("before", before) }),
  });
  const records = await desk.service.log(request, callOptions(c));
  return desk.send(
    c,
    <LogPage
      state={state}
      records={records.slice(0, LOG_RECORDS)}
      session={request.session}
      before={request.before}
      hasMore={records.length > LOG_RECORDS}
    />,
  );
}

/** Answers with the items of what is newer than the record `after`, newest first; with nothing for nothing. */
async function showNews(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const { session, after = "0" } = c.req.query();
  const { root, now } = desk.place(c);
  const last = parseNumberField("after", after);
  const request = LOG_REQUEST.parse({ root, limit: LOG_RECORDS, ...(session && { session }) });
  const records = (await desk.service.log(request, callOptions(c))).filter(({ id }) => id > last);
  if (records.length === 0) return c.body(null, 204, { "Cache-Control": "no-store" });
  return desk.send(c, <LogNews records={records} root={root} now={now} />);
}

async function showRecord(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const request = toRecordRequest(state.root, { name: "id", text: c.req.param("id") });
  const found = await findRecord(c, desk, request);
  const explained = c.req.query("parts") === "now"
    ? await explainNow(c, desk, { root: state.root, record: found.record })
    : undefined;
  return desk.send(c, <RecordPage state={state} {...found} explained={explained} />);
}

/** Asks the ranking what a record asked it; undefined where that can not be asked any more. */
async function explainNow(
  c: Context<RequestEnv>,
  desk: PageDesk,
  { root, record }: { readonly root: string; readonly record: InjectionRecord },
): Promise<ExplainedRecord | undefined> {
  const { query, options: { filter, disabled } } = record.request;
  const asked = SEARCH_REQUEST.safeParse({
    root,
    query,
    limit: EXPLAINED,
    ...(filter === undefined ? {} : { filter }),
    ...(disabled === undefined ? {} : { disabled }),
  });
  if (!asked.success) return undefined;
  const { results } = await desk.service.explain(asked.data, callOptions(c));
  return explainRecord(record, results);
}

async function showDiff(c: Context<RequestEnv>, desk: PageDesk): Promise<Response> {
  const state = await desk.state(c);
  const [leftRequest, rightRequest] = ["left", "right"].map((name) =>
    toRecordRequest(state.root, { name, text: c.req.query(name) })
  ) as [RecordRequest, RecordRequest];
  const sides = {
    left: await findRecord(c, desk, leftRequest),
    right: await findRecord(c, desk, rightRequest),
  };
  const [left, right] = [sides.left.restored, sides.right.restored];
  const difference = "text" in left && "text" in right
    ? await compareTexts(left.text, right.text)
    : undefined;
  return desk.send(c, <DiffPage state={state} {...sides} difference={difference} />);
}

/** Returns a record with its text; where that fails, with the sentence that says why. */
async function findRecord(
  c: Context<RequestEnv>,
  desk: PageDesk,
  request: RecordRequest,
): Promise<ComparedRecord> {
  const options = callOptions(c);
  const record = await desk.service.record(request, options);
  const restored = await desk.service.renderRecord(request, options)
    .catch((error: unknown) => ({ problem: desk.toProblem(error).detail }));
  return { record, restored };
}

function toRecordRequest(
  root: string,
  { name, text }: { readonly name: string; readonly text: string | undefined },
): RecordRequest {
  return RECORD_REQUEST.parse({ root, id: parseNumberField(name, text) });
}

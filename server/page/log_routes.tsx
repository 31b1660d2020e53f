import type { Injection } from "@dossier/retrieval";
import type { Context, Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import { LOG_REQUEST, RECORD_REQUEST, type RecordRequest, SEARCH_REQUEST } from "../schema/mod.ts";
import { type ComparedRecord, DiffPage } from "./diff_page.tsx";
import { type ExplainedRecord, explainRecord } from "./explanations.ts";
import { LogItem, LogPage } from "./log_page.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { RecordPage } from "./record_page.tsx";
import { compareTexts } from "./text_diff.tsx";

/** Records on one page of the log. */
const LOG_RECORDS = 20;

/** Chunks that are explained for a record: as many as bundles are chosen from. */
const EXPLAINED = 50;

/** Adds the pages of the log, of one record, and of two of them side by side. */
export function logRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  const { service } = desk;
  desk.page(app, "/log", async (c) => {
    const state = await desk.state(c);
    const { session, before } = c.req.query();
    const request = LOG_REQUEST.parse({
      root: state.root,
      limit: LOG_RECORDS + 1,
      ...(session && { session }),
      ...(before && { before: parseNumberField("before", before) }),
    });
    const records = await service.log(request, callOptions(c));
    return (
      <LogPage
        state={state}
        records={records.slice(0, LOG_RECORDS)}
        session={request.session}
        before={request.before}
        hasMore={records.length > LOG_RECORDS}
      />
    );
  });
  // The items of what is newer than the record `after`, newest first, for the script of the page.
  app.get("/log/news", async (c) => {
    const { session, after = "0" } = c.req.query();
    const { root, now } = desk.place(c);
    const last = parseNumberField("after", after);
    const request = LOG_REQUEST.parse({ root, limit: LOG_RECORDS, ...(session && { session }) });
    const records = (await service.log(request, callOptions(c))).filter(({ id }) => id > last);
    if (records.length === 0) return c.body(null, 204, { "Cache-Control": "no-store" });
    const items = records.map((record) => <LogItem record={record} root={root} now={now} />);
    return await desk.send(c, <>{items}</>);
  });
  desk.page(app, "/log/:id", async (c) => {
    const state = await desk.state(c);
    const { root } = state;
    const found = await findRecord(c, desk, toRecordRequest(root, "id", c.req.param("id")));
    const explained = c.req.query("parts") === "now"
      ? await explainNow(c, desk, { root, record: found.record })
      : undefined;
    return <RecordPage state={state} {...found} explained={explained} />;
  });
  desk.page(app, "/diff", async (c) => {
    const state = await desk.state(c);
    const [leftRequest, rightRequest] = ["left", "right"].map((name) =>
      toRecordRequest(state.root, name, c.req.query(name))
    ) as [RecordRequest, RecordRequest];
    const left = await findRecord(c, desk, leftRequest);
    const right = await findRecord(c, desk, rightRequest);
    const difference = "text" in left.restored && "text" in right.restored
      ? await compareTexts(left.restored.text, right.restored.text)
      : undefined;
    return <DiffPage state={state} left={left} right={right} difference={difference} />;
  });
}

/** Asks the ranking what a record asked it; undefined where that can not be asked any more. */
async function explainNow(
  c: Context<RequestEnv>,
  desk: PageDesk,
  { root, record }: { readonly root: string; readonly record: Injection },
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

function toRecordRequest(root: string, name: string, text: string | undefined): RecordRequest {
  return RECORD_REQUEST.parse({ root, id: parseNumberField(name, text) });
}

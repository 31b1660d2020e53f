import type { Context, Hono } from "hono";
import { ServerError } from "../../problem/server_error.ts";
import { readForm } from "../../request/read_form.ts";
import type { RequestEnv } from "../../request_env.ts";
import { callOptions } from "../../routes/route.ts";
import { MEASURE_REQUEST } from "../../schema/browse_request.ts";
import { LOG_REQUEST } from "../../schema/log_request.ts";
import type { PageDesk } from "../page_desk.tsx";
import { SessionPage, type ToldSession } from "./session_page.tsx";

/** Most records on the page of a session. */
const RECORDS = 99;

/** Adds the page of a session; its form changes nothing, and is sent as a body as a transcript is long. */
export function sessionRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/session", (c) => {
    const { root, session } = c.req.query();
    return showSession(c, desk, { root, session, told: undefined });
  });
  app.post("/session", async (c) => {
    const { root, session, transcript = "", touched = "" } = await readForm(c);
    return await showSession(c, desk, { root, session, told: { transcript, touched } });
  });
}

async function showSession(
  c: Context<RequestEnv>,
  desk: PageDesk,
  { root, session, told }: {
    readonly root: string | undefined;
    readonly session: string | undefined;
    readonly told: ToldSession | undefined;
  },
): Promise<Response> {
  const state = await desk.state(c, root);
  if (session === undefined || session === "") {
    throw new ServerError(
      "invalid-request",
      "Cannot show a session without its name: choose one in the log",
    );
  }
  const touched = (told?.touched ?? "").split("\n").map((line) => line.trim())
    .filter((line) => line !== "");
  const measure = MEASURE_REQUEST.parse({
    root: state.root,
    session,
    ...(told !== undefined && { transcript: told.transcript, touched }),
  });
  const list = LOG_REQUEST.parse({ root: state.root, session, limit: RECORDS + 1 });
  const metrics = await desk.service.measure(measure, callOptions(c));
  const records = await desk.service.log(list, callOptions(c));
  return desk.send(
    c,
    <SessionPage
      state={state}
      session={session}
      records={records.slice(0, RECORDS).reverse()}
      hasMore={records.length > RECORDS}
      metrics={metrics}
      told={told}
    />,
  );
}

import type { Context, Hono } from "hono";
import { ServerError } from "../problem/mod.ts";
import { callOptions, readForm, type RequestEnv } from "../request/mod.ts";
import { LOG_REQUEST, MEASURE_REQUEST } from "../schema/mod.ts";
import type { PageDesk } from "./page_desk.tsx";
import type { SessionMetrics } from "@dossier/core";
import type { RecordSummary } from "@dossier/retrieval";
import type { JSX } from "hono/jsx/jsx-runtime";
import { formatCount, formatCounted, formatSpan, formatTime, toPercentage } from "./figures.ts";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { OneLine, PlainText } from "./plain_text.tsx";
import { MetricTiles } from "./metric_tiles.tsx";

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

/** What a session did, as somebody tells it. */
interface ToldSession {
  /** What the agent wrote, and what its tool calls say. */
  readonly transcript: string;
  /** The files that it changed, one a line. */
  readonly touched: string;
}

/** A session from its first record to its last, and what these say about the context it was given. */
function SessionPage({ state, session, records, hasMore, metrics, told }: {
  readonly state: PageState;
  readonly session: string;
  /** Oldest first. */
  readonly records: readonly RecordSummary[];
  /** Whether there are older ones. */
  readonly hasMore: boolean;
  readonly metrics: SessionMetrics;
  /** Undefined where nobody has told anything. */
  readonly told: ToldSession | undefined;
}): JSX.Element {
  const { root } = state;
  const [first, last] = [records[0], records.at(-1)];
  const given = records.reduce((sum, { budget }) => sum + budget.used, 0);
  return (
    <PageFrame title="Session" state={state} current="log">
      <h1>
        Session <PlainText text={session} />
      </h1>
      <p class="meta">
        <span>{formatCounted(records.length, "record")}</span>
        {first === undefined || last === undefined ? "" : (
          <span>
            from {formatTime(first.time)}, for {formatSpan(first.time, last.time) || "a moment"}
          </span>
        )}
        <a href={pageUrl("/log", { root, session })}>Show them in the log</a>
      </p>
      <MetricTiles metrics={metrics} isTold={told !== undefined} />
      <section aria-labelledby="timeline">
        <h2 id="timeline">
          Timeline<span class="faint">{formatCounted(given, "token")} in all, oldest first</span>
        </h2>
        {hasMore ? <p class="faint">Older records are not shown here.</p> : ""}
        <ol class="timeline">
          {listMoments(records).map((moment) => (
            <Moment {...moment} first={records[0]!.time} given={given} root={root} />
          ))}
        </ol>
      </section>
      <Transcript root={root} session={session} told={told} />
    </PageFrame>
  );
}

/** Returns the records with the tokens that were given before each. */
function listMoments(records: readonly RecordSummary[]) {
  let before = 0;
  return records.map((record) => {
    const moment = { record, before };
    before += record.budget.used;
    return moment;
  });
}

function Moment({ record, before, first, given, root }: {
  readonly record: RecordSummary;
  /** Tokens that were given before it. */
  readonly before: number;
  /** When the session began. */
  readonly first: string;
  /** Tokens that were given in all. */
  readonly given: number;
  readonly root: string;
}): JSX.Element {
  const { id, time, kind, round, trigger, subject, passages, omitted, outcomes, budget } = record;
  const span = formatSpan(first, time);
  return (
    <li class={`is-${kind}`}>
      <a class="subject" href={pageUrl(`/log/${id}`, { root })}>
        <OneLine text={subject || "nothing"} />
      </a>
      <p class="meta">
        <time datetime={time} title={formatTime(time)}>
          {span === "" ? "at first" : `+${span}`}
        </time>
        <span class={`badge is-${kind}`}>{kind}</span>
        <span>
          <PlainText text={trigger} />
        </span>
        {round === undefined ? "" : <span>round {round}</span>}
        {outcomes === 0 ? "" : <span>{formatCounted(outcomes, "request")}</span>}
        <span>
          {formatCounted(passages, "passage")}, {formatCount(omitted)} left out
        </span>
        <span>+{formatCounted(budget.used, "token")}</span>
      </p>
      <svg class="bar" width="100%" height="7" aria-hidden="true">
        <rect class="free" width="100%" height="100%" />
        <rect class="grown" width={toPercentage(before, given)} height="100%" />
        <rect
          class="fill"
          x={toPercentage(before, given)}
          width={toPercentage(budget.used, given)}
          height="100%"
        />
      </svg>
    </li>
  );
}

/** What says more about the session than its records do. */
function Transcript({ root, session, told }: {
  readonly root: string;
  readonly session: string;
  readonly told: ToldSession | undefined;
}): JSX.Element {
  return (
    <section aria-labelledby="measure">
      <h2 id="measure">Measure what was used</h2>
      <p class="faint">
        With what the agent wrote and the files it changed, more can be told: how much of what was
        given it used, and what it lacked. Nothing of it is kept.
      </p>
      <form method="post" action="/session">
        <input type="hidden" name="root" value={root} />
        <input type="hidden" name="session" value={session} />
        <label>
          <span>Transcript</span>
          <textarea name="transcript" rows={4} spellcheck={false}>
            {`\n${told?.transcript ?? ""}`}
          </textarea>
        </label>
        <label>
          <span>Files that were changed, one a line</span>
          <textarea name="touched" rows={3} spellcheck={false}>
            {`\n${told?.touched ?? ""}`}
          </textarea>
        </label>
        <p>
          <button type="submit">Measure</button>
        </p>
      </form>
    </section>
  );
}

import type { SessionMetrics } from "@dossier/core";
import type { InjectionSummary } from "@dossier/retrieval";
import type { Context, Hono } from "hono";
import { refuseRequest } from "../problem/mod.ts";
import { callOptions, readForm, type RequestEnv } from "../request/mod.ts";
import { parseRequest } from "../schema/mod.ts";
import { formatCount, formatCounted, formatSpan, formatTime } from "./figures.ts";
import { HiddenFields } from "./form_parts.tsx";
import { MetricTiles } from "./metric_tiles.tsx";
import type { PageDesk } from "./page_desk.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { Bar, PageSection } from "./parts.tsx";
import { OneLine, PlainText } from "./plain_text.tsx";

/** Most records on the page of a session. */
const RECORDS = 99;

/** Adds the page of a session; its form changes nothing, and is sent as a body as a transcript is long. */
export function sessionRoutes(app: Hono<RequestEnv>, desk: PageDesk): void {
  app.get("/session", (c) => {
    const { root, session } = c.req.query();
    return showSession(c, desk, { root, session });
  });
  app.post(
    "/session",
    async (c) => await showSession(c, desk, { transcript: "", ...await readForm(c) }),
  );
}

async function showSession(
  c: Context<RequestEnv>,
  desk: PageDesk,
  // The agent's own text, where somebody tells it, and the files that it changed, one a line.
  { root, session, transcript, touched = "" }: Readonly<Record<string, string | undefined>>,
): Promise<Response> {
  const state = await desk.state(c, root);
  if (!session) {
    throw refuseRequest("Cannot show a session without its name: choose one in the log");
  }
  const paths = touched.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const measure = await parseRequest("measure", {
    root: state.root,
    session,
    ...(transcript !== undefined && { transcript, touched: paths }),
  });
  const list = await parseRequest("log", { root: state.root, session, limit: RECORDS + 1 });
  const metrics = await desk.service.call("measure", measure, callOptions(c));
  const records = await desk.service.call("log", list, callOptions(c));
  return desk.send(
    c,
    <SessionPage
      {...{ state, session, metrics, transcript, touched }}
      records={records.slice(0, RECORDS).reverse()}
      hasMore={records.length > RECORDS}
    />,
  );
}

/** A session from its first record to its last, and the metrics of the context that it was given. */
function SessionPage({ state, session, records, hasMore, metrics, transcript, touched }: {
  readonly state: PageState;
  readonly session: string;
  /** Oldest first. */
  readonly records: readonly InjectionSummary[];
  /** Whether there are older ones. */
  readonly hasMore: boolean;
  readonly metrics: SessionMetrics;
  readonly transcript: string | undefined;
  readonly touched: string;
}) {
  const { root } = state;
  const [first, last] = [records[0], records.at(-1)];
  const given = records.reduce((sum, { budget }) => sum + budget.used, 0);
  let before = 0;
  const heading = (
    <>
      Session <PlainText text={session} />
    </>
  );
  return (
    <PageFrame title="Session" heading={heading} state={state} current="log">
      <p class="meta">
        <span>{formatCounted(records.length, "record")}</span>
        {first && last && (
          <span>
            from {formatTime(first.time)}, for {formatSpan(first.time, last.time) || "a moment"}
          </span>
        )}
        <a href={pageUrl("/log", { root, session })}>Show them in the log</a>
      </p>
      <MetricTiles metrics={metrics} isTold={transcript !== undefined} />
      <PageSection
        id="timeline"
        title="Timeline"
        aside={`${formatCounted(given, "token")} in all, oldest first`}
      >
        {hasMore && <p class="faint">Older records are not shown here.</p>}
        <ol class="timeline">
          {records.map((record) => {
            const start = before;
            before += record.budget.used;
            return (
              <Moment
                record={record}
                before={start}
                first={records[0]!.time}
                given={given}
                root={root}
              />
            );
          })}
        </ol>
      </PageSection>
      <TranscriptForm {...{ root, session, transcript, touched }} />
    </PageFrame>
  );
}

function Moment({ record, before, first, given, root }: {
  readonly record: InjectionSummary;
  /** Tokens that were given before it. */
  readonly before: number;
  /** When the session began. */
  readonly first: string;
  /** Tokens that were given in all. */
  readonly given: number;
  readonly root: string;
}) {
  const { id, time, kind, round, trigger, subject, fragments, omitted, outcomes, budget } = record;
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
        {round !== undefined && <span>round {round}</span>}
        {outcomes > 0 && <span>{formatCounted(outcomes, "request")}</span>}
        <span>
          {formatCounted(fragments, "passage")}, {formatCount(omitted)} left out
        </span>
        <span>+{formatCounted(budget.used, "token")}</span>
      </p>
      <Bar
        pieces={[["grown", 0, before], ["fill", before, budget.used]]}
        whole={given}
        height={7}
        ground="free"
      />
    </li>
  );
}

/** The form that tells more about the session than its records do. */
function TranscriptForm({ root, session, transcript = "", touched }: {
  readonly root: string;
  readonly session: string;
  readonly transcript: string | undefined;
  readonly touched: string;
}) {
  return (
    <PageSection id="measure" title="Measure what was used">
      <p class="faint">
        With what the agent wrote and the files it changed, more can be told: how much of what was
        given it used, and what it lacked. Nothing of it is kept.
      </p>
      <form method="post" action="/session">
        <HiddenFields values={{ root, session }} />
        <label>
          <span>Transcript</span>
          <textarea name="transcript" rows={4} spellcheck={false}>{`\n${transcript}`}</textarea>
        </label>
        <label>
          <span>Files that were changed, one a line</span>
          <textarea name="touched" rows={3} spellcheck={false}>{`\n${touched}`}</textarea>
        </label>
        <p>
          <button type="submit">Measure</button>
        </p>
      </form>
    </PageSection>
  );
}

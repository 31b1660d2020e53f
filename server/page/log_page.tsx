import type { ReportSection, ReportTable } from "@dossier/core/report";
import type { InjectionSummary } from "@dossier/retrieval";
import { PROGRAM } from "@dossier/retrieval/program";
import { renderLogTable } from "@dossier/retrieval/report";
import type { Hono } from "hono";
import { callOptions, parseNumberField, type RequestEnv } from "../request/mod.ts";
import { HiddenFields, Paging, TextField } from "./form_parts.tsx";
import type { PageRenderer } from "./page_renderer.tsx";
import { PageFrame } from "./page_frame.tsx";
import { type PageState, pageUrl } from "./page_state.ts";
import { BodyView } from "./report_view.tsx";

/** Number of records on one page of the log. */
const RECORDS = 20;

/** Order of the columns. The subject comes first, as a narrow screen shows no more. */
const COLUMN_ORDER = [0, 6, 1, 2, 3, 4, 5];

/** Returns summaries of records as the table of a page. */
export function renderRecords(
  records: readonly InjectionSummary[],
  heading: string,
): ReportSection<ReportTable> {
  const { columns, rows } = renderLogTable(records).body;
  const order = <Item,>(items: readonly Item[]) => COLUMN_ORDER.map((at) => items[at]!);
  return { heading, body: { kind: "table", columns: order(columns), rows: rows.map(order) } };
}

/** Adds the page of the log. */
export function logRoutes(app: Hono<RequestEnv>, renderer: PageRenderer): void {
  renderer.addPage(app, "/log", async (c, state) => {
    const { session, before } = c.req.query();
    const request = {
      root: state.root,
      limit: RECORDS + 1,
      ...(session && { session }),
      ...(before && { before: parseNumberField("before", before) }),
    };
    const records = await renderer.data.call("log", request, callOptions(c));
    return (
      <LogPage
        state={state}
        records={records.slice(0, RECORDS)}
        session={session || undefined}
        isNewest={!before}
        hasMore={records.length > RECORDS}
      />
    );
  });
}

/** One part of the log. */
function LogPage({ state, records, session, isNewest, hasMore }: {
  readonly state: PageState;
  readonly records: readonly InjectionSummary[];
  readonly session: string | undefined;
  /** True when there are no newer records. */
  readonly isNewest: boolean;
  /** True when there are older records. */
  readonly hasMore: boolean;
}) {
  const { root } = state;
  const before = hasMore ? records.at(-1)?.id : undefined;
  return (
    <PageFrame
      title="Log"
      aside="deliveries to sessions, newest first"
      state={state}
      current="/log"
    >
      <form class="row" method="get" action="/log">
        <HiddenFields values={{ root }} />
        <TextField label="Session" name="session" value={session ?? ""} />
        <button type="submit">Show</button>
      </form>
      {session !== undefined && (
        <p>
          <a href={pageUrl("/session", { root, session })}>Timeline of the session</a>,{" "}
          <a href={pageUrl("/log", { root })}>all sessions</a>
        </p>
      )}
      {isNewest && (
        <p id="live" hidden>
          <label>
            <input type="checkbox" checked /> New records appear by themselves
          </label>
        </p>
      )}
      <div id="log">
        {records.length === 0
          ? <EmptyLog root={root} session={session} isNewest={isNewest} />
          : (
            <BodyView
              body={renderRecords(records, "Records").body}
              label="Records"
              root={root}
            />
          )}
      </div>
      <Paging
        of="log"
        links={[
          !isNewest && ["Newest", pageUrl("/log", { root, session })],
          before !== undefined && ["Older", pageUrl("/log", { root, session, before })],
        ]}
      />
    </PageFrame>
  );
}

function EmptyLog({ root, session, isNewest }: {
  readonly root: string;
  readonly session: string | undefined;
  readonly isNewest: boolean;
}) {
  return (
    <>
      <p>
        Nothing is recorded{session === undefined ? "" : " for this session"}
        {isNewest ? " yet" : " before that"}.
      </p>
      {session === undefined && isNewest && (
        <p>
          <a href={pageUrl("/", { root })}>Ask something</a> and record it, or have an agent ask:
          {" "}
          <code>{PROGRAM} install-host --help</code> says how to connect it to dossier.
        </p>
      )}
    </>
  );
}
